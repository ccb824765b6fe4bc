//! Routings of unicasts: what they do, and whether they can deadlock.

use crate::{Error, Network, SafeRouting};
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast_check::proof::{MalformedLine, ProofDocument, RouterPolicies, RoutingStatement};
use wormcast_formats::{
    Fabric, NoRouting, WrittenTable, is_accepted_pipe, is_named, layered_file, named_routing, read_routes, write_path,
};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, NetworkSpec};
use wormcast_prove::{Effort, cut_groups, prove_routing_within};
use wormcast_routing::{Lane, Routing, RoutingError, Summary, pairs, terminals};
use wormcast_topology::{NodeId, Topology};

/// A routing between all pairs of sources and destinations, in figures. It is written as the `route` command writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouteSummary {
    /// Pairs of different nodes between which messages go.
    pub pairs: u64,
    /// Those that have no route.
    pub unrouted: usize,
    /// The first ten of those, each with the reason.
    pub unrouted_pairs: Vec<(String, String, String)>,
    /// The hops of the longest route.
    pub longest: u32,
    /// The hops of a route on the mean; none if there is none.
    pub mean: Option<f64>,
    /// How many virtual channels the routes take.
    pub virtual_channels: u32,
    /// The channel that most routes take; none if there is no route.
    pub busiest: Option<BusiestChannel>,
    /// Where pairs have no route: a routing that has one for all of them and cannot deadlock, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<SafeRouting>,
}

/// The channel that most routes take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BusiestChannel {
    /// Its name.
    pub channel: String,
    /// How many routes take it.
    pub routes: u64,
}

/// What is asked about the routers of a routing, beside its virtual channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouterQuestion {
    /// The length of messages in flits; none: every length.
    pub length: Option<NonZeroU32>,
    /// The flits that a channel's buffer holds; none: every size.
    pub buffer: Option<NonZeroU32>,
    /// What routers do.
    pub policies: RouterPolicies,
}

impl RouterQuestion {
    fn put_on(self, statement: RoutingStatement) -> RoutingStatement {
        let Self { length, buffer, policies } = self;
        RoutingStatement { length, buffer, policies, ..statement }
    }
}

impl Network {
    /// The routes of a routing between all pairs, in figures; it takes at most so many virtual channels, or as many as
    /// it needs. Where pairs have no route, a safe routing that serves all is named, with as many virtual channels at
    /// most.
    ///
    /// ```
    /// let torus = wormcast::Network::build("torus:4x4")?;
    /// let summary = torus.route("dimension-order", None)?;
    /// assert_eq!((summary.pairs, summary.unrouted, summary.longest, summary.virtual_channels), (240, 0, 4, 2));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such routing, it does not serve this network, or a user's own routing fails at a pair.
    pub fn route(&self, routing: &str, virtual_channels: Option<NonZeroU32>) -> Result<RouteSummary, Error> {
        let mut routing = self.routing(routing, virtual_channels)?;
        let summary = Summary::of(self.topology(), &mut *routing);
        if let Some(problem) = summary.failure() {
            return Err(NoRouting::Named(RoutingError::Failed(problem.to_owned())).into());
        }
        let summary = self.summary(&summary);
        let most = virtual_channels.or(NonZeroU32::new(MAX_VIRTUAL_CHANNELS)).unwrap_or(NonZeroU32::MIN);
        let instead = (summary.unrouted > 0).then(|| self.safe_routing(most)).flatten();
        Ok(RouteSummary { instead, ..summary })
    }

    /// Writes every route of a routing, one path per line ([`write_path`]), destination by destination (`shortest`:
    /// source by source).
    ///
    /// # Errors
    /// There is no such routing, or it does not serve this network; or writing fails.
    pub fn write_routes(
        &self,
        routing: &str,
        virtual_channels: Option<NonZeroU32>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.each_route(routing, virtual_channels, |from, _, route| write_path(self.topology(), from, route, out))
    }

    /// Writes a routing as a table of next hops ([`WrittenTable`]).
    ///
    /// # Errors
    /// As for [`write_routes`](Self::write_routes); or no table says all routes.
    pub fn write_routing_table(
        &self,
        routing: &str,
        virtual_channels: Option<NonZeroU32>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut table = WrittenTable::new(self.topology());
        self.each_route(routing, virtual_channels, |from, to, route| table.add(from, to, route))?;
        table.write(out)
    }

