"""What the pages say about games, switches and bots where the rules are silent."""

from __future__ import annotations

from stellwerk.core import Text

BLURBS = {
    "russian-railroads": Text(
        "Send workers to build three railway lines out of Moscow. Locomotives, industry, engineers:"
        " every round pays for all you have built."
    ),
    "1880": Text(
        "Found railways in China, lay track, run trains, trade shares. Trains drive the game:"
        " buy too slowly and yours are scrap."
    ),
    "yokohama": Text(
        "Place assistants in the streets, walk your president through them,"
        " and trade silk, tea, fish and copper in Meiji Japan."
    ),
}

LEVELS = {
    "random": Text("beginner: plays at random"),
    "greedy": Text("easy: takes what pays at once"),
    "strong": Text("strong: thinks ahead"),
}

SWITCHES = {
    ("russian-railroads", "limited_coins"): Text("Coins are limited to the 18 of the box"),
    ("yokohama", "strict"): Text("An area action must be carried out once if it can be paid"),
    ("yokohama", "mining_once"): Text("Mining technology: once per action in Chinatown"),
    ("yokohama", "station_without_assistant"): Text("To the own station without an assistant there"),
    ("1880", "any_bid"): Text("A bid need only be 5 higher, not a multiple of 5"),
    ("1880", "skipped_opener"): Text("After a private company given away the next auction opens one seat further on"),
    ("1880", "free_row"): Text("A founder takes any free row of the turn order"),
    ("1880", "debtor_founds"): Text("A player in debt may found a company"),
    ("1880", "debt_counts"): Text("Paying debt is an action of its own in a share round"),
    ("1880", "late_capital"): Text("Second half of the capital not at founding, only at the next purchase"),
    ("1880", "merger_from_any_station"): Text("An investor merges when any station is connected with its home"),
    ("1880", "open_red_homes"): Text("Stations in red hexes once their investor is gone"),
    ("1880", "bonus_when_running"): Text("Price bonus of the cell when trains run, lost without a route"),
    ("1880", "free_city"): Text("A marker on a bare two-city hex goes to either city"),
    ("1880", "idle_trains"): Text("A company may leave all trains idle"),
    ("1880", "surplus_after_share_round"): Text("Surplus trains are given up after the share round"),
    ("1880", "prices"): Text("Price list of the trains"),
}

VERBS = {
    "achieve": Text("Claim an achievement"),
    "assign-rocket": Text("Assign the rocket's train"),
    "bid": Text("Bid"),
    "build-house": Text("Build a trading house"),
    "build-shop": Text("Build a shop"),
    "buy": Text("Buy"),
    "buy-share": Text("Buy a share"),
    "buy-train": Text("Buy a train from the bank"),
    "buy-train-from": Text("Buy a train from a company"),
    "choose": Text("Choose"),
    "choose-city": Text("Choose a city"),
    "choose-investor": Text("Choose an investor"),
    "done": Text("Done"),
    "exchange-rocket": Text("Exchange the rocket"),
    "fetch": Text("Take an assistant back"),
    "fetch-all": Text("Take all assistants back"),
    "found": Text("Found a company"),
    "fulfil": Text("Fulfil an order"),
    "give": Text("Give"),
    "give-up-train": Text("Give up a train"),
    "grant-permit": Text("Grant a permit"),
    "keep-order": Text("Keep an order"),
    "lay-tile": Text("Lay a tile"),
    "leave-one": Text("Leave one"),
    "move": Text("Move the president"),
    "move-treasury": Text("Move the treasury"),
    "occupy": Text("Occupy a space"),
    "pass": Text("Pass"),
    "pay-debt": Text("Pay debt"),
    "pay-out": Text("Pay out"),
    "place": Text("Place"),
    "place-marker": Text("Place a station marker"),
    "recall": Text("Take the president back"),
    "recruit": Text("Recruit"),
    "release": Text("Bring into the supply"),
    "replace-marker": Text("Replace a marker"),
    "research": Text("Acquire a technology"),
    "return-all": Text("Return all"),
    "run": Text("Run trains"),
    "sell": Text("Sell"),
    "sell-shares": Text("Sell shares"),
    "sell-silk": Text("Sell silk"),
    "set-station": Text("Set the station"),
    "shift": Text("Move an assistant"),
    "take-order": Text("Take an order"),
    "take-payment": Text("Take a payment"),
    "take-tile": Text("Take a tile"),
    "use-agent": Text("Use a foreign agent"),
    "withhold": Text("Keep the income"),
}
"""Headings over options of a kind, where the game gives none."""

DEPARTURES = Text("Off is as the rulebook says. On, all together, is as the site 18xx.games plays.")


def level(bot: str) -> Text:
    return LEVELS.get(bot, Text("{bot}", bot=bot))
