"""The 18xx library: hexes, tiles, boards, networks, trains, routes, share market, shares. No title is in it.

What differs from title to title is passed in as a value: which nodes block, how far a train reaches, what a stop is
worth, which tolls and bonuses there are, which edges of the market bend where.

Glossary
--------
hex         a place on the map, named by row letter and column number: ``"F8"``
edge        a side of a hex seen from inside, 0…5 clockwise: 0 SW, 1 W, 2 NW, 3 NE, 4 E, 5 SE
side        the border between two hexes, shared by an edge of each; one bit of a track mask
node        a stop on a tile: city, town, off-board location or harbour; numbered from 0 in the tile's order
place       a node on the map: ``(hex, node)``
large/small how a train counts a node; terminal: a route may only begin or end there
slot        room for one station marker in a city
path        a piece of track inside one tile, between two ends (edges or nodes)
tile        a numbered piece of cardboard; a lay is a tile with a rotation (steps of 60° clockwise)
printed     what the map shows before any tile is laid
stub        printed beginnings of track that every tile on the hex must continue
open edge   an edge over which track may run: a neighbour is there and no barrier
station     a company's marker in a city
blocked     a node that a company's track may reach but not pass
link        track from one stop to the next without a stop between
route       stops in order joined by links; its track is an int bit-set, two routes conflict when ``a & b``
"""