    /// Does something with every route of a routing.
    fn each_route(
        &self,
        routing: &str,
        virtual_channels: Option<NonZeroU32>,
        mut work: impl FnMut(NodeId, NodeId, &[Lane]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut routing = self.routing(routing, virtual_channels).map_err(io::Error::other)?;
        let mut route = Vec::new();
        for (from, to) in pairs(&terminals(self.topology()), routing.goes_by_source()) {
            route.clear();
            match routing.append_route(from, to, &mut route) {
                Ok(()) => work(from, to, &route)?,
                Err(flaw) if flaw.failure().is_some() => return Err(io::Error::other(flaw)),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Decides whether unicasts between all nodes by a routing, any number of them in flight together, can deadlock.
    ///
    /// ```
    /// use wormcast::check::proof::Answer;
    /// let torus = wormcast::Network::build("torus:6x5")?.without_nodes(["2,2"])?;
    /// let proof = torus.prove_routing("dimension-order", 2.try_into().ok())?;
    /// assert_eq!(proof.answer, Answer::DeadlockFree);
    /// assert!(torus.verify_proof(&proof, &[]).is_ok());
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such routing, or it does not serve this network.
    pub fn prove_routing(&self, name: &str, virtual_channels: Option<NonZeroU32>) -> Result<ProofDocument, Error> {
        self.prove_routing_within(name, virtual_channels, &RouterQuestion::default(), &Effort::default())
    }

    /// The same about other routers, with a budget of time.
    ///
    /// # Errors
    /// There is no such routing, it does not serve this network, it has no route for any pair of nodes, a user's own
    /// routing fails at one, or buffers do not take what they should.
    pub fn prove_routing_within(
        &self,
        name: &str,
        virtual_channels: Option<NonZeroU32>,
        routers: &RouterQuestion,
        effort: &Effort<'_>,
    ) -> Result<ProofDocument, Error> {
        if !is_named(name)
            && layered_file(name).is_none()
            && (Path::new(name).exists() || is_accepted_pipe(name.as_ref()))
        {
            return self.prove_routes_within(&[name], virtual_channels, routers, effort);
        }
        let most = self.most_virtual_channels(virtual_channels)?;
        let mut routing = self.routing(name, Some(most))?;
        let virtual_channels = self.virtual_channels_there(virtual_channels, routing.virtual_channels())?;
        let statement = routers.put_on(RoutingStatement::of(name, virtual_channels));
        let document = self.prove_stated(&mut [&mut *routing], statement, Vec::new(), effort)?;
        self.refuse_none(name, &document)?;
        Ok(document)
    }

    /// As many virtual channels as routes may take.
    fn most_virtual_channels(&self, said: Option<NonZeroU32>) -> Result<NonZeroU32, Error> {
        self.virtual_channels_there(said, MAX_VIRTUAL_CHANNELS)
    }

    /// As many virtual channels as are said, or else as there are or are needed.
    fn virtual_channels_there(&self, said: Option<NonZeroU32>, needed: u32) -> Result<NonZeroU32, Error> {
        self.virtual_channels_said(said, NonZeroU32::new(needed).unwrap_or(NonZeroU32::MIN))
    }

    /// Refuses an answer that is about no route.
    fn refuse_none(&self, routing: &str, document: &ProofDocument) -> Result<(), Error> {
        let nodes = terminals(self.topology()).len();
        let pairs = nodes * nodes.saturating_sub(1);
        match document.routes.as_ref().and_then(|found| Some((found.unrouted_pairs, found.unrouted.first()?))) {
            Some((count, first)) if count == pairs => {
                let (routing, from, to) = (routing.to_owned(), first.from.clone(), first.to.clone());
                Err(NoRouting::Named(RoutingError::ServesNone { routing, from, to }).into())
            }
            _ => Ok(()),
        }
    }

    /// The same about routes from files ([`read_routes`]) and routings by their names, all of whose messages are in
    /// flight together.
    ///
    /// # Errors
    /// A file cannot be read, or holds no routes on this network.
    pub fn prove_routes<P: AsRef<Path>>(&self, files: &[P]) -> Result<ProofDocument, Error> {
        self.prove_routes_within(files, None, &RouterQuestion::default(), &Effort::default())
    }

    /// The same about other routers, with a budget of time, and with so many virtual channels or as many as the routes
    /// name.
    ///
    /// # Errors
    /// A file cannot be read, or holds no routes on this network, or names more virtual channels than there are; or
    /// buffers do not take what they should.
    pub fn prove_routes_within<P: AsRef<Path>>(
        &self,
        files: &[P],
        virtual_channels: Option<NonZeroU32>,
        routers: &RouterQuestion,
        effort: &Effort<'_>,
    ) -> Result<ProofDocument, Error> {
        let most = self.most_virtual_channels(virtual_channels)?;
        let (mut routings, mut malformed) = (Vec::new(), Vec::new());
        for file in files {
            let name = file.as_ref().display().to_string();
            if is_named(&name) || layered_file(&name).is_some() {
                routings.push(self.routing(&name, Some(most))?);
                continue;
            }
            let read = read_routes(self.topology(), file.as_ref())?;
            let named = read.routing.virtual_channels();
            NoRouting::unless_there(&name, named, most.get())?;
            let file = name;
            let line = |line: wormcast_formats::MalformedRoute| MalformedLine {
                file: file.clone(),
                line: line.line,
                problem: line.problem,
            };
            malformed.extend(read.malformed.into_iter().map(line));
            routings.push(read.routing);
        }
        let needed = routings.iter().map(|routing| routing.virtual_channels()).max().unwrap_or(1);
        let names: Vec<_> = files.iter().map(|file| file.as_ref().display().to_string()).collect();
        let (all, wrong) = (names.join(","), malformed.first().cloned());
        let there = self.virtual_channels_there(virtual_channels, needed)?;
        let statement = routers.put_on(RoutingStatement::of_files(names, there));
        let mut borrowed: Vec<&mut dyn Routing> = routings.iter_mut().map(|routing| &mut **routing as _).collect();
        let document = self.prove_stated(&mut borrowed, statement, malformed, effort)?;
        // Lines that make no route are told with the answer, if there is one.
        self.refuse_none(&all, &document).map_err(|none| match wrong {
            Some(MalformedLine { file, line, problem }) => NoRouting::Malformed { file, line, problem }.into(),
            None => none,
        })?;
        Ok(document)
    }

    /// The fabric in a folder, and the same question about the tables of its subnet manager ([`Fabric`]): all its
    /// unicasts, and if wanted its multicasts from every member of every group, in flight together.
    ///
    /// # Errors
    /// As [`prove_fabric_within`](Self::prove_fabric_within).
    pub fn prove_fabric(folder: &Path, with_multicast: bool) -> Result<(Self, ProofDocument), Error> {
        Self::prove_fabric_within(folder, with_multicast, None, &Effort::default())
    }

    /// The same with a budget of time, and with so many virtual channels or as many as the tables name.
    ///
    /// # Errors
    /// A file of the fabric cannot be read; or as [`prove_tables_within`](Self::prove_tables_within).
    pub fn prove_fabric_within(
        folder: &Path,
        with_multicast: bool,
        virtual_channels: Option<NonZeroU32>,
        effort: &Effort<'_>,
    ) -> Result<(Self, ProofDocument), Error> {
        Self::prove_tables_within(Fabric::open(folder)?, folder, with_multicast, virtual_channels, effort)
    }

    /// The same of a fabric whose files in this folder were read.
    ///
    /// # Errors
    /// No unicast is sent, no multicast is sent and the answer shall be about multicasts too, or the tables name more
    /// virtual channels than there are.
    pub fn prove_tables_within(
        fabric: Fabric,
        folder: &Path,
        with_multicast: bool,
        virtual_channels: Option<NonZeroU32>,
        effort: &Effort<'_>,
    ) -> Result<(Self, ProofDocument), Error> {
        if with_multicast {
            fabric.require_multicasts(folder)?;
        }
        let mut routing = fabric.routing(with_multicast);
        let named = NonZeroU32::new(routing.virtual_channels()).unwrap_or(NonZeroU32::MIN);
        let there = virtual_channels.unwrap_or(named);
        NoRouting::unless_there(&folder.display().to_string(), named.get(), there.get())?;
        let statement = RoutingStatement::of_fabric(folder.display().to_string(), with_multicast, there);
        let spec = NetworkSpec::whole(fabric.network().spec());
        let routings: &mut [&mut dyn Routing] = &mut [&mut routing];
        let mut proved = prove_routing_within(fabric.network(), &spec, routings, &statement, Vec::new(), effort)?;
        fabric.require_unicasts(folder, proved.found.unrouted_pairs)?;
        if with_multicast {
            proved.found.cut_groups = cut_groups(&fabric);
        }
        let document = proved.document(spec, statement);
        Ok((Self::of(Box::new(fabric.into_network()) as Box<dyn Topology>), document))
    }

    fn prove_stated(
        &self,
        routings: &mut [&mut dyn Routing],
        statement: RoutingStatement,
        malformed: Vec<MalformedLine>,
        effort: &Effort<'_>,
    ) -> Result<ProofDocument, Error> {
        let proved = prove_routing_within(self.topology(), self.spec(), routings, &statement, malformed, effort)?;
        Ok(proved.document(self.spec().clone(), statement))
    }

    pub(crate) fn routing(
        &self,
        name: &str,
        virtual_channels: Option<NonZeroU32>,
    ) -> Result<Box<dyn Routing + '_>, Error> {
        let count = virtual_channels.map_or(MAX_VIRTUAL_CHANNELS, NonZeroU32::get);
        Ok(named_routing(self.topology(), name, count)?)
    }

    fn summary(&self, summary: &Summary) -> RouteSummary {
        let name = |node: NodeId| self.topology().node_name(node);
        let unrouted = summary.unrouted.iter().take(10);
        RouteSummary {
            pairs: summary.pairs,
            unrouted: summary.unrouted.len(),
            unrouted_pairs: unrouted.map(|pair| (name(pair.from), name(pair.to), pair.flaw.to_string())).collect(),
            longest: summary.longest,
            mean: summary.mean(),
            virtual_channels: summary.virtual_channels,
            busiest: summary
                .busiest
                .map(|(channel, routes)| BusiestChannel { channel: self.topology().channel_name(channel), routes }),
            instead: None,
        }
    }
}
