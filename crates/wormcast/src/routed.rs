//! Routings of unicasts: what they do, and whether they can deadlock.

use crate::{Error, Network, SafeRouting};
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast_check::proof::{MalformedLine, ProofDocument, RoutingStatement, SchemeStatement};
use wormcast_formats::{Fabric, is_named, named_routing, read_routes, write_path};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, NetworkSpec};
use wormcast_prove::prove_routing;
use wormcast_routing::{Routing, Summary, pairs, terminals};
use wormcast_schemes::option::ROUTING;
use wormcast_schemes::{Options, scheme_named};
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
    /// There is no such routing, or it does not serve this network.
    pub fn route(&self, routing: &str, virtual_channels: Option<NonZeroU32>) -> Result<RouteSummary, Error> {
        let mut routing = self.routing(routing, virtual_channels)?;
        let summary = self.summary(&Summary::of(self.topology(), &mut *routing));
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
        let mut routing = self.routing(routing, virtual_channels).map_err(io::Error::other)?;
        let nodes = terminals(self.topology());
        let mut route = Vec::new();
        for (from, to) in pairs(&nodes, routing.goes_by_source()) {
            route.clear();
            if routing.append_route(from, to, &mut route).is_ok() {
                write_path(self.topology(), from, &route, out)?;
            }
        }
        Ok(())
    }

    /// How many virtual channels the routes of a routing take, where there may be as many as they need.
    ///
    /// # Errors
    /// There is no such routing, or it does not serve this network.
    pub fn virtual_channels_of(&self, routing: &str) -> Result<NonZeroU32, Error> {
        let routing = self.routing(routing, None)?;
        Ok(NonZeroU32::new(routing.virtual_channels()).unwrap_or(NonZeroU32::MIN))
    }

    /// How many virtual channels the worms of a statement name: those of a scheme with these options, and those of the
    /// unicasts beside it.
    ///
    /// # Errors
    /// There is no such routing, or it does not serve this network; or no such scheme for unicasts.
    pub fn virtual_channels_for(&self, statement: &SchemeStatement, options: &Options) -> Result<NonZeroU32, Error> {
        let beside = statement.unicasts().map(|(name, words)| {
            let scheme = scheme_named(name)?;
            Ok::<_, Error>(Options::of_words(words, scheme.options())?)
        });
        let mut needed = NonZeroU32::MIN;
        for options in [Some(options), beside.transpose()?.as_ref()].into_iter().flatten() {
            if let Some(routing) = options.get(&ROUTING) {
                needed = needed.max(self.virtual_channels_of(&routing.to_string())?);
            }
        }
        Ok(needed)
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
        if !is_named(name) && Path::new(name).exists() {
            return self.prove_routes(&[name]);
        }
        let mut routing = self.routing(name, virtual_channels)?;
        let virtual_channels = virtual_channels.or(NonZeroU32::new(routing.virtual_channels()));
        let virtual_channels = virtual_channels.unwrap_or(NonZeroU32::MIN);
        let statement = RoutingStatement::of(name, virtual_channels);
        self.prove_stated(&mut [&mut *routing], statement, Vec::new())
    }

    /// The same about routes from files ([`read_routes`]), all of whose messages are in flight together.
    ///
    /// # Errors
    /// A file cannot be read, or holds no routes on this network.
    pub fn prove_routes<P: AsRef<Path>>(&self, files: &[P]) -> Result<ProofDocument, Error> {
        let (mut routings, mut malformed) = (Vec::new(), Vec::new());
        for file in files {
            let read = read_routes(self.topology(), file.as_ref())?;
            let file = file.as_ref().display().to_string();
            let line = |line: wormcast_formats::MalformedRoute| MalformedLine {
                file: file.clone(),
                line: line.line,
                problem: line.problem,
            };
            malformed.extend(read.malformed.into_iter().map(line));
            routings.push(read.routing);
        }
        let needed = routings.iter().map(|routing| routing.virtual_channels()).max().unwrap_or(1);
        let names = files.iter().map(|file| file.as_ref().display().to_string()).collect();
        let statement = RoutingStatement::of_files(names, NonZeroU32::new(needed).unwrap_or(NonZeroU32::MIN));
        let mut borrowed: Vec<&mut dyn Routing> = routings.iter_mut().map(|routing| &mut **routing as _).collect();
        self.prove_stated(&mut borrowed, statement, malformed)
    }

    /// The fabric in a folder, and the same question about the tables of its subnet manager ([`Fabric`]): all its
    /// unicasts, and if wanted its multicasts from every member of every group, in flight together.
    ///
    /// # Errors
    /// A file of the fabric cannot be read.
    pub fn prove_fabric(folder: &Path, with_multicast: bool) -> Result<(Self, ProofDocument), Error> {
        let fabric = Fabric::open(folder)?;
        let mut routing = fabric.routing(with_multicast);
        let virtual_channels = NonZeroU32::new(routing.virtual_channels()).unwrap_or(NonZeroU32::MIN);
        let statement = RoutingStatement::of_fabric(folder.display().to_string(), with_multicast, virtual_channels);
        let spec = NetworkSpec::whole(fabric.network().spec());
        let proved = prove_routing(fabric.network(), &spec, &mut [&mut routing], &statement, Vec::new())?;
        let document = proved.document(spec, statement);
        Ok((Self::of(Box::new(fabric.into_network()) as Box<dyn Topology>), document))
    }

    fn prove_stated(
        &self,
        routings: &mut [&mut dyn Routing],
        statement: RoutingStatement,
        malformed: Vec<MalformedLine>,
    ) -> Result<ProofDocument, Error> {
        let proved = prove_routing(self.topology(), self.spec(), routings, &statement, malformed)?;
        Ok(proved.document(self.spec().clone(), statement))
    }

    fn routing(&self, name: &str, virtual_channels: Option<NonZeroU32>) -> Result<Box<dyn Routing + '_>, Error> {
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
