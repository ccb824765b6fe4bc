//! What the rules of time need of each channel: what it has of its own, or else what is told of all.

use crate::{SimError, Switching, Time, Timing, TimingError};
use std::sync::Arc;
use wormcast_plan::MAX_VIRTUAL_CHANNELS;
use wormcast_topology::{ChannelId, ChannelProperties, Topology};

/// What the rules of time need of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Channel {
    /// From one flit that crosses it to the next: f of the rules.
    pub flit: Time,
    /// From when a flit starts to cross it until it is there: f and the delay.
    pub latency: Time,
    /// The router delay of heads at its end.
    pub router: Time,
    /// The flits that the buffer of each virtual channel holds.
    pub buffer: u32,
    pub virtual_channels: u32,
}

/// All channels of a network. Where none has anything of its own, nothing is kept for each.
#[derive(Clone, Debug)]
pub(crate) struct Channels {
    usual: Channel,
    /// By channel, or empty.
    own: Arc<[Channel]>,
}

impl Channels {
    /// The channels of a network under a timing. O(channels) if some have something of their own, else O(1).
    ///
    /// # Errors
    /// A channel has something of its own that makes no sense; the error names it.
    pub(crate) fn new(topology: &dyn Topology, timing: &Timing) -> Result<Self, SimError> {
        let Timing { flit, buffer, .. } = *timing;
        let virtual_channels = timing.flow.virtual_channels.get();
        let usual = Channel { flit, latency: flit, router: timing.router, buffer, virtual_channels };
        if !topology.has_own_channels() {
            return Ok(Self { usual, own: Arc::default() });
        }
        let of = |id: ChannelId| {
            let channel = usual.with(topology.channel_properties(id));
            let refuse = |problem| SimError::Channel { channel: topology.channel_name(id), problem };
            channel.check(timing).map_err(refuse).map(|()| channel)
        };
        Ok(Self { usual, own: topology.graph().channels().map(of).collect::<Result<_, _>>()? })
    }

    /// Whether any channel has something of its own.
    #[inline]
    pub(crate) fn are_own(&self) -> bool {
        !self.own.is_empty()
    }

    #[inline]
    pub(crate) fn at(&self, channel: ChannelId) -> &Channel {
        if self.are_own() { &self.own[channel.index()] } else { &self.usual }
    }

    fn all(&self) -> impl Iterator<Item = &Channel> {
        self.own.iter().chain([&self.usual])
    }

    /// The most virtual channels that a channel has.
    pub(crate) fn most_virtual_channels(&self) -> u32 {
        let most = self.own.iter().map(|channel| channel.virtual_channels).max();
        most.unwrap_or(self.usual.virtual_channels)
    }

    /// No channel, and no ejection channel, lets flits pass faster than one in this time.
    pub(crate) fn least_flit(&self) -> Time {
        self.all().map(|channel| channel.flit).min().unwrap_or(self.usual.flit)
    }

    /// No flit needs longer to cross a channel.
    pub(crate) fn greatest_latency(&self) -> Time {
        self.all().map(|channel| channel.latency).max().unwrap_or(self.usual.latency)
    }

    /// No head needs longer at a router.
    pub(crate) fn greatest_router_delay(&self) -> Time {
        self.all().map(|channel| channel.router).max().unwrap_or(self.usual.router)
    }

    /// The first channel for which the closed form of the worm engine does not hold, and why.
    ///
    /// It holds where all flit times are equal, a link is one channel, and a buffer of B flits has room for all that
    /// are on the way: D ≤ (B − 1)·t_f for a delay D. Then a detour down to a router and up again never takes longer
    /// than the B flits that it saves.
    pub(crate) fn outside_closed_form(&self) -> Option<(ChannelId, &'static str)> {
        (0..).map(ChannelId::new).zip(&*self.own).find_map(|(id, channel)| Some((id, self.beyond(channel)?)))
    }

    fn beyond(&self, channel: &Channel) -> Option<&'static str> {
        let delay = channel.latency - channel.flit;
        if channel.flit != self.usual.flit {
            Some("has a flit time of its own")
        } else if channel.router != self.usual.router {
            Some("has a router delay of its own at its end")
        } else if channel.virtual_channels > 1 {
            Some("has several virtual channels")
        } else if delay.ps() > u64::from(channel.buffer - 1).saturating_mul(channel.flit.ps()) {
            Some("has a delay that its buffer does not cover")
        } else {
            None
        }
    }
}

impl Channel {
    fn with(self, own: ChannelProperties) -> Self {
        let flit = own.flit_ps.map_or(self.flit, Time::from_ps);
        Self {
            flit,
            latency: own.delay_ps.map_or(flit, |delay| Time::from_ps(flit.ps().saturating_add(delay))),
            router: own.router_ps.map_or(self.router, Time::from_ps),
            buffer: own.buffer_flits.unwrap_or(self.buffer),
            virtual_channels: own.virtual_channels.unwrap_or(self.virtual_channels),
        }
    }

    fn check(&self, timing: &Timing) -> Result<(), TimingError> {
        let (switching, length) = (timing.flow.switching, timing.length);
        if self.flit == Time::ZERO {
            Err(TimingError::FlitTime)
        } else if self.latency > Time::LARGEST_INPUT {
            Err(TimingError::TooLong { what: "flit time and delay", value: self.latency })
        } else if self.router > Time::LARGEST_INPUT {
            Err(TimingError::TooLong { what: "router delay", value: self.router })
        } else if self.buffer == 0 {
            Err(TimingError::Buffer)
        } else if switching != Switching::Wormhole && self.buffer < length {
            Err(TimingError::BufferForMessage { switching, buffer: self.buffer, length })
        } else if !(1..=MAX_VIRTUAL_CHANNELS).contains(&self.virtual_channels) {
            Err(TimingError::VirtualChannels(self.virtual_channels))
        } else {
            Ok(())
        }
    }
}
