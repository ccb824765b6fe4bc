//! How fast everything is, in JSON.

use serde::Serialize;
use wormcast::sim::{FlowControl, Time, Timing};

/// The parameters of a run, under the names of the command's options.
#[derive(Clone, Debug, Serialize)]
pub struct TimingDocument {
    /// Length of a message in flits.
    pub length: u32,
    /// Send overhead.
    pub send_ns: Time,
    /// Receive overhead.
    pub receive_ns: Time,
    /// `serial` or `parallel`.
    pub startup: String,
    /// Router delay.
    pub router_ns: Time,
    /// Flit time.
    pub flit_ns: Time,
    /// Flits that a channel's buffer holds.
    pub buffer: u32,
    /// Injection channels per node: a number, or `all-port`.
    pub injection: String,
    /// Consumption channels per node.
    pub consumption: String,
    /// Virtual channels per link.
    pub virtual_channels: u32,
    /// Credit delay.
    pub credit_ns: Time,
    /// What else routers do, each in a word.
    pub policies: [String; 4],
}

impl From<&Timing> for TimingDocument {
    fn from(timing: &Timing) -> Self {
        let FlowControl { virtual_channels, credit, handover, reservation, replication, switching, .. } = timing.flow;
        Self {
            length: timing.length,
            send_ns: timing.send,
            receive_ns: timing.receive,
            startup: timing.startup.to_string(),
            router_ns: timing.router,
            flit_ns: timing.flit,
            buffer: timing.buffer,
            injection: timing.injection.to_string(),
            consumption: timing.consumption.to_string(),
            virtual_channels: virtual_channels.get(),
            credit_ns: credit,
            policies: [
                format!("reservation {reservation}"),
                format!("replication {replication}"),
                format!("switching {switching}"),
                format!("handover {handover}"),
            ],
        }
    }
}
