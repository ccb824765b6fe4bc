"""The recipes of docs/cluster.md on a Slurm of one node, which the test starts. It needs Debian's packages
`slurmctld slurmd slurm-client munge`, root, and the command `wormcast`; without them it is left out."""

import os
import shutil
import subprocess
import textwrap
import time

import pytest
from test_sweep import EXPERIMENT, files

import wormcast

NEEDED = ("slurmctld", "slurmd", "sbatch", "munged")
pytestmark = pytest.mark.skipif(
    os.environ.get("WORMCAST_SLURM") != "1" or any(shutil.which(name) is None for name in NEEDED),
    reason="WORMCAST_SLURM=1 starts a Slurm of one node, where its packages are installed",
)

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
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MailProg=/bin/true
ReturnToService=2
NodeName={host} CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slurm")
    host = subprocess.run(["hostname", "-s"], capture_output=True, text=True, check=True).stdout.strip()
    for part in ("state", "spool"):
        (folder / part).mkdir()
    (folder / "slurm.conf").write_text(CONF.format(host=host, folder=folder))
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    logs = (folder / "log").open("w")

    def start(*command):
        return subprocess.Popen(command, stdout=logs, stderr=logs)

    running = [
        start("munged", "-F", "-f", f"--socket={folder}/munge.socket", f"--key-file={key}", f"--pid-file={folder}/munge.pid",
              f"--log-file={folder}/munge.log", f"--seed-file={folder}/munge.seed"),
    ]
    time.sleep(1)
    running += [start("slurmctld", "-D"), start("slurmd", "-D")]
    for _ in range(60):
        state = subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True).stdout.strip()
        if state in ("idle", "mixed"):
            break
        time.sleep(0.5)
    else:
        pytest.skip(f"Slurm does not come up here: {state!r}; see {folder}")
    yield folder
    for process in reversed(running):
        process.terminate()
        process.wait(20)


def test_an_array_of_shards(slurm, tmp_path):
    command = os.environ.get("WORMCAST_COMMAND") or shutil.which("wormcast")
    if command is None:
        pytest.skip("the command is not installed")
    alone = wormcast.sweep(EXPERIMENT, tmp_path / "alone")
    (tmp_path / "load.toml").write_text(wormcast._sweep.to_toml(EXPERIMENT))
    (tmp_path / "part.sh").write_text(textwrap.dedent(f"""\
        #!/bin/bash
        #SBATCH --array=1-4
        #SBATCH --requeue
        {command} sweep load.toml --out results --resume --shard "$SLURM_ARRAY_TASK_ID/4" --threads 1
        """))
    (tmp_path / "results").mkdir()
    subprocess.run(["sbatch", "--wait", "part.sh"], cwd=tmp_path, check=True)
    subprocess.run([command, "sweep", "load.toml", "--out", "results", "--resume"], cwd=tmp_path, check=True)
    assert files(tmp_path / "results") == files(alone.folder)


def test_workers_of_dask_are_jobs(slurm, tmp_path):
    jobqueue = pytest.importorskip("dask_jobqueue")
    distributed = pytest.importorskip("distributed")
    alone = wormcast.sweep(EXPERIMENT, tmp_path / "alone")
    cluster = jobqueue.SLURMCluster(
        cores=1, processes=1, memory="1GB", walltime="00:10:00", interface="lo", job_extra_directives=["--mem=0"],
        log_directory=str(tmp_path),
    )
    with cluster, distributed.Client(cluster) as client:
        cluster.scale(2)
        wormcast.sweep(EXPERIMENT, tmp_path / "out", client=client)
    assert files(tmp_path / "out") == files(alone.folder)
