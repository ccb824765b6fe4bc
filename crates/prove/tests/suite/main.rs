//! The tests of the prover, in one program: it is built and linked once.

mod beside_routes;
mod beside_schemes;
mod bubbles;
mod budget;
mod choices;
mod cross_check;
mod engine_against_prover;
mod forged;
mod forged_routes;
mod groups;
mod mend;
mod mend_random;
mod mend_routes;
#[allow(dead_code, reason = "the judge's tests use more of it")]
#[path = "../../../check/tests/suite/mutation.rs"]
mod mutation;
mod odd_networks;
mod open_questions;
mod plans_support;
mod random_worms;
mod router_cases;
mod scale;
mod scheme_routers;
mod schemes;
mod second_encoding;
mod standing;
mod support;
mod tree_worms;
mod trees_beside_plans;
mod two_provers;
mod unicast_routings;
mod virtual_channels;
mod workloads;
