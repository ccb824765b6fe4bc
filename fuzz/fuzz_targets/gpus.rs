#![no_main]

// The content tells this format: so the matrix is begun.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wormcast_fuzz::read("x", &[b"GPU0\tGPU1\tGPU2\nGPU0\t X ", bytes].concat()));
