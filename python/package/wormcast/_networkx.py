"""Networks from graphs of networkx, and back."""

from __future__ import annotations

import bisect
import difflib
import io
import json
from itertools import groupby

import numpy as np

from ._wormcast import Network
from .errors import BadFile, UnknownName

#: What a channel may have of its own, as networks call it.
PROPERTIES = ("delay_ns", "flit_ns", "router_ns", "virtual_channels", "buffer_flits")

#: Keys of channels whose numbers are names.
NAMES = ("from", "to", "number")


def node_name(node) -> str:
    """The name of a node of networkx: the parts of a tuple are joined by commas, as in ``2,1``."""
    return ",".join(map(node_name, node)) if isinstance(node, tuple) else str(node)


def from_networkx(graph, name, kind, weight, position) -> Network:
    """The network with the nodes and edges of a graph.

    An edge of a directed graph is a channel, any other is a link: two channels. Parallel edges of a multigraph are
    numbered in their order. The attributes of edges that networks know are kept, and all that are numbers.
    """
    nodes, channels = _parts(graph, kind, weight, position)
    text, places = _text_of(nodes, channels)
    name = name or f"{graph.name or 'graph'}.json"
    try:
        return Network.from_text(text, name)
    except BadFile as error:
        raise _in_the_graph(error, places) from None


def _parts(graph, kind, weight, position) -> tuple[list, list]:
    """The nodes and the channels of a graph, as networks in files have them."""
    if not hasattr(graph, "edges") or not hasattr(graph, "is_directed"):
        raise TypeError(f"{graph!r} is no graph of networkx, such as nx.Graph(…)")
    if weight is not None:
        _expect_weight(graph, weight)
    names = {node: _name_of(node) for node in graph.nodes}
    nodes = [_node(names[node], data, kind, position) for node, data in graph.nodes(data=True)]
    channels = []
    for source, target, data in graph.edges(data=True):
        own = {key: value for key, value in data.items() if key in PROPERTIES or _is_number(key, value)}
        ends = (names[source], names[target])
        if weight is not None and weight in data:
            own["weight"] = _weight(data[weight], weight, ends)
        channels.append({"from": ends[0], "to": ends[1], **own})
        if not graph.is_directed():
            channels.append({"from": ends[1], "to": ends[0], **own})
    _number(channels)
    return nodes, channels


def _text_of(nodes, channels) -> tuple[str, list]:
    """The text of a network, in one line, and where which node or edge begins in it."""
    text, places = io.StringIO(), []
    text.write('{"format": "wormcast-network", "version": 1, "nodes": [')
    for key, parts in (("node `{name}`", nodes), ("edge from `{from}` to `{to}`", channels)):
        for number, part in enumerate(parts):
            text.write(", " if number else "")
            places.append((text.tell() + 1, key.format_map(part)))
            text.write(json.dumps(part, default=_of_numpy))
        places.append((text.tell() + 1, None))
        text.write('], "channels": [' if parts is nodes else "]}")
    return text.getvalue(), places


def _in_the_graph(error: BadFile, places: list) -> BadFile:
    """The error with the node or edge that it is about, instead of a place in a text that nobody has seen."""
    problem, place = str(error), error.column
    if place is None or error.line != 1:
        return error
    part = places[bisect.bisect_right([begin for begin, _ in places], place) - 1][1] if place >= places[0][0] else None
    message = problem.split(f":1:{place}: ", 1)[-1]
    return BadFile(f"{part}: {message}" if part else message, part or error.culprit, error.guess)


def _expect_weight(graph, weight) -> None:
    keys = dict.fromkeys(key for *_, data in graph.edges(data=True) for key in data)
    if weight in keys or not graph.number_of_edges():
        return
    guess = next(iter(difflib.get_close_matches(weight, [key for key in keys if isinstance(key, str)], 1)), None)
    known = ", ".join(f"`{key}`" for key in keys) or "none"
    meant = f"; did you mean `{guess}`?" if guess else ""
    raise UnknownName(f"no edge of the graph has the attribute `{weight}`; they have {known}{meant}", weight, guess)


