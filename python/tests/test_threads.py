"""The interpreter's lock is released, Ctrl-C is heard, and progress is told."""

import os
import signal
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


def test_progress_follows_the_conventions_of_tqdm(tmp_path):
    told = []

    class Told:
        def __init__(self, total, desc):
            told.append((total, desc))

        def update(self, count):
            told.append(count)

        def close(self):
            told.append("closed")

    experiment = {"topology": "mesh:4x4", "schemes": ["unicast"], "loads": [0.01, 0.02], "statistics": {"max_messages": 500}}
    wormcast.sweep(experiment, tmp_path / "out", progress=Told)
    assert told[0] == (2, "cells") and told[-1] == "closed" and sum(told[1:-1]) == 2
    wormcast.sweep(experiment, tmp_path / "again", progress=True)
