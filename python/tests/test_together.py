"""Many plans at once, and schemes under a load."""

import dataclasses

import pytest

import wormcast
from wormcast import Network

TORUS = "torus:4x4"


def test_a_workload_is_a_pattern_dictionaries_a_dataclass_or_a_file(tmp_path):
    torus = Network(TORUS)
    gathered = torus.plan_all("all-gather", "rounds", length=16)
    assert (len(gathered.plans), gathered.to_dict()["phases"][0]["value"]) == (16, 4)
    assert gathered.msccl.startswith("<algo")
    multicasts = [
        {"source": (0, 0), "to": [(1, 0), "2,2"], "flits": 16},
        {"source": "3,3", "to": "0,0", "flits": 16, "phase": 1},
    ]
    planned = torus.plan_all({"multicast": multicasts}, "load")
    assert [len(phase) for phase in planned.phases] == [1, 1] and planned.msccl is None
    assert all(plan.check() for plan in planned.plans)
    assert torus.prove(planned.phases[0])

    @dataclasses.dataclass
    class Layer:
        multicast: list

    assert torus.plan_all(Layer(multicasts), "load").plans == planned.plans
    (tmp_path / "layer.csv").write_text("source,destinations,flits,phase,start_ns\n0,1,16,0,0\n")
    assert len(Network("ring:4").plan_all(tmp_path / "layer.csv", "makespan").plans) == 1
    frame = planned.to_pandas()
    assert (frame["value"] >= frame["lower_bound"]).all() and list(frame["answer"]) == ["deadlock-free"] * 2


def test_what_is_no_workload_is_told():
    torus = Network(TORUS)
    with pytest.raises(wormcast.UnknownName) as raised:
        torus.plan_all("all-gather", "lode")
    assert raised.value.guess == "load"
    with pytest.raises(wormcast.UnknownName, match="there is no file `all-gathr`"):
        torus.plan_all("all-gathr", "load")
    with pytest.raises(wormcast.BadFile) as raised:
        torus.plan_all('[[multicast]]\nsource = "9,9"\nto = ["0,0"]\n', "load")
    assert raised.value.line == 1 and "9,9" in str(raised.value)


def test_plans_change_as_little_as_can_be():
    mesh = Network("mesh:8x8")
    plans = [mesh.plan("shortest-path-tree", "0,0", ["3,0", "0,3"]), mesh.plan("shortest-path-tree", "7,7", ["6,7"])]
    replanned = mesh.replan(plans, without_nodes=["1,0"], join={0: [(4, 4)]}, leave={0: "0,3"})
    assert [change["plan"] for change in replanned.changed] == [0]
    assert set(replanned.plans) == {0, 1} and replanned.free_while_changing
    now = replanned.plans[0]
    assert now.check() and set(now.destinations) == {"3,0", "4,4"} and "1,0" not in now.network
    assert replanned.plans[1].worms == plans[1].worms


def test_schemes_run_under_a_load():
    mesh = Network("mesh:4x4")
    asked = {"schemes": ["dual-path", "multi-path"], "length": 16, "until_half_width": 0.1, "max_messages": 2000}
    compared = mesh.compare("0,0", ["3,3", "1,2"], under=0.05, sizes=[2, 10], **asked)
    assert [size["destinations"] for size in compared.under_load] == [2, 10]
    assert {run["scheme"] for run in compared.under_load[0]["schemes"]} == set(asked["schemes"])
    assert compared.to_dict()["under_load"]["load"] == 0.05
    assert mesh.compare("0,0", ["3,3"], schemes=["dual-path"]).under_load is None
    with pytest.raises(wormcast.BadOption, match="`under` is 0"):
        mesh.compare("0,0", ["3,3"], under=0)
    with pytest.raises(wormcast.NotProved):
        Network(TORUS).compare("0,0", ["3,3"], schemes=["unicast"], under=0.01)
