//! DOT, the language of Graphviz: a subset.

mod tokens;

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::own::{KIND, Own};
use crate::place;
use crate::text::{Flaw, shown};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use tokens::{Token, Tokens};
use wormcast_topology::{NodeId, Topology};

/// DOT.
pub(crate) const FORMAT: Format =
    Format { name: "DOT", extensions: &["dot", "gv"], recognises, read, write: Some(write) };

/// Subgraphs in subgraphs, at most.
const MAX_DEPTH: u32 = 64;

/// So many edges between subgraphs are read, or as many as the text has bytes: a few words may stand for many.
const MANY_EDGES: usize = 1 << 20;

/// Whether a text begins as a graph, `strict digraph name {`, and has edges.
fn recognises(text: &str) -> bool {
    let Some((head, body)) = text.split_once('{') else { return false };
    let lines = head.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    let mut words =
        lines.flat_map(str::split_whitespace).map(str::to_ascii_lowercase).skip_while(|word| word == "strict");
    let kind = words.next();
    let is_graph = matches!(kind.as_deref(), Some("graph" | "digraph")) && words.count() <= 1;
    is_graph && (body.contains("--") || body.contains("->"))
}

/// Reads a graph. A node is called by its id. In a `graph`, `a -- b` is a link; in a `digraph`, `a -> b` is a channel
/// that leads one way, or a link with `dir=both` or `dir=none`. In a `strict` graph a repeated edge counts once, else
/// it is a parallel one. Subgraphs are read as if their braces were not there; as an end of an edge, a subgraph
/// stands for each of its nodes. A node's `pos` is its place, y upwards; one of the `kind` `endpoint` is an endpoint;
/// what channels have of their own is called as in our own JSON. What `node […]` and `edge […]` say holds for all that
/// come later within the same braces. All other attributes, and ports, are skipped; a value may be HTML, a name
/// may not.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut tokens = Tokens::new(text);
    let (mut word, at) = tokens.id("`graph` or `digraph`")?;
    let is_strict = word.eq_ignore_ascii_case("strict");
    if is_strict {
        word = tokens.id("`graph` or `digraph`")?.0;
    }
    let is_directed = match &*word.to_ascii_lowercase() {
        "graph" => false,
        "digraph" => true,
        _ => return Err(Flaw::new(at, format!("{} is no graph; expected `graph` or `digraph`", shown(&word)))),
    };
    if tokens.is_at_name()? {
        tokens.next()?;
    }
    let repeated = if is_strict { Repeated::Once } else { Repeated::Parallel };
    let draft = Draft::new(repeated, Loops::LeftOut);
    let mut reader = Reader {
        tokens,
        draft,
        nodes: Nodes::default(),
        is_directed,
        left: text.len().max(MANY_EDGES),
        usual_node: Attributes::default(),
        usual_edge: Attributes::default(),
        kinds: BTreeMap::new(),
    };
    reader.list(0)?;
    for (node, (kind, at)) in std::mem::take(&mut reader.kinds) {
        if reader.draft.is_endpoint(&kind, at) {
            reader.draft.make_endpoint(node);
        }
    }
    let at = reader.tokens.place()?;
    match (reader.tokens.next()?, reader.draft.node_count()) {
        (None, 0) => Err(Flaw::new(at, "a graph without a node; expected `a -- b` in it")),
        (None, _) => Ok(reader.draft),
        _ => Err(Flaw::new(at, "something behind the graph; expected one graph")),
    }
}

/// An end of edges: a node, or the nodes of a subgraph.
struct End {
    nodes: Vec<NodeId>,
    at: usize,
    is_list: bool,
}

struct Reader<'t> {
    tokens: Tokens<'t>,
    draft: Draft<'t>,
    nodes: Nodes<'t>,
    is_directed: bool,
    /// How many more edges subgraphs may have between each other.
    left: usize,
    /// What nodes and edges have that say nothing else, from here on.
    usual_node: Attributes<'t>,
    usual_edge: Attributes<'t>,
    /// The kinds of nodes, as far as they are told, and where.
    kinds: BTreeMap<NodeId, (Cow<'t, str>, usize)>,
}

/// What the attributes say that is used.
#[derive(Clone, Default)]
struct Attributes<'t> {
    dir: Option<Cow<'t, str>>,
    pos: Option<[f64; 2]>,
    kind: Option<(Cow<'t, str>, usize)>,
    own: Own,
}

