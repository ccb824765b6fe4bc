"""The part of the package that is written in Rust."""

import os
from typing import Any, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

#: A node: its name, its coordinates, or a number that is its name.
Node = Union[str, int, tuple[Any, ...]]
#: Several nodes; a text is one of them.
Nodes = Union[str, Iterable[Node]]
#: A link `"A-B"`, or the pair of its ends.
Link = Union[str, tuple[Node, Node]]
#: A channel `"A>B"`, or the pair of its ends.
Channel = Union[str, tuple[Node, Node]]
#: A scheme or routing: its name, or a function that was made one.
Named = Union[str, Any]
#: A document: dictionaries and lists, JSON text, or the path of a file.
Document = Union[dict[str, Any], str, os.PathLike[str]]
Numbers = npt.NDArray[np.uint32]
Reals = npt.NDArray[np.float64]

class Network:
    """A network: nodes and channels, with what is lost of them.

    ``Network("mesh:8x8", without_nodes=["3,3"])``; what descriptions there are, ``wormcast.list_all()`` tells. Names,
    counts and channels are kept, and planners that were made ready are, too: one plan after another is quick.
    """

    def __new__(
        cls,
        topology: str | os.PathLike[str],
        *,
        without_nodes: Optional[Nodes] = None,
        without_links: Optional[Iterable[Link]] = None,
        without_channels: Optional[Iterable[Channel]] = None,
    ) -> Network: ...
    @staticmethod
    def from_text(text: str, path: str = "network.json") -> Network:
        """The network that a text describes, as if it were the content of the file of this name."""
    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        name: Optional[str] = None,
        *,
        kind: str = "kind",
        weight: Optional[str] = None,
        position: str = "pos",
    ) -> Network:
        """The network of a graph of networkx: undirected edges are links, directed ones channels, parallel ones are
        numbered. ``delay_ns``, ``flit_ns``, ``router_ns``, ``virtual_channels``, ``buffer_flits`` and all other numbers of edges are kept;
        ``weight`` names the attribute that is the weight, ``position`` the one with the place of a node, and ``kind`` the one that
        is ``"endpoint"`` for nodes that forward nothing."""
    def to_networkx(self, *, undirected: Optional[bool] = None) -> Any:
        """A graph of networkx: undirected if every channel has its opposite, a multigraph if channels are parallel."""
    def without(
        self,
        *,
        nodes: Optional[Nodes] = None,
        links: Optional[Iterable[Link]] = None,
        channels: Optional[Iterable[Channel]] = None,
    ) -> Network:
        """The same network without these, too."""
    @property
    def topology(self) -> str:
        """The description, without what is lost."""
    @property
    def nodes(self) -> list[str]:
        """The names of the nodes, in the order of their numbers."""
    @property
    def node_count(self) -> int: ...
    @property
    def channel_count(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, node: Node) -> bool: ...
    def number(self, node: Node) -> int:
        """The number of a node."""
    def neighbours(self, node: Node) -> list[str]:
        """The nodes to which channels lead from a node."""
    def labels(self) -> Numbers:
        """The places of the nodes along a Hamiltonian path, by number."""
    def channels(self) -> dict[str, Numbers]:
        """The channels: ``source``, ``target`` and ``number`` (among parallel ones), by the numbers of channels."""
    def channel_properties(self) -> dict[str, Reals]:
        """What channels have of their own: ``delay_ns``, ``flit_ns``, ``router_ns``, ``virtual_channels``, ``buffer_flits``,
        and the numbers that its description gives channels, by their names; NaN where a channel has nothing."""
    def positions(self) -> Reals:
        """Where the nodes stand: x and y by node; NaN where nobody says."""
    def endpoints(self) -> Numbers:
        """The numbers of the nodes that forward nothing."""
    def describe(self, *, nodes: bool = False) -> dict[str, Any]:
        """The network in figures, as ``wormcast describe --format json`` writes it."""
    def to_text(self) -> str:
        """The text of the network as a ``wormcast-network``, which says everything that it has."""
    def save(self, path: str | os.PathLike[str], format: Optional[str] = None) -> None:
        """Writes the network into a file: as its name ends, or in a format that is named."""
    def random_destinations(self, source: Node, count: int, seed: int = 1) -> list[str]:
        """Nodes drawn at random without the source: one seed, one set."""
    def plan(
        self, scheme: Named, source: Node, destinations: Nodes, *, progress: Any = None, **options: Any
    ) -> Plan:
        """Plans a multicast by a scheme, with the options that it declares.

        >>> Network("torus:8x8").plan("single-tree", "0,0", ["3,4", "7,7"], root="4,4").cost.worms
        1
        """
    def check(self, plan: Plan | Document) -> Report:
        """Judges a plan: a ``Plan``, dictionaries as in a plan file, its text, or its path."""
    def prove(self, what: Named | Plan | Iterable[Plan] | None = None, **options: Any) -> Proof:
        """Proves that worms cannot deadlock, or shows worms that do.

        About all multicasts of a scheme (``"dual-path"``, with its options, ``with_unicast``, ``unicast_scheme``,
        ``consumption``, ``virtual_channels``, ``vc_rule``, ``delays``), about plans, any of which may be in flight together
        (``copies``, ``consumption``, …), about a routing (``routing=``: its name, or a function made one) or about routes in
        files (``routes=``: their paths). These two beside plans are in flight with them. What routers do: ``reservation``, ``replication``, ``switching``, ``handover``, ``bubble``, ``length``, ``buffer``.
        ``budget`` is how long it may search: seconds (60), or ``"2min"``; when it ends, the answer is ``"unknown"``. ``progress=True`` shows a bar of tqdm, as it does wherever
        something may take long; a class such as ``tqdm.tqdm`` does so, and any function that makes a bar from ``total`` and ``desc``.
        """
    def load_proof(self, proof: Document, plans: Plan | Iterable[Plan] | None = None) -> Proof:
        """Reads a proof about this network, and no other: a claim, which is verified when somebody asks whether it is true."""
    def mend(self, plans: Plan | Iterable[Plan], **options: Any) -> Any:
        """Proposes the smallest changes that make plans free of deadlock, the cheapest first; each is proved. A
        ``Mending``. What ``routing`` or ``routes`` name, or ``with_unicast`` adds, is in flight beside them, and stays as it is: if that
        deadlocks by itself, ``others_deadlock`` says so."""
    def simulate(self, plans: Plan | Iterable[Plan | tuple[Plan, float]], **timing: Any) -> Run:
        """Runs plans in time, each from its start in ns if one is given.

        Timing: ``length`` (flits, 128), ``send_ns`` (0), ``receive_ns`` (0), ``startup`` (``"serial"``), ``router_ns``
        (40), ``flit_ns`` (10), ``buffer`` (flits, 1), ``injection`` and ``consumption`` (``"all-port"``, or a number),
        ``engine`` (``"auto"``), ``virtual_channels``, ``vc_rule``, ``credit_ns``, ``reservation``, ``replication``, ``switching``,
        ``handover``, ``turnaround_ns``, ``crossbar``, ``headers_count``, ``stall`` (``"A>B@FROM+NS"``).
        """
    def compare(
        self, source: Node, destinations: Nodes, *, schemes: Optional[Iterable[Named]] = None, **options: Any
    ) -> Any:
        """Plans a multicast by all schemes that serve the network, or by these: a ``Comparison``. Options are those of
        time, ``with_unicast``, ``routing``, ``unicast_scheme``, ``weight``, what plans shall have little of (``"cost"``,
        any number that channels have), and ``budget``, the time that a proof may take.

        ``under=`` a load in messages per node per µs also runs the schemes that are proved free of deadlock, with multicasts
        to ``sizes`` destinations, a ``multicast_share`` (0.1) of all messages, ``until_half_width`` (0.02) or
        ``max_messages`` (200,000) is reached; see ``Comparison.under_load``."""
    def plan_all(self, workload: Any, objective: str, **timing: Any) -> Any:
        """Plans all multicasts of a workload together, and tells a bound below which no plans can be: a ``Together``.

        The workload is a dictionary or dataclass with the keys of workload files (``multicast``: a list of dictionaries with
        ``source``, ``to``, and if wanted ``flits``, ``phase``, ``start_ns``; ``pattern``), the text of such a file, its path,
        or the name of a pattern such as ``"all-gather"``. The objective is ``"load"``, ``"rounds"`` or ``"makespan"``.

        >>> Network("torus:4x4").plan_all("all-gather", "rounds", length=16)
        <wormcast.Together: 16 plans, 4 rounds (bound 4)>
        """
    def svg(self, *, title: Optional[str] = None, names: bool = True, picture_width: Optional[str] = None) -> str:
        """A picture; ``picture_width`` is its width on paper, such as ``"8.5cm"``."""
    def replan(
        self,
        plans: Plan | Iterable[Plan],
        *,
        without_nodes: Optional[Nodes] = None,
        without_links: Optional[Iterable[Link]] = None,
        without_channels: Optional[Iterable[Channel]] = None,
        join: Optional[dict[int, Nodes]] = None,
        leave: Optional[dict[int, Nodes]] = None,
    ) -> Any:
        """Changes plans of one worm on a tree as little as can be: nodes or links are lost, and nodes join or leave the
        plans, which stand by their places in the list. A ``Replanned``.

        >>> mesh = Network("mesh:8x8")
        >>> plan = mesh.plan("shortest-path-tree", "0,0", ["3,0", "0,3"])
        >>> mesh.replan([plan], without_nodes=["1,0"], join={0: ["4,4"]})
        <wormcast.Replanned: 1 of 1 plans changed>
        """
    def route(self, routing: Named, virtual_channels: Optional[int] = None) -> dict[str, Any]:
        """The routes of a routing between all pairs, in figures."""

