"""Schemes, routings and topologies that are written in Python."""

from __future__ import annotations

import functools
import hashlib
import inspect
import traceback
import types
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Optional

from ._wormcast import Network, register_routing, register_scheme, register_topology
from .errors import BadOption

#: What was defined here, by kind and name, for worker processes that have to know it too.
defined: dict[tuple[str, str], "_Own"] = {}


@dataclass(frozen=True)
class Worm:
    """A worm of a plan: the nodes of a path, or the edges of a tree, from the origin on.

    ``deliver`` names the nodes that it delivers at: by default the destinations on its way that no worm before
    delivers at. A worm that starts elsewhere than at the source starts when a worm before it has delivered there.
    """

    path: Optional[Iterable] = None
    edges: Optional[Iterable] = None
    deliver: Optional[Iterable] = None

    def __post_init__(self) -> None:
        if (self.path is None) == (self.edges is None):
            has = "neither `path` nor `edges`" if self.path is None else "`path` and `edges`"
            raise TypeError(f"a Worm has {has}; expected one of them")


def scheme(
    name: str,
    *,
    routes: Any = None,
    nodes: str = "names",
    topologies: str = "every topology",
    version: Optional[str] = None,
) -> Callable:
    """Makes a scheme out of a function, or out of a class.

    A function takes the network, the source and the list of destinations, and gives the worms: a list of paths, each a
    list of nodes, or of ``Worm``. What is the same for all multicasts on a network is done once in the ``__init__`` of
    a class, which takes the network; its method ``plan`` takes source and destinations. Parameters with defaults that
    can be given by name only are the options of the scheme.

    ``routes`` says which routes its worms take, for proofs: ``"label-paths"`` (up the labels of a Hamiltonian path, or
    down them), or a function of the network that gives a dictionary of the parents of a tree (worms go up the tree, turn,
    and go down it) or a list of triples of nodes (which channel may follow which, for worms that do not split). Plans
    are held to it.

    ``nodes="numbers"`` hands nodes over, and takes them back, by their numbers. ``version`` tells the code apart
    from earlier code whose results are kept by sweeps; by default the source of the function does.
    """
    _expect_name("scheme", name)
    by_number = _by_number(nodes)

    def decorate(function):
        _expect_function("scheme", name, function)
        if inspect.isclass(function) and not callable(getattr(function, "plan", None)):
            raise TypeError(f"{function!r} has no method `plan(self, source, destinations)`, which the scheme `{name}` needs")
        own = _Scheme(function, name, routes, by_number, topologies, version)
        register_scheme(own)
        return _remember("scheme", name, own, function)

    return decorate


def routing(name: str, *, virtual_channels: int = 1, nodes: str = "names", version: Optional[str] = None) -> Callable:
    """Makes a routing of unicasts out of a function from the network, a source and a destination to a path: a list of
    nodes, or of pairs of a node and the virtual channel on which it is reached. None: there is no route, and proofs say
    for how many pairs. What it raises, or gives that is no such path, is an error of whatever asks for routes."""
    _expect_name("routing", name)
    if not isinstance(virtual_channels, int) or virtual_channels < 1:
        raise ValueError(f"`virtual_channels` is {virtual_channels!r}; expected a whole number of at least 1")

    def decorate(function):
        _expect_function("routing", name, function)
        if inspect.isclass(function):
            raise TypeError(f"{function!r} is a class; the routing `{name}` is a function of network, source and destination")
        own = _Routing(function, name, virtual_channels, _by_number(nodes), version)
        register_routing(own)
        return _remember("routing", name, own, function)

    return decorate


def topology(name: str) -> Callable:
    """Makes a family of networks out of a function that gives a graph of networkx, or a ``Network``. What stands
    behind the colon of a description, with ``x`` between, are its arguments: ``wheel:8`` calls ``wheel(8)``."""
    _expect_name("topology", name)

    def decorate(function):
        _expect_function("topology", name, function)
        own = _Topology(function, name)
        register_topology(own)
        return _remember("topology", name, own, function)

    return decorate


