//! The tests of the command, in one program: it is built and linked once.

mod bad_input;
mod by_hand;
mod commands;
mod compare;
mod compressed;
mod fabrics;
mod first_hour;
mod flow_control;
mod hostile;
mod json;
mod light_trees;
mod mend;
mod names_and_words;
mod output_files;
mod pictures;
mod prove_delays;
mod prove_plans;
mod prove_schemes;
mod reproduce;
mod router_policies;
mod routings;
mod shells;
mod support;
mod sweep;
mod tables;