class Cost:
    """What a plan costs."""

    @property
    def channels(self) -> int:
        """How often a channel is taken."""
    @property
    def longest_path(self) -> int:
        """The greatest depth of a delivery in each round, summed over the rounds."""
    @property
    def rounds(self) -> int: ...
    @property
    def worms(self) -> int: ...

class Plan:
    """The worms that bring one message from a source to its destinations."""

    @staticmethod
    def load(plan: Document, network: Optional[Network] = None) -> Plan:
        """Reads a plan, on the network that it names, or on one that is at hand."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the plan file."""
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    @property
    def network(self) -> Network: ...
    @property
    def scheme(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def destinations(self) -> list[str]: ...
    @property
    def cost(self) -> Cost: ...
    @property
    def worms(self) -> list[dict[str, Any]]:
        """The worms, each as a dictionary as in the plan file."""
    @property
    def extra(self) -> dict[str, Any]:
        """What the plan carries beside its worms: certificates, bounds, the tree used."""
    def hops(self) -> dict[str, npt.NDArray[Any]]:
        """The hops, a column each: ``worm``, ``round``, ``hop``, ``parent`` (-1: the origin), ``channel``, ``source``, ``target``;
        nodes and channels by number."""
    def deliveries(self) -> dict[str, Numbers]:
        """The deliveries, a column each: ``worm``, ``hop``, ``node``."""
    def to_pandas(self) -> Any:
        """A frame of pandas with a row a hop, and nodes by name."""
    def check(self) -> Report: ...
    def simulate(self, **timing: Any) -> Run: ...
    def prove(self, **options: Any) -> Proof: ...
    def svg(self, *, title: Optional[str] = None, names: bool = True, picture_width: Optional[str] = None) -> str:
        """A picture of the worms on the network; ``picture_width`` is its width on paper, such as ``"8.5cm"``."""

class Report:
    """What is wrong with a plan, and what it claims and holds. It is true if the plan is valid."""

    @property
    def is_valid(self) -> bool: ...
    def __bool__(self) -> bool: ...
    @property
    def faults(self) -> list[dict[str, Any]]:
        """What is wrong, each a dictionary with ``kind`` and ``message`` at least."""
    @property
    def verified(self) -> list[str]:
        """The claims of the plan that hold."""
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...

class Proof:
    """Whether worms can deadlock, and why. It is true if they cannot.

    One that was loaded is a claim until it is verified: its truth is asked for by ``verify()``, or by whether it is true, which
    raise ``NotProved`` if it does not hold.
    """

    @property
    def is_claim(self) -> bool:
        """Whether it was loaded, and has not been verified."""
    @property
    def answer(self) -> str:
        """``"deadlock-free"``, ``"deadlock"`` or ``"unknown"``."""
    @property
    def is_deadlock_free(self) -> bool: ...
    def __bool__(self) -> bool: ...
    @property
    def reason(self) -> Optional[str]:
        """Why the answer is unknown."""
    @property
    def statement(self) -> dict[str, Any]: ...
    @property
    def certificate(self) -> Optional[dict[str, Any]]: ...
    @property
    def counterexample(self) -> Optional[dict[str, Any]]: ...
    @property
    def unrouted(self) -> int:
        """How many pairs of nodes a routing or the scheme has no route for: of their messages nothing is proved. Of schemes, 64
        others for each node are tried on networks of more than 64 nodes."""
    @property
    def unrouted_pairs(self) -> list[tuple[str, str, str]]:
        """The first ten of these pairs, each with the reason."""
    def deadlocked(self) -> list[tuple[Plan, float]]:
        """The plans that are sent in a deadlock, each with its start in ns: ``simulate``, ``prove`` and ``mend`` take them."""
    def verify(self) -> None:
        """Verifies it from end to end; raises ``NotProved`` if it does not hold."""
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...

class Run:
    """What came of plans in time."""

    @property
    def outcome(self) -> str:
        """``"delivered"`` or ``"deadlock"``."""
    @property
    def is_deadlock(self) -> bool: ...
    @property
    def engine(self) -> str: ...
    @property
    def latency_ns(self) -> Optional[float]:
        """From the start of the first plan until its last destination has the message; None if one never has it."""
    @property
    def latencies_ns(self) -> Reals:
        """The same of every plan; NaN if a destination never has the message."""
    @property
    def nodes(self) -> list[str]: ...
    def deliveries(self) -> dict[str, npt.NDArray[Any]]:
        """All deliveries: ``plan``, ``worm``, ``node``, ``latency_ns``."""
    def timeline(self) -> dict[str, npt.NDArray[Any]]:
        """When every worm was where: ``plan``, ``worm``, ``hop`` (-1: the origin), ``arrived_ns``, ``requested_ns``, ``granted_ns``,
        ``released_ns``; NaN for what never happened."""
    @property
    def cycle(self) -> Optional[list[dict[str, Any]]]:
        """The worms of a deadlock, each with what it holds and waits for."""
    def html(self, *, title: Optional[str] = None) -> str:
        """A page in which the worms move, as one HTML file."""
    def to_pandas(self) -> Any:
        """A frame of pandas with a row a delivery."""
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...

class Experiment:
    """What a sweep runs; ``wormcast.sweep`` works with it."""

    def __new__(cls, text: str, folder: str | os.PathLike[str], network: Optional[Network] = None) -> Experiment: ...
    @property
    def loads_are_to_be_found(self) -> bool: ...
    def find_loads(
        self, folder: str | os.PathLike[str], threads: Optional[int] = None, progress: Any = None
    ) -> None: ...
    def loads(self) -> list[list[float]]: ...
    def set_loads(self, loads: list[list[float]]) -> None: ...
    def cells(self) -> list[tuple[str, str, float, int]]: ...
    def missing(self, folder: str | os.PathLike[str], shard: str = "1/1") -> list[str]: ...
    def run(
        self,
        folder: str | os.PathLike[str],
        keys: list[str],
        threads: Optional[int] = None,
        tell: Optional[Any] = None,
    ) -> None: ...
    def run_cell(self, key: str) -> str: ...
    def keep(self, folder: str | os.PathLike[str], key: str, result: str) -> None: ...
    def clear(self, folder: str | os.PathLike[str]) -> None: ...
    def collect(
        self, folder: str | os.PathLike[str], threads: Optional[int] = None
    ) -> Optional[tuple[dict[str, Any], list[dict[str, Any]]]]: ...

def prove_fabric(folder: str | os.PathLike[str], **options: Any) -> tuple[Network, Proof]:
    """Whether the tables that a subnet manager dumped into a folder have credit loops; ``with_multicast``: beside the trees
    of its groups. There are as many ``virtual_channels`` as the tables name, or more. ``budget`` is how long it may take,
    ``progress`` as elsewhere. The network of the fabric, and the proof."""

def group_plans(
    folder: str | os.PathLike[str], groups: Optional[list[tuple[int, list[str]]]], keep: bool, progress: Any
) -> tuple[dict[str, Any], str, str]: ...
def await_calls() -> None: ...
def register_scheme(object: Any) -> None: ...
def register_routing(object: Any) -> None: ...
def register_topology(object: Any) -> None: ...
def figures_meant(name: str) -> list[str]: ...
def measure(figure: str, quick: bool, seed: int, tell: Optional[Any] = None) -> dict[str, Any]: ...
def listed() -> dict[str, Any]:
    """The topologies, schemes with their options, routings and figures that there are."""