def _expect_name(decorator: str, given: Any) -> None:
    """Refuses what stands where the name should be: mostly the function, under a decorator without parentheses."""
    if not isinstance(given, str):
        below = getattr(given, "__name__", None) or repr(given)
        written = f'`@wormcast.{decorator}("my-{decorator}")`'
        raise TypeError(f"`@wormcast.{decorator}` takes a name: write {written} above `{below}`")


def _expect_function(decorator: str, name: str, given: Any) -> None:
    if not callable(given):
        raise TypeError(f'`@wormcast.{decorator}("{name}")` stands above a function, and not {given!r}')


def _remember(kind: str, name: str, own: "_Own", function):
    defined[kind, name] = own
    function.wormcast_name = name
    return function


def _by_number(nodes: str) -> bool:
    if nodes not in ("names", "numbers"):
        raise ValueError(f'nodes are known by "names" or "numbers", and not by {nodes!r}')
    return nodes == "numbers"


class _Own:
    """What all three have: a function and a name."""

    kind: str

    def __init__(self, function, name: str, version: Optional[str]) -> None:
        is_word = isinstance(name, str) and not any(part.isspace() or part in ":>#@" for part in name)
        if not is_word or not name:
            raise ValueError(f"{name!r} is no name; expected a word such as `my-path`")
        self.function = function
        self.name = name
        self.definition = version or _hash(function)
        self.file, self.line = _written_at(function)

    def place(self, raised: Optional[types.TracebackType] = None) -> Optional[str]:
        """Where its code went wrong: the last line of its file that was under way. Without one, where it is defined."""
        if self.file is None:
            return None
        lines = [frame.lineno for frame in traceback.extract_tb(raised) if frame.filename == self.file]
        return f"{self.file}, line {lines[-1] if lines else self.line}"


class _Scheme(_Own):
    kind = "scheme"

    def __init__(self, function, name, routes, by_number, topologies, version) -> None:
        super().__init__(function, name, version)
        if routes is not None and routes != "label-paths" and not callable(routes):
            expected = 'expected "label-paths", or a function of the network that gives parents or triples'
            raise (ValueError if isinstance(routes, str) else TypeError)(f"`routes` is {routes!r}; {expected}")
        _expect_parameters(name, function)
        self.routes = routes
        self.by_number = by_number
        self.topologies = topologies
        self.summary = next(iter((inspect.getdoc(function) or name).splitlines()), name)
        is_keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = inspect.signature(function).parameters.values()
        self.defaults = {p.name: p.default for p in parameters if p.kind is is_keyword}
        bare = [key for key, value in self.defaults.items() if value is inspect.Parameter.empty]
        if bare:
            raise ValueError(f"the option `{bare[0]}` of `{name}` has no default, which says what type it has")
        on = [key for key, value in self.defaults.items() if value is True]
        if on:
            problem = "is on by default, and could not be switched off; turn it round"
            raise ValueError(f"the option `{on[0]}` of `{name}` {problem}")
        self.options = [(key.replace("_", "-"), self.summary, _default(value)) for key, value in self.defaults.items()]

    def prepare(self, network: Network, options: dict) -> tuple[Callable, Any]:
        """The function from sets to worms on a network, and what is said of its routes."""
        given = {key: _like(key, self.defaults[key], text) for key, text in options.items()}
        if inspect.isclass(self.function):
            plan = self.function(network, **given).plan
        else:
            plan = functools.partial(self.function, network, **given)
        return plan, self._routes(network)

    def _routes(self, network: Network) -> Any:
        if not callable(self.routes):
            return self.routes
        routes = self.routes(network)
        if routes is None:
            raise TypeError("the function behind `routes` gives None; expected a dictionary of parents, or a list of triples")
        return routes

    def register(self) -> None:
        register_scheme(self)