def _weight(value, key, ends) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        message = f"`{key}` of the edge from `{ends[0]}` to `{ends[1]}` is {value!r}; expected a number"
        raise BadFile(message, f"edge from `{ends[0]}` to `{ends[1]}`") from None


def _name_of(node) -> str:
    if isinstance(node, (bytes, bool)) or node is None:
        raise TypeError(f"the node {node!r} has no name; nodes are texts, numbers, or tuples of coordinates")
    return node_name(node)


def _is_number(key, value) -> bool:
    """Whether an attribute of an edge is a number of its own."""
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    return isinstance(key, str) and key not in NAMES and is_number and bool(np.isfinite(value))


def _of_numpy(value):
    """A number of NumPy as one of Python; any other thing as its text, which the reader refuses with its place."""
    return value.item() if hasattr(value, "item") else str(value)


def _node(name, data, kind, position) -> dict:
    node = {"name": name}
    if data.get(kind) == "endpoint":
        node["kind"] = "endpoint"
    if position in data:
        node["at"] = _place(name, data[position])
    return node


def _place(name, given) -> list:
    try:
        return [float(part) for part in given][:2]
    except (TypeError, ValueError):
        raise BadFile(f"the place of the node `{name}` is {given!r}; expected two numbers", name) from None


def _number(channels) -> None:
    """Numbers the channels that lead from one node to the same other one, in their order."""

    def ends(channel):
        return channel["from"], channel["to"]

    for _, parallel in groupby(sorted(channels, key=ends), key=ends):
        for number, channel in enumerate(parallel):
            channel["number"] = number


def to_networkx(network: Network, undirected: bool | None):
    """The graph of a network: undirected if every channel has its opposite and nobody asks for anything else, and a
    multigraph if there are parallel channels."""
    import networkx as nx

    channels, own = network.channels(), network.channel_properties()
    source, target, number = (channels[key] for key in ("source", "target", "number"))
    if undirected is None:
        undirected = _is_symmetric(network, source, target, number)
    many = bool(number.size and number.max() > 0)
    graph = ((nx.MultiGraph if many else nx.Graph) if undirected else (nx.MultiDiGraph if many else nx.DiGraph))()
    graph.graph["name"] = str(network)
    _add_nodes(graph, network)
    names = network.nodes
    own = {key: values for key, values in own.items() if not np.isnan(values).all()}
    for place in np.flatnonzero(source < target) if undirected else range(len(source)):
        data = {key: _plain(values[place]) for key, values in own.items() if not np.isnan(values[place])}
        ends = names[source[place]], names[target[place]]
        graph.add_edge(*ends, **({"key": int(number[place])} if many else {}), **data)
    return graph


def _is_symmetric(network: Network, source, target, number) -> bool:
    """Whether every channel has its opposite, of the same number and with the same properties."""
    own = np.stack([*network.channel_properties().values()])
    keys = (number, target, source), (number, source, target)
    there, back = (np.lexsort(key) for key in keys)
    same = np.array_equal(source[there], target[back]) and np.array_equal(target[there], source[back])
    return same and np.array_equal(number[there], number[back]) and np.array_equal(own[:, there], own[:, back], equal_nan=True)


def _add_nodes(graph, network: Network) -> None:
    graph.add_nodes_from(network.nodes)
    names = network.nodes
    for node, (x, y) in enumerate(network.positions()):
        if not np.isnan(x):
            graph.nodes[names[node]]["pos"] = (float(x), float(y))
    for node in network.endpoints():
        graph.nodes[names[node]]["kind"] = "endpoint"


def _plain(value):
    return int(value) if float(value).is_integer() else float(value)


def load_proof(network: Network, text: str, plans: list):
    """The proof of a pickle."""
    return network.load_proof(text, plans or None)


def rebuild(spec: dict, text: str | None) -> Network:
    """The network of a pickle: from its description, or from what it is."""
    topology = spec["topology"]
    whole = Network(topology) if text is None else Network.from_text(text, topology.split(":", 1)[-1])
    kinds = ("nodes", "links", "channels")
    return whole.without(**{kind: [_lost(part) for part in spec.get(f"without_{kind}", ())] for kind in kinds})


def _lost(part):
    return tuple(part) if isinstance(part, list) else part
