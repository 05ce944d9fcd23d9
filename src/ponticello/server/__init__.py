"""The web table: pages, live updates, storage, identity. `create_app` makes it from its settings."""

from ponticello.server.app import create_app
from ponticello.server.settings import Settings

__all__ = ["Settings", "create_app"]
