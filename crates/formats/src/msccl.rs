//! Schedules of collectives for MSCCL, in XML: which GPU sends what to which, and what waits for what.

mod order;
mod waits;
mod write;

use crate::text::{self, Flaw, shown};
use crate::xml::{self, attribute, children};
use roxmltree::Node;
use std::collections::BTreeMap;
use std::path::Path;
use wormcast_topology::{NodeId, Topology, TopologyError};
pub use write::{ScheduledHop, write_msccl};

/// The most steps of a schedule.
const MAX_STEPS: usize = 1 << 20;

/// What a schedule sends, and what its GPUs take in only after they have sent something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// What it is called.
    pub name: String,
    /// How many GPUs there are.
    pub gpus: usize,
    /// The messages, each from one step to another, in the order of the steps that send them.
    pub transfers: Vec<Transfer>,
    /// That the receiver of the first message takes it in only after it has sent the second one.
    pub waits: Vec<[usize; 2]>,
}

/// A message of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The number of the GPU that sends it.
    pub from: usize,
    /// The number of the GPU that takes it in.
    pub to: usize,
    /// How many chunks it carries.
    pub chunks: u32,
}

/// Reads a schedule: an `algo` of `gpu`s, each of thread blocks (`tb`) that `send` to one GPU and `recv` from one on a
/// channel (`chan`), each of which does its `step`s in order, and one that names another (`depid`, `deps`) after that
/// one. The nth step that sends on a connection meets the nth one that receives on it.
///
/// ```
/// let file = std::env::temp_dir().join("wormcast-doc-msccl.xml");
/// std::fs::write(&file, r#"<algo name="pass"><gpu id="0"><tb id="0" send="1" recv="-1" chan="0">
///     <step s="0" type="s" cnt="2" depid="-1" deps="-1"/></tb></gpu><gpu id="1">
///     <tb id="0" send="-1" recv="0" chan="0">
///     <step s="0" type="r" cnt="2" depid="-1" deps="-1"/></tb></gpu></algo>"#)?;
/// let schedule = wormcast_formats::read_msccl(&file)?;
/// assert_eq!((schedule.gpus, schedule.transfers[0].to, schedule.transfers[0].chunks), (2, 1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The file cannot be read, or is no such schedule; or its steps wait for each other in a circle, whatever the network.
pub fn read_msccl(file: &Path) -> Result<Schedule, TopologyError> {
    let bytes = text::read(file)?;
    let text = text::decode(file, &bytes)?;
    parse(text).map_err(|flaw| flaw.locate(file, text))
}

/// Whether a file begins as XML, as schedules do, and neither paths nor tables.
pub fn holds_schedule(path: &Path) -> bool {
    let head = text::head(path);
    head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&head).trim_ascii_start().first() == Some(&b'<')
}

impl Schedule {
    /// The nodes that stand for its GPUs: the first ones that send and receive. `file` is where it comes from.
    ///
    /// # Errors
    /// The network has fewer.
    pub fn nodes(&self, topology: &dyn Topology, file: &Path) -> Result<Vec<NodeId>, TopologyError> {
        let nodes: Vec<_> = topology.graph().terminals().take(self.gpus).collect();
        if nodes.len() < self.gpus {
            let problem = format!("{} GPUs; the network has {} nodes for them", self.gpus, nodes.len());
            return Err(TopologyError::File { path: file.into(), line: 1, column: 1, problem });
        }
        Ok(nodes)
    }
}

pub(crate) fn parse(text: &str) -> Result<Schedule, Flaw> {
    let document = xml::parse(text, "a schedule of MSCCL", "algo")?;
    let algo = document.root_element();
    let steps = Steps::of(algo)?;
    let transfers = steps.transfers()?;
    order::check(&steps, &transfers)?;
    Ok(Schedule {
        name: algo.attribute("name").unwrap_or("a schedule").to_owned(),
        gpus: steps.gpus,
        waits: waits::waits(&steps, &transfers)?,
        transfers: transfers.iter().map(|transfer| transfer.told).collect(),
    })
}

/// A step of a thread block.
struct Step {
    /// The byte at which it stands.
    at: usize,
    /// GPU, thread block, and place in it, for messages.
    place: [usize; 3],
    chunks: u32,
    /// The connections on which it sends and receives: from, to, channel.
    sends: Option<Connection>,
    receives: Option<Connection>,
    /// The steps of its GPU that come before it: the one before in its block, and the one that it names.
    after: Vec<usize>,
}

type Connection = (usize, usize, u32);

/// The steps of all thread blocks, those of a block in a row.
struct Steps {
    gpus: usize,
    steps: Vec<Step>,
}

/// A message, with the steps at both of its ends.
struct Met {
    told: Transfer,
    sent_by: usize,
    taken_by: usize,
}

impl Steps {
    fn of(algo: Node<'_, '_>) -> Result<Self, Flaw> {
        let gpus: Vec<_> = children(algo, "gpu").collect();
        if gpus.is_empty() {
            return Err(Flaw::new(algo.range().start, "no GPU; expected `gpu` elements in `algo`"));
        }
        let mut all = Self { gpus: gpus.len(), steps: Vec::new() };
        let mut seen = vec![false; gpus.len()];
        for gpu in gpus {
            let id = all.gpu(gpu, "id")?;
            let id = id.ok_or_else(|| Flaw::new(gpu.range().start, "a GPU of the number -1; expected one from 0"))?;
            if std::mem::replace(&mut seen[id], true) {
                return Err(Flaw::new(gpu.range().start, format!("a second GPU {id}; expected each once")));
            }
            all.add_gpu(gpu, id)?;
        }
        Ok(all)
    }

