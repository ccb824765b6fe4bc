"""Sweeps give the same files, keys and bytes, wherever they run."""

import dataclasses
import os
import shutil
import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import wormcast

EXPERIMENT = {
    "topology": "mesh:4x4",
    "without_nodes": ["2,1"],
    "schemes": ["unicast", {"scheme": "single-tree", "root": "1,1", "label": "tree"}],
    "loads": [0.02, 0.05],
    "seeds": [1, 2],
    "traffic": {"multicast": {"destinations": {"min": 2, "max": 4}}},
    "timing": {"length_flits": 8},
    "statistics": {"max_messages": 2000},
}


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep") / "whole"
    return wormcast.sweep(EXPERIMENT, folder)


def test_a_network_is_its_description(whole, tmp_path):
    lost = {key: value for key, value in EXPERIMENT.items() if key != "without_nodes"}
    chip = wormcast.Network("mesh:4x4", without_nodes=[(2, 1)])
    wormcast.sweep({**lost, "topology": chip}, tmp_path / "chip")
    cells = {name: data for name, data in files(whole.folder).items() if "cells" in name.parts}
    assert cells and cells.items() <= files(tmp_path / "chip").items()
    with pytest.raises(wormcast.Error, match="leave out `without_nodes`"):
        wormcast.sweep({**EXPERIMENT, "topology": chip}, tmp_path / "twice")


@pytest.fixture
def drawn():
    """An experiment on a graph of networkx, with faults."""
    lab = wormcast.Network.from_networkx(nx.petersen_graph()).without(nodes=[3])
    table = {key: value for key, value in EXPERIMENT.items() if key != "without_nodes"}
    return {**table, "topology": lab, "schemes": ["unicast", "single-tree"]}


def test_a_network_that_is_at_hand_needs_no_file(drawn, tmp_path, monkeypatch):
    # Neither does another file of its name count.
    monkeypatch.chdir(tmp_path)
    wormcast.Network("ring:5").save("Petersen Graph.json")
    whole = wormcast.sweep(drawn, "whole")
    assert set(whole.to_pandas()["scheme"]) == {"unicast", "single-tree"}
    monkeypatch.chdir(tmp_path.parent)
    out = tmp_path / "parts"
    assert wormcast.sweep(drawn, out, shard="1/2") is None
    assert wormcast.sweep(drawn, out, shard="2/2", resume=True) is not None
    assert files(out) == files(tmp_path / "whole")
    keys = lambda topology: [cell[0] for cell in wormcast._sweep.Experiment(*wormcast._sweep._text({**drawn, "topology": topology})[:2], topology).cells()]
    other = wormcast.Network.from_networkx(nx.petersen_graph()).without(links=[(0, 1)])
    assert not set(keys(drawn["topology"])) & set(keys(other))


def test_results_are_frames_and_arrays(whole):
    frame = whole.to_pandas()
    assert set(frame["scheme"]) == {"unicast", "tree"} and set(frame["load"]) == {0.02, 0.05}
    assert len(frame) == len(whole) == 8 * 3
    assert isinstance(whole.columns["mean_latency_ns"], np.ndarray)
    assert {summary["scheme"] for summary in whole.summaries} == {"unicast", "tree"}
    assert whole._repr_svg_() == whole.svg() and whole.svg().startswith("<svg")


def test_arrow_takes_numbers_as_they_are(whole):
    arrow = pytest.importorskip("pyarrow")
    table = whole.to_arrow()
    assert table.num_rows == len(whole)
    numbers = table.column("mean_latency_ns").chunk(0)
    assert isinstance(numbers, arrow.DoubleArray)
    assert numbers.buffers()[1].address == whole.columns["mean_latency_ns"].ctypes.data


def test_polars_takes_the_table(whole):
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    frame = whole.to_polars()
    assert isinstance(frame, polars.DataFrame) and frame.height == len(whole)
    assert frame["mean_latency_ns"].to_list() == whole.to_pandas()["mean_latency_ns"].to_list()