impl<'t> Reader<'t> {
    /// A list of statements in braces, in so many others. Returns the nodes that they name, those of lists in it among
    /// them.
    fn list(&mut self, depth: u32) -> Result<Vec<NodeId>, Flaw> {
        let at = self.tokens.place()?;
        if !self.tokens.take('{')? {
            return Err(Flaw::new(at, "`{` is expected here"));
        }
        if depth > MAX_DEPTH {
            return Err(Flaw::new(at, format!("more than {MAX_DEPTH} subgraphs in each other")));
        }
        let mut named = Vec::new();
        let usual = (self.usual_node.clone(), self.usual_edge.clone());
        loop {
            let at = self.tokens.place()?;
            match self.tokens.peek()? {
                None => return Err(Flaw::new(at, "a graph that is never closed; expected `}`")),
                Some(Token::Mark('}')) => break,
                Some(Token::Mark(';' | ',')) => {}
                _ => {
                    named.extend(self.statement(depth)?);
                    continue;
                }
            }
            self.tokens.next()?;
        }
        self.tokens.next()?;
        (self.usual_node, self.usual_edge) = usual;
        named.sort_unstable();
        named.dedup();
        Ok(named)
    }

    /// A statement; returns the nodes that it names.
    fn statement(&mut self, depth: u32) -> Result<Vec<NodeId>, Flaw> {
        if self.tokens.peek()? == Some(&Token::Mark('{')) {
            let at = self.tokens.place()?;
            let nodes = self.list(depth + 1)?;
            return self.chain(End { nodes, at, is_list: true }, depth);
        }
        let (id, at) = self.tokens.id("a node")?;
        let keyword = ["node", "edge", "graph"].into_iter().find(|keyword| self.tokens.is_keyword(&id, keyword));
        let opens = self.tokens.peek()? == Some(&Token::Mark('['));
        if let Some(kind) = keyword.filter(|_| opens) {
            match kind {
                "node" => self.usual_node = self.attributes(self.usual_node.clone())?,
                "edge" => self.usual_edge = self.attributes(self.usual_edge.clone())?,
                _ => drop(self.attributes(Attributes::default())?),
            }
            return Ok(Vec::new());
        }
        if self.tokens.take('=')? {
            self.tokens.value()?;
            return Ok(Vec::new());
        }
        let first = self.end(id, at, depth)?;
        self.chain(first, depth)
    }

    /// The end of an edge that begins with this word: a node, or all of a subgraph.
    fn end(&mut self, id: Cow<'t, str>, at: usize, depth: u32) -> Result<End, Flaw> {
        if !self.tokens.is_keyword(&id, "subgraph") {
            return Ok(End { nodes: vec![self.node(id, at)?], at, is_list: false });
        }
        if self.tokens.is_at_name()? {
            self.tokens.next()?;
        }
        Ok(End { nodes: self.list(depth + 1)?, at, is_list: true })
    }

    /// The edges from a first end to the next, from that to the next, and so on. Returns the nodes of all ends.
    fn chain(&mut self, first: End, depth: u32) -> Result<Vec<NodeId>, Flaw> {
        let mut ends = vec![first];
        loop {
            let at = self.tokens.place()?;
            match (self.tokens.peek()?, self.is_directed) {
                (Some(Token::Arrow), true) | (Some(Token::Line), false) => {}
                (Some(Token::Arrow), false) => return Err(Flaw::new(at, "`->` in a `graph`; expected `--`")),
                (Some(Token::Line), true) => return Err(Flaw::new(at, "`--` in a `digraph`; expected `->`")),
                _ => break,
            }
            self.tokens.next()?;
            let at = self.tokens.place()?;
            if self.tokens.peek()? == Some(&Token::Mark('{')) {
                ends.push(End { nodes: self.list(depth + 1)?, at, is_list: true });
            } else {
                let (id, at) = self.tokens.id("a node")?;
                ends.push(self.end(id, at, depth)?);
            }
        }
        if let [End { nodes, is_list: false, .. }] = &*ends {
            let Attributes { pos, kind, .. } = self.attributes(Attributes::default())?;
            pos.into_iter().for_each(|position| self.draft.place_node(nodes[0], position));
            self.kinds.extend(kind.map(|kind| (nodes[0], kind)));
            return Ok(nodes.clone());
        }
        let attributes = self.attributes(self.usual_edge.clone())?;
        for pair in ends.windows(2) {
            if pair.iter().any(|end| end.is_list) {
                let edges = pair[0].nodes.len().saturating_mul(pair[1].nodes.len());
                let problem =
                    || Flaw::new(pair[1].at, "too many edges between subgraphs; expected fewer nodes in them");
                self.left = self.left.checked_sub(edges).ok_or_else(problem)?;
            }
            let to_all = |&a: &NodeId| pair[1].nodes.iter().map(move |&b| (a, b));
            for (a, b) in pair[0].nodes.iter().flat_map(to_all) {
                self.edge(a, b, pair[1].at, &attributes)?;
            }
        }
        Ok(ends.into_iter().flat_map(|end| end.nodes).collect())
    }

