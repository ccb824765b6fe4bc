"""Calls that are wrong say what is wrong, and what would be accepted."""

import networkx as nx
import numpy as np
import pytest

import wormcast
from wormcast import Network, Plan


@pytest.fixture(scope="module")
def mesh():
    return Network("mesh:8x8")


@pytest.mark.parametrize(
    ("ask", "error", "culprit", "guess"),
    [
        (lambda mesh: Network("mehs:8x8"), wormcast.UnknownName, "mehs:8x8", "mesh"),
        (lambda mesh: mesh.plan("dual-pth", "0,0", ["1,1"]), wormcast.UnknownName, "dual-pth", "dual-path"),
        (lambda mesh: mesh.plan("dual-path", "0,0", ["8,8"]), wormcast.UnknownName, "8,8", None),
        (lambda mesh: mesh.plan("single-tree", "0,0", ["1,1"], rot="0,0"), wormcast.UnknownName, "rot", "root"),
        (lambda mesh: mesh.plan("disjoint-trees", "0,0", ["1,1"], trees=0), wormcast.BadOption, "trees", None),
        (lambda mesh: mesh.plan("dstm-1", "0,0", ["1,1"]), wormcast.Unserved, "dstm-1", None),
        (lambda mesh: Network("ring:7").prove(routing="valiant"), wormcast.Unserved, "valiant", None),
        (lambda mesh: mesh.prove(routing="valiant", virtual_channels=1), wormcast.Unserved, "valiant", None),
        (lambda mesh: Network("mesh:3x2", without_nodes=["0,1", "2,1"]).labels(), wormcast.Unserved, "mesh:3x2 without 0,1 without 2,1", None),
        (lambda mesh: mesh.plan("unicast", "0,0", ["1,1"]).simulate(lenght=3), wormcast.UnknownName, "lenght", "length"),
        (lambda mesh: mesh.prove(routing="up-dwon"), wormcast.UnknownName, "up-dwon", "up-down"),
        (lambda mesh: Network("file:missing.gml"), wormcast.BadFile, "missing.gml", None),
        (lambda mesh: Network.from_text("a b\na a\n", "net.edges"), wormcast.BadFile, "net.edges", None),
        (lambda mesh: Plan.load("{}"), wormcast.BadFile, None, None),
    ],
)
def test_errors_keep_the_culprit_and_the_guess(mesh, ask, error, culprit, guess):
    with pytest.raises(error) as raised:
        ask(mesh)
    assert isinstance(raised.value, ValueError)
    assert (raised.value.culprit, raised.value.guess) == (culprit, guess), str(raised.value)
    assert guess is None or f"did you mean `{guess}`?" in str(raised.value)


def test_errors_of_files_have_lines():
    with pytest.raises(wormcast.BadFile) as raised:
        Network.from_text("a b\na a\n", "net.edges")
    assert (raised.value.line, raised.value.column) == (2, 1)


def test_wrong_types_are_told(mesh):
    with pytest.raises(TypeError, match="names no node"):
        mesh.plan("unicast", None, ["1,1"])
    with pytest.raises(TypeError, match="expected a Plan"):
        mesh.simulate([3])


def test_messages_say_what_is_accepted(mesh):
    with pytest.raises(wormcast.UnknownName, match="did you mean `budget`") as raised:
        mesh.prove("unicast", buget=3)
    assert raised.value.culprit == "buget"
    with pytest.raises(TypeError, match="Network.from_networkx takes graphs"):
        Network(object())
    assert [entry["scheme"] for entry in mesh.compare("0,0", ["1,1"], schemes="unicast").schemes] == ["unicast"]


class Undecorated:
    def plan(self, source, destinations):
        return []


