//! What a reader has found in a file, on the way to a network.

use crate::own;
use crate::repeats::{Declared, Others, Repeats, Way};
use crate::text::{Flaw, line_of, shown};
use std::borrow::Cow;
use wormcast_topology::{ChannelProperties, Description, MAX_CHANNELS, MAX_NODES, NodeId, Outline};

/// What it means that a channel is declared again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// Nothing: it counts once, and a warning tells.
    Once,
    /// The same, if it has the same numbers of its own; else there is a parallel channel. The way back of a link gives
    /// way to a channel that is declared for itself.
    OnceIfAlike,
    /// There is a parallel channel.
    Parallel,
}

/// What is done with a channel from a node to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loops {
    Refused,
    /// It is left out, and a warning tells.
    LeftOut,
}

/// The most keys under which channels have numbers of their own.
pub(crate) const MOST_KEYS: usize = 64;

/// Nodes and channels as a file declares them.
#[derive(Debug)]
pub(crate) struct Draft<'t> {
    description: Description<'t>,
    repeated: Repeated,
    loops: Loops,
    /// Where the file declares each channel, and how; kept if repeated ones count once.
    declared: Vec<Declared>,
    /// How many channels lead from a node to itself, and where the first is declared.
    left_out: Option<(usize, usize)>,
    /// Whether there are more keys of numbers than are kept.
    has_more_keys: bool,
    /// How many nodes are of kinds that are not known, and the first: its kind, and where it is declared.
    unknown_kinds: Option<(usize, String, usize)>,
    /// How many nodes have a role under a key that nothing reads, and the key, the role and the place of the first.
    unread_roles: Option<(usize, [String; 2], usize)>,
}

impl<'t> Draft<'t> {
    /// Nothing yet, in a format in which these mean this.
    pub(crate) fn new(repeated: Repeated, loops: Loops) -> Self {
        let description = Description::default();
        Self {
            description,
            repeated,
            loops,
            declared: Vec::new(),
            left_out: None,
            has_more_keys: false,
            unknown_kinds: None,
            unread_roles: None,
        }
    }

    /// The same, its routers with this outline in pictures.
    pub(crate) fn with_outline(mut self, outline: Outline) -> Self {
        self.description.outline = outline;
        self
    }

    /// Tells a reader of the network something, in a sentence.
    pub(crate) fn warn(&mut self, sentence: String) {
        self.description.warnings.push(sentence);
    }

    /// How many nodes there are so far.
    pub(crate) fn node_count(&self) -> usize {
        self.description.names.len()
    }

    /// The name of a node.
    pub(crate) fn name(&self, node: NodeId) -> &str {
        &self.description.names[node.index()]
    }

    /// Adds a router; `at` is where the file declares it. The caller has made sure that the name is new.
    pub(crate) fn add_node(&mut self, name: impl Into<Cow<'t, str>>, at: usize) -> Result<NodeId, Flaw> {
        if self.node_count() == MAX_NODES {
            return Err(Flaw::new(at, format!("more nodes than the {MAX_NODES} that are accepted")));
        }
        self.description.names.push(name.into());
        Ok(NodeId::new(self.node_count() - 1))
    }

    /// Adds an endpoint, as [`add_node`](Self::add_node).
    pub(crate) fn add_endpoint(&mut self, name: impl Into<Cow<'t, str>>, at: usize) -> Result<NodeId, Flaw> {
        let node = self.add_node(name, at)?;
        self.make_endpoint(node);
        Ok(node)
    }

    /// Says that a node is an endpoint.
    pub(crate) fn make_endpoint(&mut self, node: NodeId) {
        self.description.endpoints.push(node);
    }

    /// Whether a node of this kind is an endpoint; kinds that are not known are told, and are routers. `at` is where
    /// the file declares it.
    pub(crate) fn is_endpoint(&mut self, kind: &str, at: usize) -> bool {
        own::is_endpoint(kind).unwrap_or_else(|| {
            self.unknown_kinds.get_or_insert_with(|| (0, shown(kind.trim()), at)).0 += 1;
            false
        })
    }

