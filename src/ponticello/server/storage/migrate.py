"""Brings a database up to date before anything else touches it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HEAD = "0009"
FOLDER = Path(__file__).parent / "migrations"
LOCK = 7_014_110  # for PostgreSQL: of several servers that start at once, one migrates and the others wait


def migrate(connection: Connection) -> None:
    """Runs the migrations that a database still lacks."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    if version(connection) == HEAD:
        return
    from alembic import command  # seldom needed, and slow to import
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def version(connection: Connection) -> str | None:
    """Returns the last migration that a database has seen."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
