//! Schedules as MSCCL's interpreter runs them.

use std::collections::{BTreeMap, VecDeque};
use wormcast_formats::{build, write_msccl};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// A step of a thread block as the file has it.
struct Step {
    kind: String,
    source: (String, usize),
    target: usize,
    after: Option<(usize, usize)>,
}

struct Block {
    send: Option<usize>,
    receive: Option<usize>,
    channel: usize,
    steps: Vec<Step>,
}

fn read(text: &str) -> Vec<Vec<Block>> {
    let document = roxmltree::Document::parse(text).unwrap();
    let children = |node: roxmltree::Node<'_, '_>, name: &'static str| -> Vec<roxmltree::NodeId> {
        node.children().filter(|child| child.has_tag_name(name)).map(|child| child.id()).collect()
    };
    let number = |node: roxmltree::Node<'_, '_>, key: &str| node.attribute(key).unwrap().parse::<i64>().unwrap();
    let maybe = |node: roxmltree::Node<'_, '_>, key: &str| usize::try_from(number(node, key)).ok();
    let step = |id| {
        let node = document.get_node(id).unwrap();
        assert_eq!(number(node, "cnt"), 1);
        Step {
            kind: node.attribute("type").unwrap().into(),
            source: (node.attribute("srcbuf").unwrap().into(), number(node, "srcoff") as usize),
            target: number(node, "dstoff") as usize,
            after: maybe(node, "depid").zip(maybe(node, "deps")),
        }
    };
    let block = |id| {
        let node = document.get_node(id).unwrap();
        let steps = children(node, "step").into_iter().map(step).collect();
        Block { send: maybe(node, "send"), receive: maybe(node, "recv"), channel: number(node, "chan") as usize, steps }
    };
    let gpus = children(document.root_element(), "gpu");
    gpus.into_iter().map(|id| children(document.get_node(id).unwrap(), "tb").into_iter().map(block).collect()).collect()
}

/// Runs the thread blocks by the rules of the interpreter: each does its steps in order; a step waits for the one that
/// it depends on, a receive for what was sent. The chunks in the output buffers in the end.
fn run(gpus: &[Vec<Block>], own: &[Vec<usize>], chunks: usize) -> Vec<Vec<Option<usize>>> {
    let mut output = vec![vec![None; chunks]; gpus.len()];
    let mut done: Vec<Vec<usize>> = gpus.iter().map(|blocks| vec![0; blocks.len()]).collect();
    let mut under_way: BTreeMap<(usize, usize, usize), VecDeque<usize>> = BTreeMap::new();
    let mut has_moved = true;
    while std::mem::take(&mut has_moved) {
        for (gpu, blocks) in gpus.iter().enumerate() {
            for (number, block) in blocks.iter().enumerate() {
                let Some(step) = block.steps.get(done[gpu][number]) else { continue };
                if step.after.is_some_and(|(other, last)| done[gpu][other] <= last) {
                    continue;
                }
                let chunk = match step.source.0.as_str() {
                    "i" => Some(own[gpu][step.source.1]),
                    _ => output[gpu][step.source.1],
                };
                match step.kind.as_str() {
                    "s" => {
                        let chunk = chunk.expect("what is sent is there");
                        under_way.entry((gpu, block.send.unwrap(), block.channel)).or_default().push_back(chunk);
                    }
                    "r" => {
                        let queue = under_way.entry((block.receive.unwrap(), gpu, block.channel)).or_default();
                        let Some(chunk) = queue.pop_front() else { continue };
                        output[gpu][step.target] = Some(chunk);
                    }
                    "cpy" => output[gpu][step.target] = chunk,
                    other => panic!("unknown step {other}"),
                }
                done[gpu][number] += 1;
                has_moved = true;
            }
        }
    }
    for (blocks, done) in gpus.iter().zip(&done) {
        assert!(blocks.iter().zip(done).all(|(block, &done)| block.steps.len() == done), "all steps are done");
    }
    output
}

/// Each message goes around a tree that a breadth-first search finds, a level a step.
fn flooded(graph: &Graph, source: NodeId, message: u32) -> Vec<(u32, u32, ChannelId)> {
    let mut met = vec![false; graph.node_count()];
    met[source.index()] = true;
    let (mut level, mut hops, mut step) = (vec![source], Vec::new(), 0);
    while !level.is_empty() {
        let mut next = Vec::new();
        for node in level {
            for channel in graph.out_channels(node) {
                let to = graph.target(channel);
                if !std::mem::replace(&mut met[to.index()], true) {
                    hops.push((step, message, channel));
                    next.push(to);
                }
            }
        }
        (level, step) = (next, step + 1);
    }
    hops
}

#[test]
fn the_interpreter_brings_every_chunk_everywhere() {
    for spec in ["torus:4x3", "mesh:3x3", "ring:5", "hypercube:3"] {
        let network = build(spec).unwrap();
        let graph = network.graph();
        let sources: Vec<_> = graph.nodes().collect();
        let mut hops: Vec<_> =
            (0..).zip(&sources).flat_map(|(message, &source)| flooded(graph, source, message)).collect();
        hops.sort_unstable();
        let mut text = Vec::new();
        write_msccl(graph, ("all", "allgather"), &sources, &hops, &mut text).unwrap();
        let gpus = read(std::str::from_utf8(&text).unwrap());
        let own: Vec<_> = (0..sources.len()).map(|node| vec![node]).collect();
        for output in run(&gpus, &own, sources.len()) {
            assert!(output.iter().enumerate().all(|(place, &chunk)| chunk == Some(place)), "{spec}");
        }
    }
}

#[test]
fn what_is_sent_from_where_it_is_not_is_refused() {
    let ring = build("ring:4").unwrap();
    let graph = ring.graph();
    let far = graph.out_channels(NodeId::new(2)).next().unwrap();
    let error = write_msccl(graph, ("x", "custom"), &[NodeId::new(0)], &[(0, 0, far)], &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("where it is not"), "{error}");
}
