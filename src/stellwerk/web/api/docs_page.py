"""The page about the API: every request of the OpenAPI description, as plain HTML without scripts."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from stellwerk.web.http.rooms import room
from stellwerk.web.view.static_files import static_digest

router = room(include_in_schema=False)


@router.get("/api", response_class=HTMLResponse)
@router.get("/docs", response_class=HTMLResponse)
def manual(request: Request) -> HTMLResponse:
    schema = request.app.openapi()
    sections: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            tag = operation.get("tags", ["other"])[0]
            sections.setdefault(tag, []).append(_operation(schema, method, path, operation))
    body = "".join(f"<h2>{escape(tag)}</h2><dl>{''.join(rows)}</dl>" for tag, rows in sections.items())
    return HTMLResponse(PAGE.format(body=body, static=f"/static/{static_digest()}"))


def _operation(schema: Any, method: str, path: str, operation: Any) -> str:
    about = escape(operation.get("description", operation.get("summary", "")))
    fields = [*_parameters(operation), *_body(schema, operation)]
    listed = f"<ul>{''.join(f'<li>{field}</li>' for field in fields)}</ul>" if fields else ""
    answer = f"<p>→ {', '.join(_answer(schema, operation))}</p>"
    return f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{about}{listed}{answer}</dd>"


def _answer(schema: Any, operation: Any) -> list[str]:
    """The fields of what is answered, or its kind."""
    given: Any = next((it for code, it in operation["responses"].items() if code.startswith("2")), {})
    kind, content = next(iter(given.get("content", {"": {}}).items()))
    about = content.get("schema", {})
    listed = "list of " if about.get("type") == "array" else ""
    model = about.get("items", about).get("$ref", "").rpartition("/")[2]
    fields = schema["components"]["schemas"].get(model, {}).get("properties", {})
    names = [f"<code>{escape(name)}</code>" for name in fields] or [escape(kind)]
    return [listed + names[0], *names[1:]]


def _parameters(operation: Any) -> list[str]:
    return [_field(p["name"], p["schema"], p.get("required", False)) for p in operation.get("parameters", ())]


def _body(schema: Any, operation: Any) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    model = schema["components"]["schemas"].get(content.get("$ref", "").rpartition("/")[2], {})
    needed = model.get("required", ())
    return [_field(name, about, name in needed) for name, about in model.get("properties", {}).items()]


def _field(name: str, about: Any, needed: bool) -> str:
    kinds = about.get("anyOf", [about])
    shown = " or ".join(kind.get("type") or kind.get("$ref", "").rpartition("/")[2] for kind in kinds)
    values = ", ".join(map(repr, about.get("enum", ())))
    return f"<code>{escape(name)}</code>{'' if needed else ' (optional)'}: {escape(values or shown)}"


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Stellwerk API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="{static}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{static}/base.css"><link rel="stylesheet" href="{static}/pages.css">
</head><body><main class="manual">
<h1>Stellwerk API</h1>
<p>For programs: <a href="/api/openapi.json">OpenAPI description</a>. Get a token with <code>POST /api/v1/tokens</code>
and send it as <code>Authorization: Bearer …</code>. Refusals are
<code>{{"error": {{"code", "text", "rule"}}}}</code> with a
status from 400 to 429. Whatever changes a game carries <code>at</code> (the version you have seen) and a
<code>request_id</code> of your own: sent twice, it counts once.</p>
{body}</main></body></html>"""
