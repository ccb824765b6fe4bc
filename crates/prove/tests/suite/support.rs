//! What the tests of proofs about schemes share.

use crate::plans_support;
use std::num::NonZeroU32;
use wormcast_check::proof::{
    Certificate, Counterexample, ProofDocument, RouterPolicies, SchemeRefusal, SchemeStatement, SchemeVerdict,
    Statement, verify_scheme,
};
use wormcast_formats::build;
use wormcast_plan::NetworkSpec;
use wormcast_prove::Effort;
use wormcast_prove::scheme::{prove_scheme_within, route_space};
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::{Engine, FlowControl, Ports, Timing};
use wormcast_topology::Topology;

/// Small networks of every family.
pub(crate) fn networks() -> impl Iterator<Item = Box<dyn Topology>> {
    let specs = [
        "mesh:4x4",
        "torus:4x4",
        "torus:5x3",
        "hypercube:4",
        "star:4",
        "tree:3",
        "mesh-of-trees:2",
        "file:../formats/tests/data/rings.edges",
        "file:../../examples/networks/campus.gml",
    ];
    specs.into_iter().map(|spec| build(spec).unwrap())
}

/// A question about a scheme.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub scheme: &'static str,
    pub options: Options,
    /// 0: nobody waits for them.
    pub consumption: u32,
    pub virtual_channels: u32,
    pub with_unicast: bool,
    pub policies: RouterPolicies,
}

impl Asked {
    pub(crate) fn about(scheme: &'static str) -> Self {
        Self {
            scheme,
            options: Options::default(),
            consumption: 0,
            virtual_channels: 1,
            with_unicast: false,
            policies: RouterPolicies::default(),
        }
    }

    pub(crate) fn statement(&self) -> SchemeStatement {
        SchemeStatement {
            consumption: NonZeroU32::new(self.consumption),
            virtual_channels: NonZeroU32::new(self.virtual_channels).unwrap(),
            with_unicast: self.with_unicast,
            policies: self.policies,
            ..SchemeStatement::about(self.scheme)
        }
    }
}

/// The answer.
pub(crate) fn ask(topology: &dyn Topology, asked: &Asked) -> ProofDocument {
    try_ask(topology, asked).unwrap_or_else(|| panic!("{} serves {}", asked.scheme, topology.spec()))
}

/// The answer; none if the scheme does not serve the network.
pub(crate) fn try_ask(topology: &dyn Topology, asked: &Asked) -> Option<ProofDocument> {
    try_ask_within(topology, asked, &Effort::default())
}

/// The same within a time.
pub(crate) fn try_ask_within(topology: &dyn Topology, asked: &Asked, effort: &Effort<'_>) -> Option<ProofDocument> {
    let mut planner = scheme_named(asked.scheme).unwrap().prepare(topology, &asked.options).ok()?;
    let statement = asked.statement();
    let proof = prove_scheme_within(topology, &mut *planner, &statement, effort).unwrap();
    Some(proof.document(NetworkSpec::whole(topology.spec()), Statement::Scheme(statement)))
}

/// What the judge says of a certificate about the routes of the scheme.
pub(crate) fn verified(
    topology: &dyn Topology,
    asked: &Asked,
    certificate: &Certificate,
) -> Result<SchemeVerdict, SchemeRefusal> {
    let planner = scheme_named(asked.scheme).unwrap().prepare(topology, &asked.options).unwrap();
    let statement = asked.statement();
    let own = || Ok(route_space(topology, &*planner, &statement).unwrap());
    verify_scheme(topology, &statement, own, certificate)
}

/// Whether the flit engine stops in a deadlock of the same worms.
pub(crate) fn replayed(topology: &dyn Topology, asked: &Asked, counterexample: &Counterexample) -> bool {
    let virtual_channels = NonZeroU32::new(asked.virtual_channels).unwrap();
    let timing = Timing {
        length: counterexample.length,
        buffer: counterexample.buffer,
        consumption: NonZeroU32::new(asked.consumption).map_or(Ports::All, Ports::Limited),
        flow: FlowControl { virtual_channels, ..FlowControl::default() },
        ..Timing::default()
    };
    let told: Vec<_> = counterexample.worms.iter().map(|worm| (worm.plan, worm.worm)).collect();
    plans_support::replayed(topology, counterexample, &timing, Engine::Flit) == Some(told)
}
