//! Plans: the one meeting point of all floors. A plan is a set of worms; a worm's route is a tree of hops.
//!
//! [`Worms`] is the compact form that schemes write and engines read; [`Plan`] adds what it was planned for;
//! [`PlanDocument`] is its JSON form, in which nodes have names. Reading goes the other way: the text becomes a
//! document (which the judge inspects as it is), and [`PlanDocument::resolve`] turns a sound one into a [`Plan`].

mod bounds;
mod by_hand;
mod certificate;
mod channel_weight;
mod claim;
mod cost;
mod document;
mod documents;
mod draw;
mod form;
pub mod headers;
mod multicast;
mod network;
mod no_tree;
mod object;
mod own_virtual_channels;
mod plan;
mod reader;
mod request_order;
mod reservation;
mod rounds;
mod route_space;
mod router;
mod unknown;
mod view;
mod virtual_channels;
mod word;
mod words;
mod worms;

pub use certificate::{
    BOUNDED, CERTIFICATE, Criterion, Direction, FirstHop, OpeningProof, SideCertificate, SideProof, StarCertificate,
    WITHIN,
};
pub use channel_weight::{ChannelWeight, ChannelWeights, NoChannelWeight, channel_numbers};
pub use claim::Claim;
pub use cost::Cost;
pub use document::{DocumentError, FORMAT, PlanDocument, VERSION};
pub use documents::{DeliveryDocument, HopDocument, WormDocument, WormDocuments, WormHead};
pub use draw::random_destinations;
pub use multicast::{MulticastSet, SetError};
pub use network::{ChannelName, NetworkSpec};
pub use no_tree::{NoTree, NoTrees};
pub use own_virtual_channels::{
    ClassOfOne, SaidOtherwise, most_virtual_channels, own_virtual_channels, refuse_class_of_one, virtual_channels_at,
    virtual_channels_said,
};
pub use plan::Plan;
pub use request_order::{REQUEST_ORDER_KEY, request_order};
pub use reservation::Reservation;
pub use rounds::{Duplex, RoundModel};
pub use route_space::{Chain, ChainLane, Delivers, RouteFamily, RouteSpace, Splits};
pub use router::{Crossbar, Handover, Replication, Switching};
pub use unknown::{MAX_UNKNOWN, unknown_bytes};
pub use virtual_channels::{
    MAX_VIRTUAL_CHANNELS, VIRTUAL_CHANNELS_KEY, VcRule, VirtualChannels, has_dateline, named_virtual_channels,
    share_of, virtual_channel_turns, virtual_channel_turns_by, virtual_channels, virtual_channels_by,
};
pub use word::{UnknownWord, refuse_word};
pub use words::{words_apart, words_together};
pub use worms::{Delivery, Hop, MAX_CONSUMPTION_CLASSES, MAX_HOPS, Worm, WormId, Worms};
