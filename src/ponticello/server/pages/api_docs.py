"""The page for those who write bots: every endpoint as the OpenAPI description has it, without anything from another site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse

from ponticello.server.pages.render import render

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Part:
    """Something that is sent or answered."""

    name: str
    kind: str
    needed: bool
    words: str


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked for."""

    method: str
    path: str
    words: str
    query: list[Part]
    body_name: str
    body: list[Part]
    answer: str
    refusals: dict[str, str]


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Shows what programs can ask for."""
    app: FastAPI = request.app
    described = app.openapi()
    endpoints = endpoints_of(described)
    bodies = {endpoint.body_name for endpoint in endpoints}
    shapes = {name: parts_of(shape) for name, shape in described["components"]["schemas"].items() if name not in bodies}
    refusals = dict(sorted({status: words for endpoint in endpoints for status, words in endpoint.refusals.items()}.items()))
    return await render(request, "docs.html", endpoints=endpoints, shapes=shapes, refusals=refusals)


def endpoints_of(described: dict[str, Any]) -> list[Endpoint]:
    """Returns all endpoints of an OpenAPI description."""
    shapes = described["components"]["schemas"]
    endpoints = []
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            answers = told["responses"]
            good = next(status for status in answers if status.startswith("2"))
            endpoints.append(
                Endpoint(
                    method=method.upper(),
                    path=path,
                    words=told["description"],
                    query=[
                        Part(part["name"], kind_of(part["schema"]), part["required"], part.get("description", ""))
                        for part in told.get("parameters", [])
                        if part["in"] == "query"
                    ],
                    body_name=kind_of(body) if body else "",
                    body=parts_of(shapes[kind_of(body)]) if body else [],
                    answer=kind_of(answers[good]["content"]["application/json"]["schema"]),
                    refusals={status: answer["description"] for status, answer in sorted(answers.items()) if status != good},
                )
            )
    return endpoints


def parts_of(shape: dict[str, Any]) -> list[Part]:
    """Returns the fields of a shape."""
    needed = shape.get("required", ())
    fields = shape.get("properties", {})
    return [Part(name, kind_of(field), name in needed, field.get("description", "")) for name, field in fields.items()]


def kind_of(schema: dict[str, Any]) -> str:
    """Returns what a value is, in a word or two.

    >>> kind_of({"anyOf": [{"type": "integer"}, {"type": "null"}]}), kind_of({"items": {"$ref": "#/x/Seat"}, "type": "array"})
    ('integer or null', 'list of Seat')
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(map(kind_of, schema[several])))
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    if schema.get("type") == "array":
        return f"list of {kind_of(schema['items'])}"
    return str(schema.get("type", "anything"))
