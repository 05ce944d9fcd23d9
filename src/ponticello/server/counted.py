"""Where everything is counted that a server tells of itself; `metrics` shows it."""

from __future__ import annotations

from prometheus_client import CollectorRegistry

counted = CollectorRegistry()
