//! Mending plans that can deadlock: `Network.mend`.

use crate::arguments::Named;
use crate::network::PyNetwork;
use crate::patiently::watched;
use crate::plan::PyPlan;
use crate::proof::{LeftOut, PyProof};
use crate::prove::{budget, plans_of};
use crate::statement::workload;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use wormcast::prove::Effort;
use wormcast::prove::mend::{Change, Limits, PROOFS, WormName};
use wormcast::{MendProposal, Network};

#[pymethods]
impl PyNetwork {
    /// Proposes the smallest changes that make plans free of deadlock, the cheapest first; each is proved. What
    /// `routing` or `routes` name, or
    /// `with_unicast` adds, is in flight beside them, and stays as it is.
    #[pyo3(signature = (plans, **options))]
    fn mend<'py>(
        &self,
        py: Python<'py>,
        plans: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let plans = plans_of(plans)?;
        let mut named = Named::new(options);
        let statement = workload(&self.network, &plans, &mut named)?;
        let (budget, proofs) = (budget(&mut named)?, named.value("proofs", PROOFS)?);
        let progress = named.progress()?;
        named.refuse_rest()?;
        let network = self.network.clone();
        let mended = watched(py, progress.as_ref(), "mending", move |tell| {
            let effort = Effort::within(budget).told_to(tell);
            Ok(network.mend_plans(&plans, &statement, Limits { proofs, effort: &effort })?)
        })?;
        let proposals = mended.proposals.into_iter().map(|proposal| self.proposal(py, proposal));
        let proposals = PyList::new(py, proposals.collect::<PyResult<Vec<_>>>()?)?;
        py.import("wormcast._results")?.getattr("Mending")?.call1((
            mended.is_free,
            proposals,
            mended.gave_up,
            mended.others_deadlock,
        ))
    }
}

impl PyNetwork {
    fn proposal<'py>(&self, py: Python<'py>, proposal: MendProposal) -> PyResult<Bound<'py, PyAny>> {
        let changes: Vec<_> = proposal.changes.iter().map(|change| in_words(&self.network, change)).collect();
        let latency_ns = proposal.latency.map(|latency| latency.ns());
        let phases = PyList::empty(py);
        for phase in proposal.phases {
            let plans: Vec<_> = phase.plans.into_iter().map(|(_, plan)| plan).collect();
            let own = PyList::new(py, plans.iter().map(|plan| PyPlan::from(plan.clone())))?;
            phases.append((own, PyProof::new(self.network.clone(), phase.proof, plans, LeftOut::default())))?;
        }
        let class = py.import("wormcast._results")?.getattr("Proposal")?;
        class.call1((changes, proposal.channels, latency_ns, phases))
    }
}

fn in_words(network: &Network, (name, change): &(WormName, Change)) -> String {
    let what = match change {
        Change::Later(phase) => format!("is sent in phase {phase}, when what comes before has been delivered"),
        Change::SecondChannel(hop) => format!("takes the other virtual channel from hop {hop} on"),
        Change::OwnChannel(number) => format!("takes the added virtual channel {number} on all its hops"),
        Change::Class(class) => format!("is of consumption class {class}"),
        Change::BranchOrder => "asks for its branches in another order".to_owned(),
        Change::Reroute(route) => {
            let channels: Vec<_> = route.iter().map(|&channel| network.topology().channel_name(channel)).collect();
            format!("goes by {}", channels.join(" "))
        }
    };
    format!("worm {} of plan {} {what}", name.worm, name.plan)
}
