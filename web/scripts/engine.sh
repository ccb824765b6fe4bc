#!/usr/bin/env bash
# Builds the engine as WebAssembly into web/engine/target: by the compiler at hand where it has a standard library for that, or rustup
# brings one; else by a Rust that has the sources of its standard library, that of Debian (rustc-web, cargo-web, rust-web-src, lld), or
# one named by CARGO and RUSTC.
set -euo pipefail
cd "$(dirname "$0")/../engine"
target=wasm32-unknown-unknown
std_of() { [ -d "$("$1" --print sysroot 2> /dev/null)/lib/rustlib/$target" ]; }
if [ -z "${RUSTC:-}" ] && { std_of rustc || rustup target add "$target" > /dev/null 2>&1; }; then
    export CARGO=cargo RUSTC=rustc
    std=()
else
    export CARGO="${CARGO:-/usr/bin/cargo}" RUSTC="${RUSTC:-/usr/bin/rustc}" RUSTC_BOOTSTRAP=1
    # Debian calls the linker by its own name.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="${LINKER:-wasm-ld}"
    std=(-Zbuild-std=std,panic_abort)
fi
# No random numbers are taken from the system, and no path of this machine is in the file.
export RUSTFLAGS="--cfg getrandom_backend=\"unsupported\" -C link-arg=-zstack-size=4194304 --remap-path-prefix=$(cd ../.. && pwd)=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$($RUSTC --print sysroot)=rust"
"$CARGO" build --release --locked --target "$target" "${std[@]}"
ls -l "target/$target/release/wormcast_engine.wasm"