def sweep(**changed):
    experiment = {"topology": "mesh:4x4", "schemes": ["unicast"], "loads": [0.02]}
    return wormcast.sweep({**experiment, **changed}, "nowhere")


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        # Numbers.
        (lambda mesh, plan: plan.simulate(length=-1), wormcast.BadOption, "`length`: `-1` is negative"),
        (lambda mesh, plan: plan.simulate(length=1.5), wormcast.BadOption, "`length`: `1.5` is no whole number such as 8"),
        (lambda mesh, plan: plan.simulate(length=10**12), wormcast.BadOption, "`length`: `1000000000000` is too large"),
        (lambda mesh, plan: mesh.prove("unicast", virtual_channels=0), wormcast.BadOption, "`0` is too small; expected 1"),
        (lambda mesh, plan: mesh.prove("unicast", budget="x"), wormcast.BadOption, "`budget`: `x` is no span of time"),
        # One where several are expected.
        (lambda mesh, plan: Network("mesh:4x4", without_nodes=(3, 3)), wormcast.UnknownName, r"`\[\(3, 3\)\]`\?"),
        (lambda mesh, plan: mesh.without(nodes=(3, 3)), wormcast.UnknownName, r"`\[\(3, 3\)\]`\?"),
        (lambda mesh, plan: mesh.plan("unicast", "0,0", (3, 3)), wormcast.UnknownName, r"`\[\(3, 3\)\]`\?"),
        (lambda mesh, plan: mesh.without(links=("0,0", "1,0")), wormcast.UnknownName, r"`\[\('0,0', '1,0'\)\]`\?"),
        (lambda mesh, plan: mesh.without(channels=((0, 0), (1, 0))), wormcast.UnknownName, "is one pair of nodes"),
        (lambda mesh, plan: mesh.plan("unicast", "0,0", 3), TypeError, "3 is no list; several are a list such as"),
        # Nodes of types that are none.
        (lambda mesh, plan: mesh.plan("unicast", True, ["1,1"]), TypeError, "True names no node; expected"),
        (lambda mesh, plan: Network("ring:7").plan("unicast", 0, [True]), TypeError, "True names no node"),
        (lambda mesh, plan: mesh.plan("unicast", b"0,0", ["1,1"]), TypeError, "b'0,0' names no node"),
        (lambda mesh, plan: mesh.plan("unicast", 1.0, ["1,1"]), TypeError, "1.0 names no node"),
        (lambda mesh, plan: Network.from_networkx(nx.Graph([(b"a", b"b")])), TypeError, "the node b'a' has no name"),
        # Arguments of another type than is taken are named.
        (lambda mesh, plan: mesh.random_destinations("0,0", 3, seed=-1), wormcast.BadOption, "`seed` is -1; expected a whole"),
        (lambda mesh, plan: mesh.random_destinations("0,0", -3), wormcast.BadOption, "`count` is -3"),
        (lambda mesh, plan: mesh.random_destinations("0,0", "3"), TypeError, "`count` is '3'; expected a whole number"),
        (lambda mesh, plan: mesh.svg(title=5), TypeError, "`title` is 5; expected a text"),
        (lambda mesh, plan: plan.svg(names="x"), TypeError, "`names` is 'x'; expected True or False"),
        (lambda mesh, plan: plan.simulate().html(title=5), TypeError, "`title` is 5; expected a text"),
        (lambda mesh, plan: mesh.plan_all(None, "load"), TypeError, "`workload` is None; expected a pattern such as"),
        (lambda mesh, plan: mesh.plan_all("all-gather", 3), TypeError, "`objective` is 3; expected \"load\""),
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], under="x"), wormcast.BadOption, "`under`: `x` is no number such as"),
        (lambda mesh, plan: mesh.route("up-down", virtual_channels=0), wormcast.BadOption, "`virtual_channels` is 0; expected"),
        (lambda mesh, plan: mesh.replan(plan, join=["1,1"]), TypeError, r"`join` is \['1,1'\]; expected a dictionary"),
        (lambda mesh, plan: mesh.replan(plan, leave={"a": ["1,1"]}), TypeError, "`leave` has the key 'a'"),
        (lambda mesh, plan: mesh.save(5), TypeError, "`path` is 5; expected a path"),
        (lambda mesh, plan: mesh.check({1}), TypeError, "is no document; expected a dictionary"),
        (lambda mesh, plan: Network.from_text(5), TypeError, "`text` is 5; expected a text"),
        (lambda mesh, plan: wormcast.reproduce("star-15", seed=-1), wormcast.BadOption, "`seed` is -1"),
        (lambda mesh, plan: wormcast.reproduce("nope"), wormcast.UnknownName, r"unknown figure `nope`; `wormcast.list_all"),
        (lambda mesh, plan: wormcast.plan_groups("x", [1]), TypeError, r"`groups` is \[1\]; expected a dictionary"),
        (lambda mesh, plan: mesh.prove("dual-path", with_unicast="yes"), TypeError, "`with_unicast` is 'yes'; expected True or"),
        # Schemes and routings.
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], schemes=Undecorated), TypeError, "Undecorated.* is no scheme"),
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], schemes=Undecorated()), TypeError, "is no scheme; expected"),
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], scheme="unicast"), wormcast.UnknownName, "did you mean `schemes`"),
        (lambda mesh, plan: mesh.prove("up-down"), wormcast.UnknownName, "it is a routing, which `routing=` names"),
        (lambda mesh, plan: mesh.prove(scheme="dual-path"), wormcast.UnknownName, "what is proved comes first"),
        (lambda mesh, plan: mesh.prove(routing="dual-path"), wormcast.UnknownName, "it is a scheme, and no routing"),
        (lambda mesh, plan: mesh.prove(routing=lambda network, source, to: None), TypeError, "neither a scheme nor a rou"),
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], schemes=[]), wormcast.BadOption, "no schemes are named"),
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], schemes=["unicast"] * 2), wormcast.BadOption, "`unicast` is named twice"),
        (lambda mesh, plan: mesh.prove("dual-path", routing="up-down"), wormcast.BadOption, "`dual-path` takes no `routing`; with"),
        (lambda mesh, plan: mesh.prove(routes={"0,0": "0,1"}), TypeError, "`routes` is the dictionary .*expected a file of routes"),
        (lambda mesh, plan: mesh.prove("unicast", routing="/"), wormcast.BadFile, "cannot read /: it is a folder"),
        (lambda mesh, plan: Network("ring:7").prove("unicast", routing="valiant"), wormcast.Unserved, "`valiant` does not serve ri"),
        (lambda mesh, plan: mesh.plan("mot-broadcast", "0,0", ["1,1"], foo=1), wormcast.UnknownName, "`foo`; it takes none"),
        (lambda mesh, plan: mesh.route(lambda network, source, to: None), TypeError, "is no routing.*@wormcast.routing"),
        # Plans.
        (lambda mesh, plan: mesh.mend(mesh.prove("dual-path").deadlocked()), wormcast.Error, "there are no plans"),
        (lambda mesh, plan: mesh.mend(mesh.prove("dual-path")), TypeError, r"are `proof.deadlocked\(\)`"),
        (lambda mesh, plan: mesh.mend("dual-path"), TypeError, "'dual-path' is neither a Plan nor a list of Plans"),
        (lambda mesh, plan: mesh.prove([[plan]]), TypeError, "is neither a Plan nor a list of Plans"),
        (lambda mesh, plan: mesh.simulate([]), wormcast.Error, "there are no plans to run"),
        (lambda mesh, plan: mesh.simulate(mesh.prove("dual-path")), TypeError, r"proofs have `deadlocked\(\)`"),
        # Networks.
        (lambda mesh, plan: Network(nx.path_graph(3)), TypeError, "Network.from_networkx takes graphs"),
        (lambda mesh, plan: Network(__file__), wormcast.UnknownName, "did you mean `file:.*test_wrong_calls.py`"),
        (
            lambda mesh, plan: Network.from_networkx(nx.Graph([(0, 1)]), position="at") and place("x"),
            wormcast.BadFile,
            "the place of the node `0` is 'x'; expected two numbers",
        ),
        # Sweeps.
        (lambda mesh, plan: sweep(topology=nx.path_graph(3)), TypeError, "Network.from_networkx"),
        (lambda mesh, plan: sweep(schemes=Undecorated), TypeError, "is no scheme"),
        (lambda mesh, plan: wormcast.sweep(None), TypeError, "None is no experiment; expected a dictionary"),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", threads=-1), wormcast.BadOption, "`threads` is -1"),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", threads=0), wormcast.BadOption, "`threads` is 0; expected a number of"),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", threads="2"), TypeError, "`threads` is '2'; expected a number"),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", shard=3), TypeError, '`shard` is 3; expected a text such as "1/4"'),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", resume="x"), TypeError, "`resume` is 'x'; expected True or False"),
        (lambda mesh, plan: wormcast.sweep({}, 5), TypeError, "`out` is 5; expected the path of a folder"),
        (lambda mesh, plan: wormcast.sweep("nope.toml"), wormcast.BadFile, "nope.toml: No such file or directory"),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", client=3), TypeError, "expected a `distributed.Client`"),
    ],
)
def test_wrong_calls_say_what_is_right(mesh, ask, error, message):
    plan = mesh.plan("dual-path", "0,0", ["3,3"])
    with pytest.raises(error, match=message):
        ask(mesh, plan)


