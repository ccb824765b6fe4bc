#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wormcast_fuzz::run("dimacs", bytes));
