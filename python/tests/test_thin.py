"""The way from a network to a plan, its verdict, its proof and its times."""

import json

import numpy as np
import pytest

import wormcast
from wormcast import Network, Plan


@pytest.fixture(scope="module")
def mesh():
    return Network("mesh:8x8")


def test_a_plan_has_worms_costs_and_json(mesh):
    plan = mesh.plan("dual-path", "2,1", ["3,2", "6,1"])
    assert (plan.cost.channels, plan.cost.longest_path, plan.cost.rounds, plan.cost.worms) == (6, 4, 1, 2)
    document = json.loads(plan.to_json())
    assert document == plan.to_dict()
    assert document["format"] == "wormcast-plan"
    assert plan.worms == document["worms"]
    assert (plan.scheme, plan.source, plan.destinations) == ("dual-path", "2,1", ["3,2", "6,1"])


def test_nodes_are_texts_tuples_or_numbers(mesh):
    assert mesh.plan("unicast", (2, 1), [(3, 2), "6,1"]) == mesh.plan("unicast", "2,1", ["3,2", "6,1"])
    ring = Network("ring:8")
    assert ring.plan("unicast", 0, [3]).destinations == ["3"]
    assert mesh.plan("unicast", "2,1", "3,2").destinations == ["3,2"]


def test_faults_are_left_out():
    chip = Network("mesh:8x8", without_nodes=["3,3", (4, 5)], without_links=["0,0-1,0"], without_channels=["0,1>0,2"])
    assert str(chip) == "mesh:8x8 without 3,3 without 4,5 without 0,0-1,0 without 0,1>0,2"
    assert chip.node_count == len(chip) == 62
    assert "3,3" not in chip and "3,4" in chip
    assert Network("mesh:8x8").without(nodes=["3,3"]).node_count == 63


def test_options_are_those_of_the_schemes():
    torus = Network("torus:8x8")
    plan = torus.plan("single-tree", "0,0", ["3,4", "7,7"], root="4,4")
    assert plan.check().is_valid
    assert torus.plan("single-tree", "0,0", ["3,4"], root=(4, 4)) == torus.plan("single-tree", "0,0", ["3,4"], root="4,4")
    switched = torus.plan("disjoint-trees", "0,0", ["3,4", "7,7"], split_destinations=True, trees=2)
    assert switched.cost.worms == 2
    assert torus.plan("disjoint-trees", "0,0", ["3,4"], split_destinations=False, trees=None)


def test_the_judge_tells_all_that_is_wrong(mesh):
    plan = mesh.plan("dual-path", "2,1", ["3,2", "6,1"])
    assert plan.check() and mesh.check(plan).faults == []
    document = plan.to_dict()
    document["cost"]["channels"] += 1
    document["worms"][0]["deliver"] = []
    report = mesh.check(document)
    assert not report and not report.is_valid
    assert {fault["kind"] for fault in report.faults} >= {"wrong-cost", "not-delivered"}


def test_schemes_plans_and_routings_are_proved(mesh):
    proof = mesh.prove("dual-path")
    assert proof and proof.answer == "deadlock-free"
    proof.verify()
    torus = Network("torus:4x4")
    deadlock = torus.prove("unicast")
    assert not deadlock and deadlock.answer == "deadlock"
    deadlock.verify()
    run = torus.simulate(deadlock.deadlocked(), **{key: deadlock.counterexample[key] for key in ("length", "buffer")})
    assert run.is_deadlock and run.cycle
    assert torus.prove(routing="dimension-order", virtual_channels=2)
    assert torus.prove("unicast", routing="dimension-order")


def test_proofs_are_about_the_routers_that_are_named(mesh):
    # One virtual channel around a ring deadlocks; worms that wait until all is theirs do not, and neither do bubbles.
    ring = Network("torus:4")
    for asked in ({}, {"routing": "shortest"}):
        scheme = ["unicast"] if not asked else []
        assert ring.prove(*scheme, **asked).answer == "deadlock"
        assert ring.prove(*scheme, **asked, reservation="whole").answer == "deadlock-free"
    plans = [ring.plan("unicast", source, [(source + 2) % 4]) for source in range(4)]
    assert ring.prove(plans).answer == "deadlock" and ring.prove(plans, reservation="whole")
    with pytest.raises(wormcast.BadOption, match="`switching`"):
        mesh.prove("dual-path", switching="worm")


def test_plans_around_a_ring_deadlock():
    ring = Network("torus:4")
    plans = [ring.plan("unicast", source, [(source + 2) % 4]) for source in range(4)]
    assert ring.prove(plans).answer == "deadlock"
    assert ring.prove(plans[:2])
    assert plans[0].prove()


def test_plans_are_run_in_time(mesh):
    plan = mesh.plan("unicast", "0,0", ["2,0"])
    run = plan.simulate()
    # Two channels at 40 + 10 ns, and 127 more flits at 10 ns.
    assert run.latency_ns == 2 * 50 + 1270
    assert mesh.simulate([plan, (plan, 0.5)], length=16, engine="flit").engine == "flit"
    assert plan.simulate(length=1, router_ns=0, flit_ns=0.5).latency_ns == 1.0


def test_plans_are_saved_and_loaded(mesh, tmp_path):
    plan = mesh.plan("dual-path", "2,1", ["3,2", "6,1"])
    plan.save(tmp_path / "plan.json")
    assert Plan.load(tmp_path / "plan.json") == plan == Plan.load(plan.to_json()) == Plan.load(plan.to_dict())
    proof = mesh.prove("dual-path")
    proof.save(tmp_path / "proof.json")
    mesh.load_proof(tmp_path / "proof.json").verify()


def test_numbers_of_numpy_are_numbers(mesh):
    plan = mesh.plan("unicast", tuple(np.array([2, 1])), ["3,2"])
    assert plan.simulate(length=np.int64(64), router_ns=np.float32(20)) and plan.source == "2,1"
    assert mesh.plan("disjoint-trees", "0,0", ["3,4"], trees=np.int64(1)).cost.worms == 1
    with pytest.raises(TypeError, match="is no value of an option"):
        plan.simulate(length=np.array([64]))
