"""Dictionaries as TOML: what experiment files are written in."""

from __future__ import annotations

import json
from typing import Any, Mapping


def to_toml(table: Mapping[str, Any]) -> str:
    """The text of a table, a line a key; what is None is left out."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items() if value is not None)


def _key(key: str) -> str:
    return key if key and all(part.isascii() and (part.isalnum() or part in "_-") for part in key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(own)}" for key, own in value.items() if own is not None)
        return "{" + ", ".join(pairs) + "}"
    if hasattr(value, "item") and not getattr(value, "shape", None):
        # A scalar of NumPy: some of them are floats of Python, and write themselves otherwise. A short float has fewer
        # digits than it would have as a long one.
        plain = value.item()
        return _value(float(str(value)) if isinstance(plain, float) and not isinstance(value, float) else plain)
    if isinstance(value, (int, float)):
        return repr(value)
    if callable(value) and not hasattr(value, "wormcast_name"):
        raise TypeError(f"{value!r} is no scheme or routing; `@wormcast.scheme(\"name\")` makes a function one")
    if hasattr(value, "wormcast_name"):
        return _text(value.wormcast_name)
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return _text(str(value))
    return "[" + ", ".join(_value(item) for item in value) + "]"