    /// Takes note of an attribute of a node that says what it is under another key than `kind`.
    pub(crate) fn note_role(&mut self, key: &str, role: &str, at: usize) {
        if own::is_unread_role(key, role) {
            let first = || (0, [shown(key), shown(role.trim())], at);
            self.unread_roles.get_or_insert_with(first).0 += 1;
        }
    }

    /// What to know of roles that nothing reads, where no node says in other words that it is an endpoint.
    fn roles_told(&self, text: &str) -> Option<String> {
        let (count, [key, role], at) = self.unread_roles.as_ref().filter(|_| self.description.endpoints.is_empty())?;
        let subject = if *count == 1 { "1 node has".into() } else { format!("{count} nodes have") };
        let line = line_of(text, *at);
        Some(format!(
            "{subject} an attribute {key}, {role} in line {line} the first, which nothing reads: all nodes are routers, \
             that send and forward; what forwards nothing says so by `{}`: `{}`",
            own::KIND,
            own::ENDPOINT
        ))
    }

    /// Adds a link, which is two opposite channels; `at` is where the file declares it.
    pub(crate) fn add_link(&mut self, a: NodeId, b: NodeId, at: usize) -> Result<(), Flaw> {
        if self.is_sound(a, b, at)? {
            self.push(a, b, at, Way::Forth)?;
            self.push(b, a, at, Way::Back)?;
        }
        Ok(())
    }

    /// Adds a channel, which leads one way; `at` is where the file declares it.
    pub(crate) fn add_channel(&mut self, from: NodeId, to: NodeId, at: usize) -> Result<(), Flaw> {
        if self.is_sound(from, to, at)? { self.push(from, to, at, Way::One) } else { Ok(()) }
    }

    /// How many channels there are so far.
    pub(crate) fn channel_count(&self) -> usize {
        self.description.channels.len()
    }

    /// Says what each channel from this place on has of its own: the one that was added last, or both of a link.
    pub(crate) fn set_properties(&mut self, first: usize, properties: ChannelProperties) {
        if properties != ChannelProperties::default() {
            self.description.properties.extend((first..self.channel_count()).map(|place| (place, properties)));
        }
    }

    /// Says that each channel from this place on has a number under a key. Of the keys in a file, the first
    /// [`MOST_KEYS`] are kept.
    pub(crate) fn set_value(&mut self, first: usize, key: &str, value: f64) {
        let channels = first..self.channel_count();
        let values = &mut self.description.values;
        if let Some(column) = values.get_mut(key) {
            column.extend(channels.map(|place| (place, value)));
        } else if values.len() < MOST_KEYS {
            values.insert(key.to_owned(), channels.map(|place| (place, value)).collect());
        } else {
            self.has_more_keys = true;
        }
    }

    fn push(&mut self, from: NodeId, to: NodeId, at: usize, way: Way) -> Result<(), Flaw> {
        if self.description.channels.len() == MAX_CHANNELS {
            return Err(Flaw::new(at, format!("more channels than the {MAX_CHANNELS} that are accepted")));
        }
        self.description.channels.push((from, to));
        if self.repeated != Repeated::Parallel {
            self.declared.push((at as u32, way));
        }
        Ok(())
    }

    /// Whether the ends differ; a loop is refused or counted.
    fn is_sound(&mut self, a: NodeId, b: NodeId, at: usize) -> Result<bool, Flaw> {
        match self.loops {
            _ if a != b => Ok(true),
            Loops::Refused => {
                let name = shown(&self.description.names[a.index()]);
                Err(Flaw::new(at, format!("{name} is linked to itself; a link joins two different nodes")))
            }
            Loops::LeftOut => {
                self.left_out.get_or_insert((0, at)).0 += 1;
                Ok(false)
            }
        }
    }

    /// Places the node that was added last.
    pub(crate) fn place(&mut self, position: [f64; 2]) {
        self.place_node(NodeId::new(self.node_count() - 1), position);
    }

