"""Networks from graphs of networkx and back."""

import pickle

import networkx as nx
import numpy as np
import pytest

import wormcast
from wormcast import Network


def same(one, other):
    """Whether two networks have the same channels, with all that these have of their own."""
    a, b = ({**network.channels(), **network.channel_properties()} for network in (one, other))
    return one.nodes == other.nodes and all(np.array_equal(a[key], b[key], equal_nan=a[key].dtype.kind == "f") for key in a)


@pytest.mark.parametrize("topology", ["mesh:4x3", "one-way-torus:3x3", "concentrated-mesh:2x2:2", "star:4"])
def test_there_and_back(topology):
    network = Network(topology)
    back = Network.from_networkx(network.to_networkx())
    assert same(network, back)
    assert back.endpoints().tolist() == network.endpoints().tolist()


def test_grids_keep_their_coordinates_as_names():
    network = Network.from_networkx(nx.grid_2d_graph(4, 3))
    assert "2,1" in network and (2, 1) in network
    assert network.plan("dual-path", (0, 0), [(3, 2)]).check()


def test_directed_multigraphs_keep_weights_places_and_numbers():
    graph = nx.MultiDiGraph(name="lab")
    graph.add_node("a", pos=(0, 1.5))
    graph.add_node("h", kind="endpoint")
    graph.add_edge("a", "b", delay_ns=3, flit_ns=0.5, cost=2.5)
    graph.add_edge("a", "b", virtual_channels=2, buffer_flits=8)
    graph.add_edge("b", "a")
    graph.add_edge("b", "h")
    network = Network.from_networkx(graph, weight="cost")
    assert str(network) == "file:lab.json"
    assert network.channels()["number"].tolist() == [0, 1, 0, 0]
    own = network.channel_properties()
    assert own["delay_ns"][0] == 3 and own["virtual_channels"][1] == 2 and own["weight"][0] == 2.5
    assert network.positions()[0].tolist() == [0, 1.5]
    assert [network.nodes[node] for node in network.endpoints()] == ["h"]
    back = network.to_networkx()
    assert isinstance(back, nx.MultiDiGraph)
    assert back.edges["a", "b", 1] == {"virtual_channels": 2, "buffer_flits": 8}
    assert back.nodes["a"]["pos"] == (0, 1.5) and back.nodes["h"]["kind"] == "endpoint"
    assert same(network, Network.from_networkx(back, weight="weight"))


def test_directed_or_not_as_asked():
    mesh = Network("mesh:3x3")
    assert not mesh.to_networkx().is_directed()
    assert mesh.to_networkx(undirected=False).number_of_edges() == mesh.channel_count
    assert Network("one-way-torus:3x3").to_networkx().is_directed()


def test_what_is_no_network_is_told():
    graph = nx.Graph([("a", "a")])
    with pytest.raises(wormcast.BadFile, match="linked to itself|loop|itself"):
        Network.from_networkx(graph)


def test_files_are_written_and_read(tmp_path):
    network = Network("mesh:3x3", without_nodes=["1,1"])
    for name in ("net.json", "net.graphml", "net.dot"):
        network.save(tmp_path / name)
        assert same(Network(f"file:{tmp_path / name}"), network)
    with pytest.raises(wormcast.UnknownName):
        network.save(tmp_path / "net.xls")


@pytest.mark.parametrize("make", [lambda: Network("mesh:4x4", without_nodes=["1,1"], without_links=["0,0-1,0"]),
                                  lambda: Network.from_networkx(nx.petersen_graph()).without(nodes=[3])])
def test_networks_and_plans_are_pickled(make):
    network = make()
    again = pickle.loads(pickle.dumps(network))
    assert again == network and hash(again) == hash(network) and same(again, network)
    plan = network.plan("unicast", network.nodes[0], network.nodes[1:4])
    assert pickle.loads(pickle.dumps(plan)) == plan


def test_nodes_of_networkx_are_named_as_they_are_asked_for():
    nested = [((0, 1), 2), ((0, 1), 3)]
    network = Network.from_networkx(nx.Graph([nested]))
    assert network.plan("unicast", nested[0], [nested[1]]).destinations == ["0,1,3"]
    labelled = Network.from_networkx(nx.Graph([("a b", "x>y"), ("x>y", "é")]))
    assert labelled.plan("unicast", "a b", ["é", "x>y"]).check()


def test_numbers_of_numpy_are_kept():
    graph = nx.Graph([(0, 1, {"delay_ns": np.float32(3), "virtual_channels": np.int64(2)})])
    own = Network.from_networkx(graph).channel_properties()
    assert own["delay_ns"][0] == 3 and own["virtual_channels"][0] == 2


@pytest.mark.parametrize(
    ("edges", "culprit", "message"),
    [
        ([("a", "b", {"delay_ns": -3})], "edge from `a` to `b`", "edge from `a` to `b`: -3 ns; expected a time"),
        ([("x", "y", {}), ("a", "b", {"virtual_channels": 1.5})], "edge from `a` to `b`", "`virtual_channels` is `1.5`"),
        ([("a", "b", {"delay_ns": "long"})], "edge from `a` to `b`", "`delay_ns` is"),
        ([("a", "a", {})], "edge from `a` to `a`", "edge from `a` to `a`: `a` is linked to itself"),
        ([(1, "1", {})], "node `1`", "node `1`: a second node `1`"),
        ([("", "b", {})], "node ``", "a name is empty"),
        ([], "graph.json", "a network without a node"),
    ],
)
def test_errors_of_graphs_name_the_node_or_the_edge(edges, culprit, message):
    with pytest.raises(wormcast.BadFile) as raised:
        Network.from_networkx(nx.Graph(edges))
    assert raised.value.culprit == culprit and message in str(raised.value), str(raised.value)
    assert ":1:" not in str(raised.value)


def test_a_weight_that_no_edge_has_is_told():
    graph = nx.Graph([("a", "b", {"cost": 3, "length": 2})])
    with pytest.raises(wormcast.UnknownName, match="`cots`; they have `cost`, `length`; did you mean `cost`") as raised:
        Network.from_networkx(graph, weight="cots")
    assert (raised.value.culprit, raised.value.guess) == ("cots", "cost")
    graph.edges["a", "b"]["cost"] = "dear"
    with pytest.raises(wormcast.BadFile, match="`cost` of the edge from `a` to `b` is 'dear'; expected a number"):
        Network.from_networkx(graph, weight="cost")


def test_what_is_no_graph_is_told():
    with pytest.raises(TypeError, match="is no graph of networkx"):
        Network.from_networkx([(0, 1)])


def test_any_number_of_edges_is_a_weight():
    graph = nx.Graph()
    graph.add_edge("a", "b", cost=250_000, length=1.5, name="x")
    graph.add_edge("b", "d", cost=1, length=2.25)
    graph.add_edge("a", "c", cost=2, length=9)
    graph.add_edge("c", "d", cost=3, length=9)
    network = Network.from_networkx(graph)
    assert set(network.channel_properties()) >= {"cost", "length"}
    by_cost = network.plan("steiner", "a", ["d"], weight="cost").to_dict()
    assert by_cost["optimality"]["value"] == 5
    assert network.plan("shortest-path-tree", "a", ["d"], weight="length").cost.channels == 2
    with pytest.raises(ValueError, match="`price`.*`cost`, `length`"):
        network.plan("ner", "a", ["d"], weight="price")
