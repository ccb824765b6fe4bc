"""Progress by the conventions of tqdm."""

from __future__ import annotations

from typing import Any, Optional


def made_by(progress: Any) -> Any:
    """What makes a bar: ``True`` stands for tqdm's that fits, a class or a function for itself, None and False for none."""
    if progress is None or progress is False:
        return None
    if progress is not True:
        if not callable(progress):
            expected = "expected True, a class such as tqdm.tqdm, or a function that makes a bar from `total` and `desc`"
            raise TypeError(f"`progress` is {progress!r}; {expected}")
        return progress
    try:
        from tqdm.auto import tqdm
    except ImportError:
        message = "`progress=True` shows a bar of tqdm, which is not here: `pip install tqdm`, or give a function that makes a bar"
        raise ModuleNotFoundError(message, name="tqdm") from None
    return tqdm


class Bar:
    """A bar made by ``progress``, which is asked for one with the ``total`` (None where nobody knows) and ``desc``."""

    def __init__(self, progress: Any, total: Optional[float], what: str) -> None:
        make = made_by(progress)
        self._bar = make(total=total, desc=what) if make else None
        self._what = what
        self._done = 0

    def set(self, done: float) -> None:
        """So much is done; told from any thread, and in any order."""
        if self._bar is not None and done > self._done:
            self._bar.update(done - self._done)
            self._done = done

    def step(self, step: str) -> None:
        """Work whose end nobody knows has come to a step."""
        if self._bar is not None:
            if hasattr(self._bar, "set_description"):
                self._bar.set_description(f"{self._what}: {step}", refresh=False)
            self._bar.update(1)

    def tick(self) -> None:
        """Time has passed, which bars show."""
        if self._bar is not None:
            self._bar.update(0)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