    fn edge(&mut self, a: NodeId, b: NodeId, at: usize, attributes: &Attributes<'_>) -> Result<(), Flaw> {
        let first = self.draft.channel_count();
        match attributes.dir.as_deref() {
            _ if !self.is_directed => self.draft.add_link(a, b, at)?,
            None | Some("forward") => self.draft.add_channel(a, b, at)?,
            Some("back") => self.draft.add_channel(b, a, at)?,
            Some("both" | "none") => self.draft.add_link(a, b, at)?,
            Some(other) => {
                let expected = "`forward`, `back`, `both` or `none`";
                return Err(Flaw::new(at, format!("dir={}; expected {expected}", shown(other))));
            }
        }
        attributes.own.give(&mut self.draft, first, at)
    }

    /// The node of this id, whose port is skipped.
    fn node(&mut self, id: Cow<'t, str>, at: usize) -> Result<NodeId, Flaw> {
        while self.tokens.take(':')? {
            self.tokens.id("a port")?;
        }
        let before = self.draft.node_count();
        let node = self.nodes.find_or_add(&mut self.draft, id, at)?;
        if self.draft.node_count() > before {
            self.kinds.extend(self.usual_node.kind.clone().map(|kind| (node, kind)));
        }
        Ok(node)
    }

    /// Lists of attributes in brackets, as many as there are, beside what is usual.
    fn attributes(&mut self, usual: Attributes<'t>) -> Result<Attributes<'t>, Flaw> {
        let mut attributes = usual;
        while self.tokens.take('[')? {
            while !self.tokens.take(']')? {
                let (key, at) = self.tokens.id("an attribute or `]`")?;
                let value = if self.tokens.take('=')? { Some(self.tokens.value()?) } else { None };
                match (&*key, value) {
                    ("dir", value) => attributes.dir = value,
                    ("pos", Some(value)) => attributes.pos = position(&value),
                    (key, Some(value)) if key.eq_ignore_ascii_case(KIND) => attributes.kind = Some((value, at)),
                    (key, Some(value)) => attributes.own.set(key, &value, at)?,
                    (_, None) => {}
                }
                let _ = self.tokens.take(',')? || self.tokens.take(';')?;
            }
        }
        Ok(attributes)
    }
}

/// The place that `x,y` or `x,y!` is, y upwards; none if it is something else.
fn position(value: &str) -> Option<[f64; 2]> {
    let (x, y) = value.trim_end_matches('!').split_once(',')?;
    Some([place::parse(x)?, -place::parse(y)?])
}

/// Writes a network as a digraph, every channel an edge.
fn write(network: &dyn Topology, out: &mut dyn Write) -> io::Result<()> {
    let graph = network.graph();
    let names: Vec<_> = graph.nodes().map(|node| quote(&network.node_name(node))).collect();
    writeln!(out, "digraph network {{")?;
    for node in graph.nodes() {
        let shape = if graph.is_endpoint(node) { " [kind=endpoint, shape=box]" } else { "" };
        let pos = network.position(node).map_or_else(String::new, |[x, y]| format!(" [pos=\"{x},{}\"]", -y));
        writeln!(out, "  {}{shape}{pos};", names[node.index()])?;
    }
    for channel in graph.channels() {
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| &names[node.index()]);
        let own = Own::of(network, channel);
        let own: Vec<_> = own.attributes().map(|(key, value)| format!("{}={value}", plain_or_quoted(key))).collect();
        let own = if own.is_empty() { String::new() } else { format!(" [{}]", own.join(", ")) };
        writeln!(out, "  {from} -> {to}{own};")?;
    }
    writeln!(out, "}}")
}

/// A key, in quotation marks if it is no word.
fn plain_or_quoted(key: &str) -> Cow<'_, str> {
    let is_word =
        key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !key.starts_with(|c: char| c.is_ascii_digit());
    if is_word { Cow::Borrowed(key) } else { Cow::Owned(quote(key)) }
}

fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
