"""What can go wrong. Every error says what is wrong, and what would be accepted."""

from __future__ import annotations


class Error(ValueError):
    """Why a question has no answer.

    ``culprit`` is what the question fails at: a name, an option, a file. ``guess`` is what may have been meant.
    """

    def __init__(self, message: str, culprit: str | None = None, guess: str | None = None) -> None:
        super().__init__(message)
        self.culprit = culprit
        self.guess = guess

    def __reduce__(self):
        return type(self), (str(self), self.culprit, self.guess), self.__dict__


class UnknownName(Error):
    """A name of no node, link, channel, scheme, routing, topology, figure or argument; ``guess`` is the nearest."""


class BadOption(Error):
    """An option that a scheme does not take, or a value that it cannot have; ``culprit`` is the option."""


class Unserved(Error):
    """A scheme or a routing that does not serve the network."""


class Unreachable(Error):
    """A destination that no way leads to; ``culprit`` is the node."""


class BadFile(Error):
    """A file, or a text, that is not what it should be; with ``line`` and ``column`` where these are known."""

    line: int | None = None
    column: int | None = None


class NotProved(Error):
    """A proof that does not hold."""
