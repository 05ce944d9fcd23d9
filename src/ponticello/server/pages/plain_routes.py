"""Routes for what the script of a page asks for with every click: read by Pydantic alone, refused in the same words as elsewhere.

FastAPI looks through all its routes and works out what each parameter depends on, which takes as long as drawing the answer.
"""

from __future__ import annotations

from typing import TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.routing import Match, Route
from starlette.types import Scope

Shape = TypeVar("Shape", bound=BaseModel)


class PlainRoute(Route):
    """A route of an endpoint that takes the request as it is; it is counted by its path, as those of FastAPI are."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Tells whether the route answers a request."""
        match, child = super().matches(scope)
        return match, {**child, "route": self} if child else child


async def read_body(request: Request, shape: type[Shape]) -> Shape:
    """Returns what was sent as JSON."""
    try:
        return shape.model_validate_json(await request.body())
    except ValidationError as error:
        raise _malformed("body", error) from None


def read_query(request: Request, shape: type[Shape]) -> Shape:
    """Returns what an address asks for after its question mark."""
    try:
        return shape.model_validate_strings(dict(request.query_params))
    except ValidationError as error:
        raise _malformed("query", error) from None


def _malformed(where: str, error: ValidationError) -> RequestValidationError:
    return RequestValidationError([{**one, "loc": (where, *one["loc"])} for one in error.errors(include_url=False)])