def place(where):
    graph = nx.path_graph(2)
    graph.nodes[0]["pos"] = where
    return Network.from_networkx(graph)


def test_a_sweep_says_what_serves_the_network():
    # A comb has no Hamiltonian path.
    lost = [("0,1", "1,1"), ("1,1", "2,1"), ("2,1", "3,1")]
    comb = Network("mesh:4x2", without_links=lost)
    for experiment in (dict, wormcast._sweep.to_toml):
        described = {"topology": "mesh:4x2", "without_links": lost}
        with pytest.raises(wormcast.Unserved, match="scheme `dual-path`.*; what serves it: unicast, ") as raised:
            wormcast.sweep(experiment({**described, "schemes": ["unicast", "dual-path"], "loads": [0.02]}), "nowhere")
        assert (raised.value.culprit, raised.value.line) == ("dual-path", 3)
    with pytest.raises(wormcast.Unserved, match="scheme `dual-path`"):
        comb.plan("dual-path", "0,0", ["3,1"])


def test_what_is_given_may_be_said_in_several_ways(mesh, tmp_path):
    # A set has no order: the plan is the same in every process.
    assert mesh.plan("unicast", "0,0", {"3,3", "1,1"}).destinations == ["1,1", "3,3"]
    mesh.save(tmp_path / "net.json")
    assert Network(tmp_path / "net.json").nodes == mesh.nodes
    table = {"scheme": "single-tree", "root": (1, 1)}
    for same in (table, [table], "single-tree --root 1,1"):
        compared = mesh.compare("0,0", ["1,1"], schemes=same).schemes
        assert [entry["scheme"] for entry in compared] == ["single-tree --root '1,1'"]
    with pytest.raises(wormcast.BadOption, match="scheme `single-tree --root '1,1'` is named twice"):
        mesh.compare("0,0", ["1,1"], schemes=[table, "single-tree --root 1,1"])
    # Rows of NumPy are coordinates, and its short floats have the digits that they show.
    rows = np.array([[1, 1], [2, 2]])
    assert mesh.plan("unicast", rows[0], rows[1:]) == mesh.plan("unicast", "1,1", ["2,2"])
    assert Network("ring:7").plan("unicast", np.int64(0), np.array([2, 3])).destinations == ["2", "3"]
    plan = mesh.plan("unicast", "0,0", ["1,1"])
    assert plan.simulate(router_ns=np.float32(5.1)).latency_ns == plan.simulate(router_ns=5.1).latency_ns
    assert wormcast._sweep.to_toml({"router_ns": np.float32(5.1)}) == "router_ns = 5.1\n"
    # What deadlocks is proved and mended as it is sent.
    ring = Network("torus:4")
    sent = ring.prove("unicast").deadlocked()
    assert ring.prove(sent).answer == "deadlock" and ring.mend(sent).proposals


