"""The recipes of docs/cluster.md, as they stand there, on a Slurm of one node, which `scripts/slurm-recipe` asks for."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from test_sweep import EXPERIMENT, files

import wormcast

pytestmark = pytest.mark.skipif(os.environ.get("WORMCAST_SLURM") != "1", reason="scripts/slurm-recipe runs these")

#: Eight cells for each of the 32 tasks, so that most tasks that are killed are in the middle of their part.
LONG = {**EXPERIMENT, "seeds": list(range(1, 65)), "statistics": {"max_messages": 2000, "half_width_share": 0.001}}

CONF = """
ClusterName=wormcast
SlurmctldHost={host}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort=46817
SlurmdPort=46818
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MailProg=/bin/true
ReturnToService=2
NodeName={host} CPUs={cpus} RealMemory=16384 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def page(language, beginning):
    """The block of docs/cluster.md in a language whose text has this in it."""
    text = (Path(__file__).parents[2] / "docs/cluster.md").read_text()
    blocks = re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)
    return next(block for block in blocks if beginning in block)


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def waited_for(what, seconds=60):
    """What a function gives, once that is something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.05)
    raise TimeoutError(what)


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slurm")
    for part in ("state", "spool"):
        (folder / part).mkdir()
    # A node has the cores that it says, or else Slurm drains it.
    conf = CONF.format(host=said("hostname", "-s"), folder=folder, cpus=os.cpu_count())
    (folder / "slurm.conf").write_text(conf)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    running = []
    try:
        with (folder / "log").open("w") as log:
            names = {"socket": "socket", "key-file": "key", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
            munge = [f"--{option}={folder}/munge.{name}" for option, name in names.items()]
            for command in (["munged", "-F", "-f", *munge], ["slurmctld", "-D"], ["slurmd", "-D"]):
                running.append(subprocess.Popen(command, stdout=log, stderr=log))
                if command[0] == "munged":
                    waited_for((folder / "munge.socket").exists)
        ready = lambda: subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True).stdout.strip()
        waited_for(lambda: ready() == "idle")
        yield folder
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return wormcast.sweep(LONG, tmp_path_factory.mktemp("alone") / "results")


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """The shared folder, with the experiment in it, and the command `wormcast` where it is looked for."""
    (tmp_path / "load.toml").write_text(wormcast._sweep.to_toml(LONG))
    command = os.environ.get("WORMCAST_COMMAND") or shutil.which("wormcast")
    assert command, "WORMCAST_COMMAND names the command `wormcast`"
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/wormcast").symlink_to(Path(command).resolve())
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def cells(folder):
    return list((folder / "results/cells").glob("*.json"))


def jobs():
    """The jobs that run, a task of an array as `7_3`."""
    return said("squeue", "-h", "-t", "running", "-o", "%i").split()


@contextlib.contextmanager
def struck(folder, strike):
    """Strikes jobs, as soon as some cells are there, until one is hit: it may have ended meanwhile. Gives the list of those."""
    hit = []

    def once():
        for job in jobs():
            if strike(job):
                return hit.append(job) or hit

    def wait():
        waited_for(lambda: len(cells(folder)) >= 12, 120)
        waited_for(once)

    thread = threading.Thread(target=wait)
    thread.start()
    yield hit
    thread.join()
    assert hit


def ran(*command):
    return subprocess.run(command, capture_output=True).returncode == 0


def requeue(job):
    """Kills a task and queues it again; Slurm would let two minutes pass before it starts."""
    now = ("scontrol", "update", f"jobid={job}", "StartTime=now")
    return ran("scontrol", "requeue", job) and waited_for(lambda: ran(*now))


def test_an_array_of_shards(slurm, alone, shared):
    (shared / "part.sh").write_text(page("bash", "#SBATCH --array"))
    with struck(shared, requeue) as again:
        subprocess.run(["bash", "-c", page("bash", "sbatch --wait")], check=True)
    assert "Restarts=1" in said("scontrol", "show", "job", again[0])
    assert files(shared / "results") == files(alone.folder)


def test_a_task_that_fails_is_made_up_for(slurm, alone, shared):
    (shared / "part.sh").write_text(page("bash", "#SBATCH --array"))
    with struck(shared, lambda job: ran("scancel", job)):
        ran("bash", "-c", page("bash", "sbatch --wait"))
    # Slurm may tell a task that was cancelled as one that failed, or not.
    subprocess.run(["bash", "-c", page("bash", "sbatch --wait")], check=True)
    assert files(shared / "results") == files(alone.folder)


def test_workers_of_dask_are_jobs(slurm, alone, shared):
    (shared / "load.py").write_text(page("python", "SLURMCluster"))
    with struck(shared, lambda job: ran("scancel", job)):
        subprocess.run([sys.executable, "load.py"], check=True)
    assert files(shared / "results") == files(alone.folder)
    # The cluster that ends with the script leaves nothing behind.
    waited_for(lambda: not jobs())
