"""Columns as NumPy arrays and frames."""

import numpy as np
import pandas as pd
import pytest

import wormcast
from wormcast import Network


def test_channels_are_arrays():
    mesh = Network("mesh:3x2")
    channels = mesh.channels()
    assert {key: column.dtype for key, column in channels.items()} == dict.fromkeys(channels, np.dtype("uint32"))
    assert len(channels["source"]) == mesh.channel_count == 14
    names = np.array(mesh.nodes)
    pairs = set(zip(names[channels["source"]], names[channels["target"]]))
    assert ("0,0", "1,0") in pairs and ("1,0", "0,0") in pairs and ("0,0", "1,1") not in pairs
    assert mesh.neighbours("0,0") == ["1,0", "0,1"]


def test_hops_and_deliveries_are_the_worms_of_the_plan():
    plan = Network("mesh:8x8").plan("single-tree", "2,1", ["3,2", "6,1", "0,7"])
    frame = plan.to_pandas()
    assert len(frame) == plan.cost.channels
    route = [(None if hop.parent < 0 else hop.parent, hop.source, hop.target) for hop in frame.itertuples()]
    assert [tuple(hop) for hop in plan.worms[0]["route"]] == route
    deliveries = plan.deliveries()
    assert [plan.network.nodes[node] for node in deliveries["node"]] == [d["node"] for d in plan.worms[0]["deliver"]]


def test_runs_are_arrays():
    mesh = Network("mesh:8x8")
    plans = [mesh.plan("dual-path", source, ["3,2", "6,1"]) for source in ("0,0", "7,7", "2,5")]
    run = mesh.simulate([(plan, 100 * number) for number, plan in enumerate(plans)])
    document = run.to_dict()
    assert run.latencies_ns.tolist() == [plan["latency_ns"] for plan in document["plans"]]
    frame = run.to_pandas()
    assert frame.groupby("plan")["latency_ns"].max().tolist() == run.latencies_ns.tolist()
    assert list(frame["node"][:2]) == [delivery["node"] for delivery in document["plans"][0]["deliveries"]]
    timeline = pd.DataFrame(run.timeline())
    assert len(timeline) == sum(plan.cost.channels + plan.cost.worms for plan in plans)
    assert (timeline["granted_ns"] <= timeline["released_ns"]).all()
    assert (timeline[timeline["hop"] == -1]["arrived_ns"] >= 0).all()


def test_many_hops_come_without_work_for_each():
    network = Network("mesh:200x200")
    plan = network.plan("single-tree", "0,0", network.nodes[1:])
    hops = plan.hops()
    assert len(hops["channel"]) == plan.cost.channels >= 39_999
    assert all(isinstance(column, np.ndarray) for column in hops.values())


def test_descriptions_comparisons_and_lists():
    mesh = Network("mesh:6x6")
    assert mesh.describe()["diameter"] == 10
    assert mesh.describe(nodes=True)["node_list"][0]["name"] == "0,0"
    comparison = mesh.compare("2,1", ["3,2", "5,1"], schemes=["dual-path", "unicast"])
    frame = comparison.to_pandas()
    assert set(frame.index) == {"dual-path", "unicast"} and frame.loc["unicast", "proof"] == "deadlock-free"
    assert comparison.recommended in frame.index
    schemes = {scheme["name"]: scheme for scheme in wormcast.list_all()["schemes"]}
    assert [option["name"] for option in schemes["single-tree"]["options"]][0] == "root"


def test_pictures():
    mesh = Network("mesh:4x4")
    plan = mesh.plan("dual-path", "0,0", ["3,3"])
    assert mesh._repr_svg_().startswith("<svg") and plan._repr_svg_().startswith("<svg")
    assert mesh.svg().startswith("<svg") and "A title" in mesh.svg(title="A title", names=False)
    assert "A title" in plan.svg(title="A title")
    assert 'width="8.5cm"' in plan.svg(picture_width="8.5cm") and 'width="8.5cm"' in mesh.svg(picture_width="8.5cm")
    with pytest.raises(wormcast.BadOption, match="`picture_width`: `wide`"):
        plan.svg(picture_width="wide")
    run = plan.simulate()
    assert "A title" in run.html(title="A title") and run._repr_html_().startswith("<iframe")


def test_workloads_are_mended():
    ring = Network("torus:4")
    plans = [ring.plan("unicast", source, [(source + 2) % 4]) for source in range(4)]
    mending = ring.mend(plans)
    assert not mending.is_free
    cheapest = mending.proposals[0]
    assert "goes by" in cheapest.changes[0] and ring.prove(cheapest.plans)
    assert ring.mend(plans[:1]).is_free


def test_figures_are_measured():
    (figure,) = wormcast.reproduce("star-15", quick=True)
    assert all({"claim", "paper", "measured", "holds"} <= set(claim) for claim in figure.claims)
    frame = next(iter(figure.tables.values()))
    assert len(frame) and frame.select_dtypes("number").shape[1]
    assert figure._repr_svg_() == figure.svg() == figure.svg(next(iter(figure.pictures))) and figure.svg().startswith("<svg")


def test_what_is_beside_plans_may_be_at_fault():
    ring = Network("torus:4")
    plans = [ring.plan("unicast", source, [(source + 2) % 4]) for source in range(4)]
    mending = ring.mend(plans, with_unicast=True)
    assert mending.others_deadlock and not mending.is_free and mending.proposals == []
    assert not ring.mend(plans).others_deadlock
    # Unicasts by a routing that is free, which the plans are mended beside.
    beside = ring.mend(plans, routing="up-down")
    assert not beside.others_deadlock and beside.proposals
    assert ring.prove(beside.proposals[0].plans, routing="up-down").answer == "deadlock-free"
