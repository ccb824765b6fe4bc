"""Plans of a user's own schemes are judged where nobody looks at them: in comparisons and in sweeps."""

import threading

import pytest
from own import py_unicast

import wormcast
from wormcast import Network, Worm


@wormcast.scheme("py-twice")
def twice(network, source, destinations):
    """Two worms that deliver the same, where there are several destinations."""
    path = py_unicast(network, source, destinations[:1])[0]
    rest = py_unicast(network, source, destinations[1:])
    return [Worm(path=path, deliver=destinations[:1])] * (1 + (len(destinations) > 1)) + rest


def experiment(scheme, **changed):
    statistics = {"max_messages": 400}
    traffic = {"multicast_share": 0.1, "multicast": {"destinations": 3}}
    return {"topology": "mesh:4x4", "schemes": [scheme], "loads": [0.02], "traffic": traffic, "statistics": statistics, **changed}


def test_a_comparison_refuses_plans_that_are_none():
    mesh = Network("mesh:4x4")
    fault = mesh.plan(twice, "0,0", ["3,0", "0,3"]).check().faults[0]["message"]
    entries = {entry["scheme"]: entry for entry in mesh.compare("0,0", ["3,0", "0,3"], schemes=[twice, "dual-path"]).schemes}
    refused = entries["py-twice"]["refused"]
    assert refused == f"scheme `py-twice`: its plan from 0,0 to 3,0 0,3 is not valid: {fault}"
    assert entries["dual-path"]["proof"] == "deadlock-free"
    # That of a single destination is one.
    assert "cost" in mesh.compare("0,0", ["3,0"], schemes=[twice]).schemes[0]


@pytest.mark.parametrize("traffic", [{}, {"unicast_scheme": "dual-path"}])
def test_a_sweep_refuses_plans_that_are_none(tmp_path, traffic):
    asked = experiment(twice)
    asked["traffic"] = {**asked["traffic"], **traffic}
    with pytest.raises(wormcast.Error, match="scheme `py-twice`: its plan from .* is not valid: ") as raised:
        wormcast.sweep(asked, tmp_path / "out")
    assert raised.value.culprit == "py-twice"


def test_a_scheme_is_asked_once_for_each_pair_and_each_multicast(tmp_path):
    asked, lock = [], threading.Lock()

    @wormcast.scheme("py-counted")
    def counted(network, source, destinations):
        with lock:
            asked.append((source, *destinations))
        return py_unicast(network, source, destinations)

    result = wormcast.sweep(experiment(counted, statistics={"max_messages": 2000}), tmp_path / "one")
    messages = dict(zip(result.columns["traffic"], result.columns["messages"]))
    unicasts = [sent for sent in asked if len(sent) == 2]
    # Twice: the run of the cell, and one of messages that are alone.
    assert len(unicasts) <= 2 * 16 * 15 < 2 * messages["unicast"] and len(unicasts) <= 2 * len(set(unicasts))
    assert messages["multicast"] <= len(asked) - len(unicasts)
    asked.clear()
    apart = experiment(counted)
    apart["traffic"]["unicast_scheme"] = "unicast"
    wormcast.sweep(apart, tmp_path / "two")
    assert asked and all(len(sent) == 4 for sent in asked)


def test_what_is_kept_changes_no_result(tmp_path):
    """The scheme of the library that plans the same has the same figures."""
    table = lambda scheme, out: wormcast.sweep(experiment(scheme), tmp_path / out).to_pandas().drop(columns="scheme")
    assert table(py_same, "own").equals(table("unicast", "library"))


@wormcast.scheme("py-same")
def py_same(network, source, destinations):
    """As `unicast` of the library."""
    hops = [network.plan("unicast", source, [to]).worms[0]["route"] for to in destinations]
    return [Worm(path=[source, *(to for _, _, to in route)], deliver=[end]) for route, end in zip(hops, destinations)]