@pytest.mark.parametrize(
    ("changed", "culprit", "message"),
    [
        ({"statistics": {"half_width_share": 0}}, "half_width_share", "`statistics.half_width_share`: 0 is not accepted"),
        ({"statistics": {"of": "x"}}, "of", "`statistics.of`: expected whose mean"),
        ({"statistics": {"halfwidth": 1}}, "halfwidth", "unknown key `halfwidth`"),
        ({"timing": {"router_ns": -1}}, "router_ns", "`timing.router_ns`: `-1` is not a time"),
        ({"traffic": {"multicast": {"destinations": 0}}}, "multicast", "`traffic.multicast`: 0 destinations"),
        ({"loads": [0]}, "loads", "`loads`: 0 is not a load"),
        ({"seeds": 3}, "seeds", "`seeds`: expected a list"),
        ({"schemes": ["dual-pth"]}, "dual-pth", "unknown scheme `dual-pth`"),
        ({"schemes": [{"scheme": "single-tree", "root": "9,9"}]}, "9,9", "mesh:4x4 has no node `9,9`"),
    ],
)
def test_errors_of_experiments_name_the_key(changed, culprit, message):
    with pytest.raises(wormcast.BadFile) as raised:
        sweep(**changed)
    assert raised.value.culprit == culprit and message in str(raised.value), str(raised.value)


def test_a_folder_of_threads_is_not_needed(tmp_path):
    """More threads than cores are none."""
    begun = {"topology": "mesh:4x4", "schemes": ["unicast"], "loads": [0.02], "statistics": {"max_messages": 200}}
    assert len(wormcast.sweep(begun, tmp_path / "out", threads=100_000)) == 3


def test_what_is_dropped_is_told(mesh):
    plan = mesh.plan("shortest-path-tree", "0,0", ["3,0", "0,3"])
    gone = mesh.replan(plan, without_nodes=["0,0"])
    assert gone.plans == {}
    assert "1 of 1 plans changed, 2 destinations dropped (1 plan has none left)" in repr(gone)
    assert "dropped" not in repr(mesh.replan(plan, without_nodes=["1,0"]))