def test_dictionaries_dataclasses_texts_and_files_are_one(whole, tmp_path):
    kind = dataclasses.make_dataclass("Experiment", list(EXPERIMENT))
    text = wormcast._sweep.to_toml(EXPERIMENT)
    (tmp_path / "load.toml").write_text(text)
    for number, same in enumerate([kind(**EXPERIMENT), text, tmp_path / "load.toml", str(tmp_path / "load.toml")]):
        out = tmp_path / str(number)
        shutil.copytree(whole.folder, out)
        wormcast.sweep(same, out, resume=True)
        assert files(out) == files(whole.folder)


def test_shards_make_the_whole(whole, tmp_path):
    out = tmp_path / "out"
    assert wormcast.sweep(EXPERIMENT, out, shard="1/2") is None
    assert wormcast.sweep(EXPERIMENT, out, shard="2/2", resume=True) is not None
    assert files(out) == files(whole.folder)


def test_results_are_not_overwritten(whole):
    with pytest.raises(wormcast.Error, match="has results already; add `resume=True`"):
        wormcast.sweep(EXPERIMENT, whole.folder)


def test_errors_of_experiments_have_lines_and_guesses():
    with pytest.raises(wormcast.BadFile) as raised:
        wormcast.sweep('topology = "mesh:4x4"\nschemes = ["unicast"]\nlods = [1]\n')
    assert (raised.value.line, raised.value.culprit, raised.value.guess) == (3, "lods", "loads")


OWN = '''
import wormcast

@wormcast.scheme("py-lines", routes="label-paths", nodes="numbers")
class Lines:
    """A worm along the whole Hamiltonian path, both ways."""
    def __init__(self, network):
        self.path = sorted(range(len(network)), key=network.labels().tolist().__getitem__)
        self.place = {node: place for place, node in enumerate(self.path)}
    def plan(self, source, destinations):
        places, own = [self.place[node] for node in destinations], self.place[source]
        worms = []
        if max(places) > own:
            worms.append(self.path[own:max(places) + 1])
        if min(places) < own:
            worms.append(self.path[min(places):own + 1][::-1])
        return worms
'''


def own_experiment(folder):
    sys.path.insert(0, str(folder))
    (folder / "own_lines.py").write_text(OWN)
    __import__("own_lines")
    return {**EXPERIMENT, "without_nodes": [], "schemes": ["py-lines", "dual-path"], "seeds": [1]}


def test_own_schemes_are_swept(tmp_path):
    result = wormcast.sweep(own_experiment(tmp_path), tmp_path / "out")
    assert set(result.to_pandas()["scheme"]) == {"py-lines", "dual-path"}


def test_changed_code_has_other_cells(tmp_path):
    experiment = {**EXPERIMENT, "schemes": ["py-version"], "seeds": [1]}
    keys = []
    for version in ("1", "2", "1"):
        wormcast.scheme("py-version", version=version)(lambda network, source, to: [[source, *to]])
        keys.append([cell[0] for cell in wormcast._sweep.Experiment(wormcast._sweep.to_toml(experiment), ".").cells()])
    assert keys[0] == keys[2] and not set(keys[0]) & set(keys[1])


def test_the_command_gives_the_same_bytes(whole, tmp_path):
    command = os.environ.get("WORMCAST_COMMAND") or shutil.which("wormcast")
    if command is None:
        pytest.skip("the command is not installed")
    (tmp_path / "load.toml").write_text(wormcast._sweep.to_toml(EXPERIMENT))
    subprocess.run([command, "sweep", "load.toml", "--out", "out"], cwd=tmp_path, check=True, capture_output=True)
    assert files(tmp_path / "out") == files(whole.folder)


def test_experiments_take_what_python_has(whole, tmp_path):
    tree = {**EXPERIMENT["schemes"][1], "root": (1, 1)}
    loads = np.array(EXPERIMENT["loads"])
    for number, same in enumerate([loads, list(loads), tuple(loads)]):
        out = tmp_path / str(number)
        shutil.copytree(whole.folder, out)
        experiment = {**EXPERIMENT, "schemes": ("unicast", tree), "loads": same, "seeds": np.arange(1, 3)}
        wormcast.sweep(experiment, out, resume=True)
        assert files(out) == files(whole.folder)
    assert wormcast.sweep({**EXPERIMENT, "schemes": "unicast"}, tmp_path / "one").summaries[0]["scheme"] == "unicast"
