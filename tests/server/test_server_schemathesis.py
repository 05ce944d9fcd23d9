"""The API keeps what its OpenAPI description promises, whatever it is sent: nothing breaks, and every answer is described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck
from hypothesis import settings as examples
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ponticello.server import Settings, create_app
from tests.server.served import TWO, Guest, Running, running, settings

pytestmark = pytest.mark.slow

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
ALONE = [{"kind": "me"}, {"kind": "person", "name": "Bea"}]
BOUNDED = examples(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)

DESCRIPTION = create_app(Settings(database="sqlite:///never-opened")).openapi()
DESCRIBED = schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture(scope="module")
def guest(server: Running) -> Guest:
    return server.guest("Ann")


@pytest.fixture
def ids(server: Running, guest: Guest) -> list[str]:
    """Matches at every stage: being played, waiting, waiting in the lobby, with a clock, and over."""
    with server.client(guest.bearer) as client:

        def create(game: str, seats: object = ALONE, **more: object) -> str:
            answer = client.post("/api/matches", json={"game": game, "seats": seats, **more})
            return str(answer.raise_for_status().json()["id"])

        playing = [create(game) for game in ("ponte", "skybridge", "hashi", "connections")]
        over = create("ponte", clock={"kind": "game"})
        client.post(f"/api/matches/{over}/resign", json={"seat": 0}).raise_for_status()
        waiting = [create("ponte", TWO), create("hashi", [{"kind": "me"}, {"kind": "lobby"}], clock={"kind": "days"})]
        return [*playing, over, *waiting]


def operation_test(path: str, method: str) -> Callable[..., None]:
    """Returns the test of one operation: every answer is as described."""

    @DESCRIBED.include(path=path, method=method.upper()).parametrize()
    @BOUNDED
    def test(case: schemathesis.Case, server: Running, guest: Guest, ids: list[str]) -> None:
        if "id" in case.path_parameters and len(str(case.path_parameters["id"])) % 5:  # now and then a match that does not exist
            case.path_parameters["id"] = ids[sum(map(ord, str(case.path_parameters["id"]))) % len(ids)]
        case.call_and_validate(base_url=server.url, headers=guest.bearer, checks=CHECKS)

    return test


# Every operation has a test with a name of its own: of several with one name, processes that share the work run only one.
for _path, _methods in DESCRIPTION["paths"].items():
    for _method in _methods:
        if _path.startswith("/api/"):
            globals()[f"test_{_method}_{'_'.join(re.findall('[a-z]+', _path))}_is_as_described"] = operation_test(_path, _method)


def test_everything_is_described(server: Running) -> None:
    paths = server.app.openapi()["paths"]
    here = "/api/matches/{id}"
    told = ("emote", "chat", "mute")
    acts = ("join", "moves", "hint", "undo", "ask", "answer", "resign", "leave", "return", "rematch", "go-on", *told)
    questions = ("legal", "why", "position", "talk")
    assert {path: set(methods) for path, methods in paths.items() if path.startswith("/api/")} == {
        "/api/matches": {"get", "post"},
        "/api/import": {"post"},
        here: {"get"},
        f"{here}/review": {"get", "post"},
        "/api/daily": {"get"},
        "/api/daily/{game}": {"post"},
        **{f"{here}/{act}": {"post"} for act in acts},
        **{f"{here}/{question}": {"get"} for question in questions},
    }
    for path, methods in paths.items():
        for method in methods.values():
            if path.startswith("/api/"):
                assert method["description"]
                assert method["responses"]["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/Failure")
