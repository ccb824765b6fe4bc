//! What decides the times of a run.

use serde::Serialize;
use wormcast_sim::{FlowControl, Ports, Startup, Time, Timing};

/// Times in picoseconds; as many ports as there are channels are none.
#[derive(Debug, Serialize)]
pub(super) struct TimingIdentity {
    length_flits: u32,
    send_ps: u64,
    receive_ps: u64,
    startup: &'static str,
    router_ps: u64,
    flit_ps: u64,
    buffer_flits: u32,
    injection: Option<u32>,
    consumption: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_flits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flow: Option<FlowIdentity>,
}

#[derive(Debug, Serialize)]
struct FlowIdentity {
    virtual_channels: u32,
    credit_ps: u64,
    handover: String,
    reservation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    vc_rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replication: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    switching: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turnaround_ps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crossbar: Option<String>,
}

impl TimingIdentity {
    pub(super) fn of(timing: &Timing) -> Self {
        let Timing { length, send, receive, startup, router, flit, buffer, injection, consumption, header_flits, flow } =
            timing;
        let count = |ports: &Ports| match ports {
            Ports::All => None,
            Ports::Limited(count) => Some(count.get()),
        };
        Self {
            length_flits: *length,
            send_ps: send.ps(),
            receive_ps: receive.ps(),
            startup: match startup {
                Startup::Serial => "serial",
                Startup::Parallel => "parallel",
            },
            router_ps: router.ps(),
            flit_ps: flit.ps(),
            buffer_flits: *buffer,
            injection: count(injection),
            consumption: count(consumption),
            header_flits: header_flits.then_some(true),
            flow: (*flow != FlowControl::default()).then(|| FlowIdentity::of(flow)),
        }
    }
}

impl FlowIdentity {
    pub(super) fn of(flow: &FlowControl) -> Self {
        Self {
            virtual_channels: flow.virtual_channels.get(),
            credit_ps: flow.credit.ps(),
            handover: flow.handover.to_string(),
            reservation: flow.reservation.to_string(),
            vc_rule: other_than_default(flow.vc_rule),
            replication: other_than_default(flow.replication),
            switching: other_than_default(flow.switching),
            turnaround_ps: (flow.turnaround > Time::ZERO).then(|| flow.turnaround.ps()),
            crossbar: other_than_default(flow.crossbar),
        }
    }
}

/// Fields that came later are left out at the value that all had before.
fn other_than_default<T: Default + PartialEq + ToString>(value: T) -> Option<String> {
    (value != T::default()).then(|| value.to_string())
}
