"""Networks from graphs of networkx, and back."""

from __future__ import annotations

import json
from itertools import groupby

import numpy as np

from ._wormcast import Network
from .errors import BadFile

#: What a channel may have of its own, as networks call it.
PROPERTIES = ("delay_ns", "flit_ns", "router_ns", "virtual_channels", "buffer_flits")

#: Keys of channels whose numbers are names.
NAMES = ("from", "to", "number")


def node_name(node) -> str:
    """The name of a node of networkx: the parts of a tuple are joined by commas, as in ``2,1``."""
    return ",".join(map(node_name, node)) if isinstance(node, tuple) else str(node)


def from_networkx(graph, name, kind, weight, position) -> Network:
    """The network with the nodes and edges of a graph."""
    return Network.from_text(text_of(graph, kind, weight, position), name or f"{graph.name or 'graph'}.json")


def text_of(graph, kind="kind", weight=None, position="pos") -> str:
    """The `wormcast-network` with the nodes and edges of a graph.

    An edge of a directed graph is a channel, any other is a link: two channels. Parallel edges of a multigraph are
    numbered in their order. The attributes of edges that networks know are kept, and all that are numbers.
    """
    if not hasattr(graph, "edges") or not hasattr(graph, "is_directed"):
        raise TypeError(f"{graph!r} is no graph of networkx, such as nx.Graph(…)")
    names = {node: node_name(node) for node in graph.nodes}
    nodes = [_node(names[node], data, kind, position) for node, data in graph.nodes(data=True)]
    channels = []
    for source, target, data in graph.edges(data=True):
        own = {key: value for key, value in data.items() if key in PROPERTIES or _is_number(key, value)}
        if weight is not None and weight in data:
            own["weight"] = float(data[weight])
        ends = (names[source], names[target])
        channels.append({"from": ends[0], "to": ends[1], **own})
        if not graph.is_directed():
            channels.append({"from": ends[1], "to": ends[0], **own})
    _number(channels)
    network = {"format": "wormcast-network", "version": 1, "nodes": nodes, "channels": channels}
    return json.dumps(network, default=_of_numpy)


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


def rebuild(spec: dict, text: str | None) -> Network:
    """The network of a pickle: from its description, or from what it is."""
    topology = spec["topology"]
    whole = Network(topology) if text is None else Network.from_text(text, topology.split(":", 1)[-1])
    kinds = ("nodes", "links", "channels")
    return whole.without(**{kind: [_lost(part) for part in spec.get(f"without_{kind}", ())] for kind in kinds})


def _lost(part):
    return tuple(part) if isinstance(part, list) else part
