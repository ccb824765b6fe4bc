"""The interpreter's lock is released, Ctrl-C is heard, and progress is told."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import wormcast
from wormcast import Network


def test_many_threads_plan_at_once():
    mesh = Network("mesh:8x8")

    def work(number):
        source = mesh.nodes[number % 64]
        plan = mesh.plan("dual-path", source, mesh.random_destinations(source, 10, number))
        return plan.to_json(), plan.simulate().latency_ns

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(work, range(200)))
    assert together == [work(number) for number in range(200)]


def test_other_threads_run_meanwhile():
    count = 0

    def count_up():
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=count_up)
    thread.start()
    before = count
    Network("mesh:700x700")
    done.set()
    thread.join()
    assert count > before


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to the process")
def test_ctrl_c_is_heard_within_a_second():
    wormcast.scheme("py-slow")(lambda network, source, destinations: time.sleep(4) or [])
    mesh = Network("mesh:10x10")
    # Shells that start a process in the background make it deaf.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        mesh.plan("py-slow", "0,0", mesh.nodes[1:])
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 1.5


class Told:
    """A bar that keeps what it is told."""

    def __init__(self, total, desc):
        self.made, self.done, self.closed = (total, desc), 0, False
        self.steps = []
        made.append(self)

    def update(self, count):
        self.done += count

    def set_description(self, text, refresh):
        self.steps.append(text)

    def close(self):
        self.closed = True


made = []
EXPERIMENT = {"topology": "mesh:4x4", "schemes": ["unicast"], "loads": [0.01, 0.02], "statistics": {"max_messages": 500}}


def test_progress_follows_the_conventions_of_tqdm(tmp_path):
    made.clear()
    wormcast.sweep(EXPERIMENT, tmp_path / "out", progress=Told)
    wormcast.reproduce("star-example", quick=True, progress=Told)
    assert [(bar.made, bar.done, bar.closed) for bar in made] == [((2, "cells"), 2, True), ((1, "figures"), 1, True)]
    wormcast.sweep(EXPERIMENT, tmp_path / "again", progress=True)
    wormcast.sweep(EXPERIMENT, tmp_path / "quiet", progress=False)


def test_whatever_may_take_long_shows_a_bar(tmp_path):
    made.clear()
    ring = Network("torus:4")
    plans = [ring.plan("unicast", source, [(source + 2) % 4], progress=Told) for source in range(4)]
    ring.simulate(plans[0], progress=Told)
    plans[0].simulate(progress=Told)
    ring.prove(plans, progress=Told)
    ring.prove("unicast", progress=Told)
    ring.prove(routing="shortest", progress=Told)
    ring.mend(plans, progress=Told)
    ring.compare(0, [2], schemes=["unicast"], progress=Told)
    ring.plan_all("all-gather", "rounds", progress=Told)
    told = [bar.made for bar in made]
    words = ["planning"] * 4 + ["simulating"] * 2 + ["proving"] * 3 + ["mending", "comparing", "planning"]
    assert told == [(None, word) for word in words]
    assert all(bar.closed for bar in made)
    assert any(step.startswith("mending: ") for bar in made for step in bar.steps)
    assert all(len(bar.steps) == bar.done for bar in made)


def test_a_bar_that_cannot_be_made_is_told(monkeypatch, tmp_path):
    mesh = Network("mesh:4x4")
    with pytest.raises(TypeError, match="`progress` is 3; expected True"):
        mesh.prove("dual-path", progress=3)
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    for ask in (lambda: mesh.prove("dual-path", progress=True), lambda: wormcast.sweep(EXPERIMENT, tmp_path / "out", progress=True)):
        with pytest.raises(ModuleNotFoundError, match="pip install tqdm"):
            ask()


def test_what_a_bar_raises_is_told():
    class Broken(Told):
        def update(self, count):
            raise RuntimeError("no room")

    with pytest.raises(RuntimeError, match="no room"):
        Network("mesh:4x4").prove("dual-path", progress=Broken)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to the process")
def test_ctrl_c_ends_sweeps_which_keep_what_is_finished(tmp_path):
    out = tmp_path / "out"
    long = {**EXPERIMENT, "topology": "mesh:16x16", "seeds": list(range(1, 400)), "statistics": {"max_messages": 20000}}
    sent = []

    def interrupt():
        # A cell that is being written has another name.
        while not any((out / "cells").glob("*.json")):
            time.sleep(0.02)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        wormcast.sweep(long, out, threads=1)
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - sent[0] < 1
    assert any((out / "cells").glob("*.json"))


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to the process")
def test_ctrl_c_in_a_scheme_is_no_error():
    @wormcast.scheme("py-endless")
    def endless(network, source, destinations):
        while True:
            pass

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        Network("mesh:4x4").plan(endless, "0,0", ["1,1"])
    signal.signal(signal.SIGINT, before)


INTERRUPTED = """
import os, signal, threading, time, wormcast

@wormcast.scheme("slow")
def slow(network, source, destinations):
    time.sleep(0.3)
    x, *to = (int(node.split(",")[0]) for node in [source, *destinations])
    ways = [range(x, max(to) + 1), range(x, min(to) - 1, -1)]
    return [[(at, 0) for at in way] for way in ways if len(way) > 1]

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
row = wormcast.Network("mesh:100x1")
try:
    %s
except KeyboardInterrupt:
    print("ended")
"""
SWEPT = 'wormcast.sweep({"topology": row, "schemes": [slow], "loads": [0.01], "seeds": list(range(1, 20))}, "out")'


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to the process")
@pytest.mark.parametrize("work", [SWEPT, "row.prove(slow)"], ids=["sweep", "proof"])
def test_a_process_ends_well_whose_work_goes_on(work, tmp_path):
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED % work], cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "ended\n"), ended.stderr
