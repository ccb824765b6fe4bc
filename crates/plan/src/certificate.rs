//! Proofs that a multicast star is as cheap as it can be: what a plan carries under the key `certificate`.
//!
//! A star is a set of paths that leave the source by different ports; along each the labels of the network's labelling
//! rise all the way, or fall all the way, and from stop to stop it follows the routing function R. The paths above and
//! below the source have nothing to do with each other, so each side has a proof of its own. Numbers that belong to
//! the destinations of a side stand in the order of their labels, going away from the source.

use crate::{UnknownWord, refuse_word};
use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantNames};

/// The key of a certificate in a plan file.
pub const CERTIFICATE: &str = "certificate";

/// The key under which a plan tells the routes whose turns alone its worms take.
pub const WITHIN: &str = "within";

/// The key of the bound that all destinations of a plan keep along its trees: `{"by": "delay", "most": 55}`, by
/// `hops`, or by what channels weigh ([`ChannelWeight`](crate::ChannelWeight)).
pub const BOUNDED: &str = "bounded";

/// A proof that no star does better.
///
/// ```
/// use wormcast_plan::{Criterion, SideProof, StarCertificate};
/// let text = r#"{"minimizes": "channels", "first_hop": "routing", "sides": [
///     {"side": "above", "bound": 3, "proof": "duals", "ports": [["1,0", 0]], "before": [0, 0], "after": [1, 2]}]}"#;
/// let certificate: StarCertificate = serde_json::from_str(text)?;
/// assert_eq!(certificate.minimizes, Criterion::Channels);
/// assert!(matches!(certificate.sides[0].proof, SideProof::Duals { .. }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StarCertificate {
    /// What is as little as it can be.
    pub minimizes: Criterion,
    /// Which stars are compared.
    pub first_hop: FirstHop,
    /// The proofs, one for each side that has destinations.
    pub sides: Vec<SideCertificate>,
}

/// What a star is best in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// The channels of all paths.
    Channels,
    /// The channels of the longest path.
    LongestPath,
}

/// By which port a path may leave the source.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::Display, EnumString, VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<FirstHop>)]
pub enum FirstHop {
    /// By the one that R takes towards its first stop: the rule of the mesh paper.
    #[default]
    Routing,
    /// By any one that does not pass the label of its first stop; from the neighbour on it follows R.
    Free,
}

/// A side of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The labels above that of the source.
    Above,
    /// The labels below it.
    Below,
}

/// A proof for one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideCertificate {
    /// Which side.
    pub side: Direction,
    /// No star of this side has less.
    pub bound: u64,
    /// Why.
    #[serde(flatten)]
    pub proof: SideProof,
}

/// Why no star of a side has less than a bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "proof", rename_all = "snake_case")]
pub enum SideProof {
    /// Prices u ≤ 0 and v with u(i) + v(j) ≤ the length from i to j, i a port or a stop before j: no star has fewer
    /// channels than they sum to, as every stop has one thing before it, and nothing stands before two stops.
    ///
    /// With `weights`, a weight for each port, the lengths are weighted: a channel on the way to j weighs as much as
    /// the lightest port that leads to j or to a stop before it, so a star whose paths have at most T channels has at
    /// most T · Σ weights weighted channels. Where this falls short of the bound, a search among the stars that the
    /// prices do not rule out closes the gap.
    Duals {
        /// The name of the neighbour behind each port, and the port's u.
        ports: Vec<(String, i64)>,
        /// The weight of each port; without them all channels count alike.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weights: Option<Vec<u32>>,
        /// u of each stop.
        before: Vec<i64>,
        /// v of each stop.
        after: Vec<i64>,
    },
    /// For stars of at most two paths, one entry for each port by which the first stop can be reached. The longest path
    /// is at least the weighted mean of the two. Where this falls short of the bound, a search among the stars that the
    /// potentials do not rule out closes the gap.
    Potentials {
        /// The ways to begin.
        openings: Vec<OpeningProof>,
    },
}

/// Potentials for the stars whose first stop is reached by a certain port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningProof {
    /// The neighbours behind the ports of the path to the first stop, and of the other path if it can leave at all.
    pub ports: (String, Option<String>),
    /// The weights of the two lengths.
    pub weights: [u32; 2],
    /// For each stop j: at least so much weighted length is to come when the first path ends at j and the other one at
    /// the stop before (or has not left, for the first stop); and when it is the other way round.
    pub to_come: Vec<[u64; 2]>,
}
