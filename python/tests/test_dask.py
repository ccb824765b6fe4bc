"""Sweeps on workers of Dask, whatever dies."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from test_sweep import EXPERIMENT, drawn, files, own_experiment  # noqa: F401

import wormcast

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

#: Cells that take some seconds together.
LARGE = {**EXPERIMENT, "seeds": list(range(1, 9)), "statistics": {"max_messages": 6000, "half_width_share": 0.001}}


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return wormcast.sweep(LARGE, tmp_path_factory.mktemp("alone") / "out")


def pids(cluster):
    return [worker.pid for worker in cluster.workers.values()]


def test_a_worker_dies_and_one_comes(cluster, alone, tmp_path):
    out = tmp_path / "out"

    def disturb():
        while not (out / "cells").is_dir() or len(list((out / "cells").glob("*.json"))) < 4:
            time.sleep(0.02)
        os.kill(pids(cluster)[0], signal.SIGKILL)
        cluster.scale(3)

    with distributed.Client(cluster) as client:
        thread = threading.Thread(target=disturb)
        thread.start()
        result = wormcast.sweep(LARGE, out, client=client)
        thread.join()
    assert len(result) == len(alone)
    assert files(out) == files(alone.folder)


@contextlib.contextmanager
def processes(folder):
    """A scheduler and two workers that are processes of their own: the client, and the scheduler."""
    address = folder / f"scheduler-{time.monotonic_ns()}.json"

    def start(*words):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        module, *options = words
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(address), "--no-dashboard"]
        return subprocess.Popen([*command, *options], **quiet)

    scheduler = start("dask_scheduler", "--port", "0")
    workers = [start("dask_worker", "--nthreads", "1", "--no-nanny") for _ in range(2)]
    try:
        with distributed.Client(scheduler_file=str(address), timeout=60) as client:
            yield client, scheduler
    finally:
        for process in (scheduler, *workers):
            process.kill()
            process.wait()


def test_the_scheduler_dies_and_the_sweep_is_resumed(alone, tmp_path):
    out = tmp_path / "out"

    def kill(scheduler):
        while not (out / "cells").is_dir() or len(list((out / "cells").glob("*.json"))) < 4:
            time.sleep(0.02)
        scheduler.kill()

    # Nobody waits for a scheduler that is gone.
    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}), processes(tmp_path) as (client, scheduler):
        thread = threading.Thread(target=kill, args=(scheduler,))
        thread.start()
        with pytest.raises(BaseException):
            wormcast.sweep(LARGE, out, client=client)
        thread.join()
    kept = {path.name: path.stat().st_mtime_ns for path in (out / "cells").glob("*.json")}
    assert 4 <= len(kept) < 32
    with processes(tmp_path) as (client, _):
        wormcast.sweep(LARGE, out, client=client, resume=True)
    # No cell was run twice.
    assert all((out / "cells" / name).stat().st_mtime_ns == time for name, time in kept.items())
    assert files(out) == files(alone.folder)


def test_own_schemes_reach_the_workers(cluster, tmp_path):
    experiment = own_experiment(tmp_path)
    with distributed.Client(cluster) as client:
        wormcast.sweep(experiment, tmp_path / "there", client=client)
    wormcast.sweep(experiment, tmp_path / "here")
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_a_network_that_is_at_hand_goes_to_the_workers(cluster, drawn, tmp_path):
    with distributed.Client(cluster) as client:
        wormcast.sweep(drawn, tmp_path / "there", client=client)
    wormcast.sweep(drawn, tmp_path / "here")
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_loads_that_are_found_here_run_there(cluster, tmp_path):
    experiment = {**EXPERIMENT, "schemes": ["dual-path"], "loads": "to-saturation", "seeds": [1, 2], "without_nodes": []}
    with distributed.Client(cluster) as client:
        wormcast.sweep(experiment, tmp_path / "there", client=client)
    wormcast.sweep(experiment, tmp_path / "here")
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_tasks_are_called_by_scheme_and_load(cluster, tmp_path):
    seen = []

    class Client(distributed.Client):
        def submit(self, *args, key=None, **kwargs):
            seen.append(key)
            return super().submit(*args, key=key, **kwargs)

    experiment = {**EXPERIMENT, "schemes": ["dual-path"], "loads": [0.02], "seeds": [7], "without_nodes": []}
    with Client(cluster) as client:
        wormcast.sweep(experiment, tmp_path / "out", client=client)
    from dask.utils import key_split

    assert [key_split(key) for key in seen] == ["dual_path at 0.02"]