def _expect_parameters(name: str, function: Callable) -> None:
    """Refuses functions that cannot be called as schemes are, and parameters with defaults that nobody can set."""
    if not inspect.isclass(function):
        _expect_call(name, function, ["network", "source", "destinations"])
        return
    _expect_call(name, function, ["network"])
    if isinstance(inspect.getattr_static(function, "plan"), types.FunctionType):
        _expect_call(name, function.plan, ["self", "source", "destinations"])


def _expect_call(name: str, function: Callable, needed: list) -> None:
    signature = inspect.signature(function)
    optional = {p.name for p in signature.parameters.values() if p.kind is inspect.Parameter.KEYWORD_ONLY}
    try:
        bound = signature.bind(*needed, **dict.fromkeys(optional))
    except TypeError as error:
        known = getattr(function, "__qualname__", repr(function))
        problem = f"`{known}{signature}` takes other parameters than the scheme `{name}` needs: {', '.join(needed)}"
        raise TypeError(f"{problem} ({error})") from None
    is_positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    unset = [p for p in signature.parameters.values() if p.kind in is_positional and p.name not in bound.arguments]
    if unset and not unset[0].name.startswith("_"):
        parameter, problem = unset[0], "could never be set: options stand behind a `*`"
        raise ValueError(f"the parameter `{parameter.name}` of `{name}` {problem}, as in `({', '.join(needed)}, *, {parameter})`")


class _Routing(_Own):
    kind = "routing"

    def __init__(self, function, name, virtual_channels, by_number, version) -> None:
        super().__init__(function, name, version)
        self.virtual_channels = virtual_channels
        self.by_number = by_number

    def prepare(self, network: Network, parameters: str) -> Callable:
        return functools.partial(self.function, network, *_arguments(parameters))

    def register(self) -> None:
        register_routing(self)


class _Topology(_Own):
    kind = "topology"

    def __init__(self, function, name) -> None:
        super().__init__(function, name, None)

    def build(self, parameters: str) -> str:
        """The text of the network."""
        made = self.function(*_arguments(parameters))
        return made.to_text() if isinstance(made, Network) else Network.from_networkx(made, self.name).to_text()

    def register(self) -> None:
        register_topology(self)


def define(owns: Iterable[_Own]) -> None:
    """Makes known what another process has defined."""
    for own in owns:
        known = defined.get((own.kind, own.name))
        if known is None or known.definition != own.definition:
            own.register()
            defined[own.kind, own.name] = own


def _arguments(parameters: str) -> list:
    """What stands behind a colon: whole numbers where they are, and texts."""
    return [int(part) if part.lstrip("-").isdigit() else part for part in parameters.split("x") if part]


def _default(value) -> Optional[str]:
    """What stands for a default in help; none for switches."""
    return None if isinstance(value, bool) else str(value)


def _like(key: str, default, text: Optional[str]):
    """The value of an option in the type of its default."""
    if isinstance(default, bool):
        return True
    if not isinstance(default, (int, float)):
        return text
    try:
        return type(default)(text)
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise BadOption(f"option `{key}`: `{text}` is not {kind}, as its default {default!r} is", key) from None


def _written_at(function) -> tuple[Optional[str], int]:
    """The file and the line where a function, or the method of a class that plans, begins."""
    function = inspect.unwrap(getattr(function, "plan", function))
    code = getattr(getattr(function, "func", function), "__code__", None)
    return (None, 0) if code is None else (code.co_filename, code.co_firstlineno)


def _hash(function) -> str:
    """What tells a function from others: its source, or where there is none, its code."""
    digest = hashlib.sha256()
    try:
        digest.update(inspect.getsource(function).encode())
    except (OSError, TypeError):
        _add_code(digest, function)
    return digest.hexdigest()


def _add_code(digest, function) -> None:
    members = vars(function).values() if inspect.isclass(function) else [function]
    for member in members:
        code = getattr(member, "__code__", None)
        if isinstance(code, types.CodeType):
            digest.update(code.co_code + repr(code.co_names).encode())
            digest.update(repr([part for part in code.co_consts if not isinstance(part, types.CodeType)]).encode())
