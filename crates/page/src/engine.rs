//! The library behind one function, from JSON to JSON: what a page asks when it has the engine inside it.
//!
//! ```
//! use serde_json::{Value, json};
//! let network = json!({"topology": "mesh:4x4"});
//! let request = json!({"ask": "plan", "network": network, "scheme": "dual-path", "source": "1,1", "to": ["3,1"]});
//! let answer: Value = serde_json::from_str(&wormcast_page::engine::answer(&request.to_string()))?;
//! assert_eq!(answer["page"]["runs"][0]["simulation"]["outcome"], "delivered");
//! let refused = wormcast_page::engine::answer(r#"{"ask": "network", "network": {"topology": "mash:4x4"}}"#);
//! assert!(refused.contains("error"));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod compare;
mod network;
mod plan;
mod prove;
mod run;

use network::NetworkRequest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::num::NonZeroU32;
use wormcast::Listing;
use wormcast::schemes::SCHEMES;
use wormcast::sim::{Time, Timing};

/// What can be asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// What there is to choose from.
    List,
    /// What a network looks like.
    Network { network: NetworkRequest },
    /// A plan, the judge's report, and a run.
    Plan(plan::PlanRequest),
    /// One multicast by all schemes, each with its run.
    Compare(compare::CompareRequest),
    /// Whether a scheme can deadlock.
    Prove(prove::ProveRequest),
    /// Plan files in time, and what mends them if they hang.
    Run(run::RunRequest),
}

/// Why there is no answer: the message of the command line.
type Refusal = Box<dyn std::error::Error>;

/// Answers a request with a JSON document; if that is not possible, with `{"error": …}`, which says why in the words of
/// the command line.
pub fn answer(request: &str) -> String {
    match serde_json::from_str(request).map_err(Refusal::from).and_then(given) {
        Ok(answer) => answer.to_string(),
        Err(error) => json!({"error": error.to_string()}).to_string(),
    }
}

fn given(request: Request) -> Result<Value, Refusal> {
    match request {
        Request::List => written(Listing::of(SCHEMES)),
        Request::Network { network } => network.answer(),
        Request::Plan(request) => request.answer(),
        Request::Compare(request) => request.answer(),
        Request::Prove(request) => request.answer(),
        Request::Run(request) => request.answer(),
    }
}

fn written(answer: impl Serialize) -> Result<Value, Refusal> {
    Ok(serde_json::to_value(answer)?)
}

/// How fast everything is to be; what is not said is as on the command line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TimingRequest {
    length: Option<u32>,
    router_ns: Option<Time>,
    flit_ns: Option<Time>,
    buffer: Option<u32>,
    send_ns: Option<Time>,
    receive_ns: Option<Time>,
    virtual_channels: Option<NonZeroU32>,
}

impl TimingRequest {
    /// With at least so many virtual channels.
    fn timing(&self, virtual_channels: u32) -> Timing {
        let mut timing = Timing::default();
        timing.length = self.length.unwrap_or(timing.length);
        timing.router = self.router_ns.unwrap_or(timing.router);
        timing.flit = self.flit_ns.unwrap_or(timing.flit);
        timing.buffer = self.buffer.unwrap_or(timing.buffer);
        timing.send = self.send_ns.unwrap_or(timing.send);
        timing.receive = self.receive_ns.unwrap_or(timing.receive);
        let needed = NonZeroU32::new(virtual_channels).unwrap_or(NonZeroU32::MIN);
        timing.flow.virtual_channels = self.virtual_channels.unwrap_or(needed).max(needed);
        timing
    }
}
