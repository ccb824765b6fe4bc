//! The parameters of time, by the names of the command line.

use crate::arguments::Named;
use crate::errors::Raised;
use pyo3::prelude::*;
use std::num::NonZeroU32;
use wormcast::Network;
use wormcast::sim::{FlowControl, Timing};

/// Takes the parameters of time out of named arguments; the defaults are those of the library.
pub(crate) fn timing(named: &mut Named<'_, '_>) -> PyResult<Timing> {
    let usual = Timing::default();
    let timing = Timing {
        length: named.value("length", usual.length)?,
        send: named.value("send_ns", usual.send)?,
        receive: named.value("receive_ns", usual.receive)?,
        startup: named.value("startup", usual.startup)?,
        router: named.value("router_ns", usual.router)?,
        flit: named.value("flit_ns", usual.flit)?,
        buffer: named.value("buffer", usual.buffer)?,
        injection: named.value("injection", usual.injection)?,
        consumption: named.value("consumption", usual.consumption)?,
        header_flits: named.switch("headers_count")?,
        flow: flow(named)?,
    };
    timing.validate().map_err(|error| Raised::bad(error.to_string()))?;
    Ok(timing)
}

fn flow(named: &mut Named<'_, '_>) -> PyResult<FlowControl> {
    let usual = FlowControl::default();
    Ok(FlowControl {
        virtual_channels: named.value("virtual_channels", usual.virtual_channels)?,
        vc_rule: named.value("vc_rule", usual.vc_rule)?,
        credit: named.value("credit_ns", usual.credit)?,
        handover: named.value("handover", usual.handover)?,
        turnaround: named.value("turnaround_ns", usual.turnaround)?,
        crossbar: named.value("crossbar", usual.crossbar)?,
        reservation: named.value("reservation", usual.reservation)?,
        replication: named.value("replication", usual.replication)?,
        switching: named.value("switching", usual.switching)?,
    })
}

/// The same, with as many virtual channels as are needed where neither the network nor anybody else says how many.
pub(crate) fn timing_on(network: &Network, named: &mut Named<'_, '_>, needed: NonZeroU32) -> PyResult<Timing> {
    let said = named.optional::<NonZeroU32>("virtual_channels")?;
    let mut timing = timing(named)?;
    timing.flow.virtual_channels = network.virtual_channels_said(said, needed).map_err(Raised::from)?;
    Ok(timing)
}
