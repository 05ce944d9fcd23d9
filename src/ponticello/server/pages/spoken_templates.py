"""Templates made ready for each language: what would be the same on every page is done once, when a template is compiled.

Plain words are translated then, and templates that are included are written out where they belong: Jinja would call for each
sentence, and copy all that a page knows for each part. A table is written in half the time.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined, nodes
from jinja2.visitor import NodeTransformer

from ponticello.engine.native import cache_root
from ponticello.engine.words import say, speaking
from ponticello.languages import SHARED, language

INCLUDE = re.compile(r'(?:^[ \t]+)?\{% include "([^"]+)" %\}', re.MULTILINE)  # a part looks the same wherever it is included


class WrittenOut(BaseLoader):
    """Gives templates with what they include already in them."""

    def __init__(self, templates: BaseLoader) -> None:
        self._templates = templates

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Returns the text of a template."""
        source, path, is_fresh = self._templates.get_source(environment, template)
        return INCLUDE.sub(lambda found: self.get_source(environment, found[1])[0].removesuffix("\n"), source), path, is_fresh

    def list_templates(self) -> list[str]:
        """Returns the names of all templates."""
        return self._templates.list_templates()


class Translator(NodeTransformer):
    """Puts the translation in the place of `_("plain words")`; words with {places} are left to the page."""

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802 - so Jinja wants it
        """Returns the words that a call says, or the call as it is."""
        says = isinstance(call.node, nodes.Name) and call.node.name == "_" and not call.kwargs
        if says and isinstance(call.args[0], nodes.Const):
            return nodes.Const(say(call.args[0].value), lineno=call.lineno)
        return self.generic_visit(call)


class SpokenTemplates(Environment):
    """The templates of the pages in one language; `names` are what all of them may call."""

    def __init__(self, code: str, names: dict[str, Any]) -> None:
        super().__init__(
            loader=WrittenOut(PackageLoader("ponticello.server.pages")),
            bytecode_cache=kept_templates(code),
            auto_reload=False,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self._language = language(code)
        self.globals.update(names, _=say)
        self.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}  # as the socket writes it

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        with speaking(self._language):
            translated: nodes.Template = Translator().visit(super()._parse(source, name, filename))
        return translated


def kept_templates(code: str) -> FileSystemBytecodeCache | None:
    """Returns where the compiled templates of a language are kept from one start to the next, if that place can be written."""
    folder, catalogue = cache_root() / "templates", SHARED / f"{code}.po"
    words = hashlib.sha256(catalogue.read_bytes() if catalogue.exists() else b"").hexdigest()[:12]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return FileSystemBytecodeCache(str(folder), f"{code}-{words}-%s.cache") if os.access(folder, os.W_OK) else None