    /// The number of a GPU in an attribute; none if it is -1.
    fn gpu(&self, node: Node<'_, '_>, name: &str) -> Result<Option<usize>, Flaw> {
        let (number, last) = (number(node, name)?, self.gpus - 1);
        let unknown = || Flaw::new(node.range().start, format!("`{name}` is {number}; expected -1, or 0 to {last}"));
        match usize::try_from(number) {
            Err(_) if number == -1 => Ok(None),
            Ok(gpu) if gpu < self.gpus => Ok(Some(gpu)),
            _ => Err(unknown()),
        }
    }

    fn add_gpu(&mut self, gpu: Node<'_, '_>, id: usize) -> Result<(), Flaw> {
        // For each block the place of its first step, and how many there are.
        let mut blocks: BTreeMap<i64, (usize, usize)> = BTreeMap::new();
        let mut named = Vec::new();
        for block in children(gpu, "tb") {
            let (block_id, first) = (number(block, "id")?, self.steps.len());
            for step in children(block, "step") {
                named.push((self.steps.len(), number(step, "depid")?, number(step, "deps")?));
                self.add_step(block, step, [id, block_id.max(0) as usize, self.steps.len() - first])?;
            }
            if blocks.insert(block_id, (first, self.steps.len() - first)).is_some() {
                return Err(Flaw::new(block.range().start, format!("a second thread block {block_id} of GPU {id}")));
            }
        }
        for (step, block, place) in named.into_iter().filter(|&(_, block, _)| block != -1) {
            let found = blocks.get(&block).filter(|&&(_, count)| usize::try_from(place).is_ok_and(|at| at < count));
            let missing = || format!("it waits for step {place} of thread block {block}, and GPU {id} has none such");
            let &(first, _) = found.ok_or_else(|| Flaw::new(self.steps[step].at, missing()))?;
            self.steps[step].after.push(first + place as usize);
        }
        Ok(())
    }

    fn add_step(&mut self, block: Node<'_, '_>, step: Node<'_, '_>, place: [usize; 3]) -> Result<(), Flaw> {
        let at = step.range().start;
        if self.steps.len() == MAX_STEPS {
            return Err(Flaw::new(at, format!("more than the {MAX_STEPS} steps that are accepted")));
        }
        if number(step, "s")? != place[2] as i64 {
            return Err(Flaw::new(at, format!("expected step {} here: they are counted in their order", place[2])));
        }
        let kind = attribute(step, "type")?;
        let (receives, sends) = match kind {
            "s" => (false, true),
            "r" | "rrc" => (true, false),
            "rcs" | "rrs" | "rrcs" => (true, true),
            "cpy" | "re" | "nop" => (false, false),
            _ => {
                let known = "`s`, `r`, `rcs`, `rrs`, `rrc`, `rrcs`, `re`, `cpy` or `nop`";
                return Err(Flaw::new(at, format!("a step of the type {}; expected {known}", shown(kind))));
            }
        };
        let channel = number(block, "chan")?.clamp(0, u32::MAX.into()) as u32;
        let peer = |name: &str, wanted: bool| {
            let no_peer = || Flaw::new(at, format!("a step `{kind}` of a thread block whose `{name}` is -1"));
            if wanted { self.gpu(block, name)?.ok_or_else(no_peer).map(Some) } else { Ok(None) }
        };
        let [to, from] = [peer("send", sends)?, peer("recv", receives)?];
        if to == Some(place[0]) || from == Some(place[0]) {
            return Err(Flaw::new(at, format!("GPU {} sends to itself; expected another one", place[0])));
        }
        self.steps.push(Step {
            at,
            place,
            chunks: number(step, "cnt")?.clamp(1, u32::MAX.into()) as u32,
            sends: to.map(|to| (place[0], to, channel)),
            receives: from.map(|from| (from, place[0], channel)),
            after: if place[2] > 0 { vec![self.steps.len() - 1] } else { Vec::new() },
        });
        Ok(())
    }

    /// The messages: on each connection, the nth step that sends meets the nth one that receives.
    fn transfers(&self) -> Result<Vec<Met>, Flaw> {
        let mut taking: BTreeMap<Connection, Vec<usize>> = BTreeMap::new();
        for (place, step) in self.steps.iter().enumerate() {
            step.receives.into_iter().for_each(|connection| taking.entry(connection).or_default().push(place));
        }
        let mut met = Vec::new();
        let mut sent: BTreeMap<Connection, usize> = BTreeMap::new();
        for (place, step) in self.steps.iter().enumerate() {
            let Some(connection @ (from, to, channel)) = step.sends else { continue };
            let count = sent.entry(connection).or_default();
            let taken_by = taking.get(&connection).and_then(|takers| takers.get(*count)).copied();
            let nobody = || format!("GPU {to} has no step that receives this from GPU {from} on channel {channel}");
            let taken_by = taken_by.ok_or_else(|| Flaw::new(step.at, nobody()))?;
            *count += 1;
            met.push(Met { told: Transfer { from, to, chunks: step.chunks }, sent_by: place, taken_by });
        }
        for (connection @ (from, to, channel), takers) in taking {
            if let Some(&waiting) = takers.get(sent.get(&connection).copied().unwrap_or(0)) {
                let nothing = format!("GPU {from} sends nothing for this step to GPU {to} on channel {channel}");
                return Err(Flaw::new(self.steps[waiting].at, nothing));
            }
        }
        Ok(met)
    }
}

/// A whole number in an attribute.
fn number(node: Node<'_, '_>, name: &str) -> Result<i64, Flaw> {
    let text = attribute(node, name)?;
    let problem = || format!("`{name}` is {}; expected a whole number", shown(text));
    text.trim().parse().map_err(|_| Flaw::new(node.range().start, problem()))
}
