"""Progress by the conventions of tqdm."""

from __future__ import annotations

from typing import Any


class Bar:
    """A bar that is made by a class such as ``tqdm.tqdm``; ``True`` takes the one that fits, and None shows nothing."""

    def __init__(self, kind: Any, total: int, what: str) -> None:
        if kind is True:
            from tqdm.auto import tqdm as kind
        self._bar = kind(total=total, desc=what) if kind else None
        self._done = 0

    def set(self, done: float) -> None:
        """So much is done; told from any thread, and in any order."""
        if self._bar is not None and done > self._done:
            self._bar.update(done - self._done)
            self._done = done

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()
