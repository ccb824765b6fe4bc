//! Schedules as MSCCL reads them: an XML file with the steps of every thread block.

use std::collections::BTreeMap;
use std::io::{self, Write};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// A message goes over a channel, in the order of its steps: step, number of the message, channel.
pub type ScheduledHop = (u32, u32, ChannelId);

/// One side of a channel at a node: which peer, which of parallel channels, and whether the node sends.
type Port = (NodeId, u32, bool);

/// A step of a thread block.
struct Step {
    message: u32,
    /// The thread block and the step that have brought the message.
    after: Option<(usize, usize)>,
    is_awaited: bool,
}

/// Writes a schedule as an algorithm of Microsoft's collective communication library (MSCCL): each node is a GPU, named
/// by its number, each message a chunk; its source has it in the input buffer, and all have it in the output buffer
/// under its number. Every channel has a thread block at both ends, which do their steps one after another; one that
/// sends a chunk which came over another channel waits for the step that brought it. O(hops · log hops).
///
/// `sources` are the sources of the messages; a node sends a message on after it came. Endpoints and routers that are
/// no destinations would be GPUs as well.
///
/// # Errors
/// A hop takes a message from where it is not, or writing fails.
pub fn write_msccl(
    graph: &Graph,
    (name, collective): (&str, &str),
    sources: &[NodeId],
    hops: &[ScheduledHop],
    out: &mut dyn Write,
) -> io::Result<()> {
    let blocks = blocks(graph, sources, hops)?;
    let own = places(sources);
    let (nodes, chunks) = (graph.node_count(), sources.len());
    let channels = blocks.iter().flat_map(BTreeMap::keys).map(|port| port.1 + 1).max().unwrap_or(1);
    writeln!(
        out,
        "<algo name=\"{name}\" nchannels=\"{channels}\" nchunksperloop=\"{chunks}\" proto=\"Simple\" ngpus=\"{nodes}\" \
         coll=\"{collective}\" inplace=\"0\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"0\">"
    )?;
    for (gpu, blocks) in blocks.iter().enumerate() {
        let mine: Vec<_> = (0..).zip(sources).filter(|&(_, source)| source.index() == gpu).map(|own| own.0).collect();
        writeln!(out, "  <gpu id=\"{gpu}\" i_chunks=\"{}\" o_chunks=\"{chunks}\" s_chunks=\"0\">", mine.len())?;
        for (block, (&(peer, channel, sends), steps)) in blocks.iter().enumerate() {
            let [send, receive] = if sends { [peer.index() as i64, -1] } else { [-1, peer.index() as i64] };
            writeln!(out, "    <tb id=\"{block}\" send=\"{send}\" recv=\"{receive}\" chan=\"{channel}\">")?;
            for (number, step) in steps.iter().enumerate() {
                let is_own = sources[step.message as usize].index() == gpu;
                write_step(out, number, sends, is_own.then(|| own[step.message as usize]), step)?;
            }
            writeln!(out, "    </tb>")?;
        }
        if !mine.is_empty() {
            writeln!(out, "    <tb id=\"{}\" send=\"-1\" recv=\"-1\" chan=\"0\">", blocks.len())?;
            for (number, message) in mine.into_iter().enumerate() {
                writeln!(
                    out,
                    "      <step s=\"{number}\" type=\"cpy\" srcbuf=\"i\" srcoff=\"{number}\" dstbuf=\"o\" \
                     dstoff=\"{message}\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>"
                )?;
            }
            writeln!(out, "    </tb>")?;
        }
        writeln!(out, "  </gpu>")?;
    }
    writeln!(out, "</algo>")
}

/// The place of each message among those of its source: its place in the input buffer.
fn places(sources: &[NodeId]) -> Vec<u32> {
    let mut counts: BTreeMap<NodeId, u32> = BTreeMap::new();
    let place = |source: &NodeId| {
        let count = counts.entry(*source).or_default();
        *count += 1;
        *count - 1
    };
    sources.iter().map(place).collect()
}

/// The steps of the thread blocks of every node.
fn blocks(graph: &Graph, sources: &[NodeId], hops: &[ScheduledHop]) -> io::Result<Vec<BTreeMap<Port, Vec<Step>>>> {
    let mut blocks: Vec<BTreeMap<Port, Vec<Step>>> = (0..graph.node_count()).map(|_| BTreeMap::new()).collect();
    let port = |peer, channel, sends| (peer, graph.number(channel), sends);
    for &(_, _, channel) in hops {
        let [from, to] = [graph.source(channel), graph.target(channel)];
        blocks[from.index()].entry(port(to, channel, true)).or_default();
        blocks[to.index()].entry(port(from, channel, false)).or_default();
    }
    let mut ordered = hops.to_vec();
    ordered.sort_unstable();
    // Which port of which node a message came by, and in which of its steps.
    let mut came: BTreeMap<(u32, NodeId), (Port, usize)> = BTreeMap::new();
    for (_, message, channel) in ordered {
        let [from, to] = [graph.source(channel), graph.target(channel)];
        let at = came.get(&(message, from)).copied();
        if at.is_none() && sources.get(message as usize) != Some(&from) {
            return Err(io::Error::other(format!("message {message} is sent from where it is not")));
        }
        let own = &mut blocks[from.index()];
        let after = at.and_then(|(port, step)| {
            own.get_mut(&port)?.get_mut(step)?.is_awaited = true;
            Some((own.keys().position(|&key| key == port)?, step))
        });
        own.entry(port(to, channel, true)).or_default().push(Step { message, after, is_awaited: false });
        let entered = port(from, channel, false);
        let steps = blocks[to.index()].entry(entered).or_default();
        steps.push(Step { message, after: None, is_awaited: false });
        came.insert((message, to), (entered, steps.len() - 1));
    }
    Ok(blocks)
}

/// `own`: the place in the input buffer, if the message is the node's own.
fn write_step(out: &mut dyn Write, number: usize, sends: bool, own: Option<u32>, step: &Step) -> io::Result<()> {
    let message = step.message;
    let (kind, buffer, offset) = match (sends, own) {
        (true, Some(place)) => ("s", "i", place),
        (true, None) => ("s", "o", message),
        (false, _) => ("r", "o", message),
    };
    let [block, after] = step.after.map_or([-1, -1], |(block, step)| [block as i64, step as i64]);
    writeln!(
        out,
        "      <step s=\"{number}\" type=\"{kind}\" srcbuf=\"{buffer}\" srcoff=\"{offset}\" dstbuf=\"o\" \
         dstoff=\"{message}\" cnt=\"1\" depid=\"{block}\" deps=\"{after}\" hasdep=\"{}\"/>",
        u32::from(step.is_awaited)
    )
}