    /// Places a node.
    pub(crate) fn place_node(&mut self, node: NodeId, position: [f64; 2]) {
        let least = node.index() + 1;
        let positions = &mut self.description.positions;
        positions.resize(positions.len().max(least), None);
        positions[node.index()] = Some(position);
    }

    /// Attaches something to a node.
    pub(crate) fn attach(&mut self, node: NodeId, name: String) {
        let nodes = self.node_count();
        self.description.terminals.resize_with(nodes, Vec::new);
        self.description.terminals[node.index()].push(name);
    }

    /// The description; `text` is the file, for the lines of warnings. O(m log m) for m channels that count once.
    pub(crate) fn describe(mut self, text: &str) -> Description<'t> {
        let mut warnings = std::mem::take(&mut self.description.warnings);
        if let Some((count, kind, at)) = &self.unknown_kinds {
            let subject = if *count == 1 { "1 node is".into() } else { format!("{count} nodes are") };
            let line = line_of(text, *at);
            warnings.push(format!(
                "{subject} of a `kind` that is not known, {kind} in line {line} the first, and taken for a router; what \
                 forwards nothing has the kind `{}`",
                own::ENDPOINT
            ));
        }
        warnings.extend(self.roles_told(text));
        if let Some((count, at)) = self.left_out {
            let subject = if count == 1 { "1 edge leads".into() } else { format!("{count} edges lead") };
            let line = line_of(text, at);
            warnings.push(format!("{subject} from a node to itself, the first in line {line}; left out"));
        }
        if self.repeated != Repeated::Parallel {
            let (again, others) = self.merge();
            warnings.extend(again.map(|(count, at)| {
                let subject = if count == 1 { "1 declaration repeats".into() } else { format!("{count} repeat") };
                let line = line_of(text, at);
                format!("{subject} a link that was declared before, the first in line {line}; each link counts once")
            }));
            warnings.extend(others.told(text));
        }
        warnings.extend(self.misread_keys());
        if self.has_more_keys {
            warnings
                .push(format!("channels have numbers under more than {MOST_KEYS} keys; those of the first are kept"));
        }
        self.description.warnings = warnings;
        self.description
    }

    /// What to know of keys whose names may be taken for something else.
    fn misread_keys(&self) -> impl Iterator<Item = String> {
        let properties = &self.description.properties;
        let has_times = properties.iter().any(|(_, own)| own.delay_ps.is_some());
        let channels = self.description.channels.len();
        let all = move |known: &str| {
            let given = properties.iter().filter(|(_, own)| own::has(own, known)).count();
            given == channels
        };
        self.description.values.keys().filter_map(move |key| own::misread(key, has_times, &all))
    }

    /// Lets each channel count once, or once for each numbers of its own. Returns how many declarations add nothing or
    /// not all that they say, and where the first of them is; and those with other numbers.
    fn merge(&mut self) -> (Option<(usize, usize)>, Others) {
        let Repeats { again, told, others } = Repeats::of(&self.description, &self.declared, self.repeated);
        if !again.is_empty() {
            self.leave_out(&again);
        }
        (told.first().map(|&first| (told.len(), first as usize)), others)
    }

    /// Takes these channels out, by their places in order.
    fn leave_out(&mut self, again: &[u32]) {
        let is_left = |place: usize| again.binary_search(&(place as u32)).is_err();
        let mut place = 0..;
        self.description.channels.retain(|_| place.next().is_some_and(is_left));
        let left = self.description.properties.iter().filter(|(place, _)| is_left(*place));
        let moved = |place: usize| place - again.partition_point(|&again| (again as usize) < place);
        self.description.properties = left.map(|&(place, own)| (moved(place), own)).collect();
        for column in self.description.values.values_mut() {
            column.retain(|(place, _)| is_left(*place));
            column.iter_mut().for_each(|(place, _)| *place = moved(*place));
        }
    }
}
