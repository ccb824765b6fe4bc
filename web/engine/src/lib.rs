//! The engine as WebAssembly: three functions, by which JSON goes in and comes out of the memory of the module.
//!
//! A caller takes room for a request with `take`, writes it there, and calls `answer`, which takes the room back. The
//! answer stands where `answer` says, its length in the higher 32 bits; `give` takes its room back.

use std::mem;

/// Room for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn take(length: usize) -> *mut u8 {
    mem::ManuallyDrop::new(vec![0_u8; length].into_boxed_slice()).as_mut_ptr()
}

/// Takes room back.
///
/// # Safety
/// It was given by `take` or `answer`, with this length, and was not given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn give(at: *mut u8, length: usize) {
    // SAFETY: the caller says that this is such a box.
    drop(unsafe { owned(at, length) });
}

/// Answers the request that stands there: the address of the answer, and above it its length.
///
/// # Safety
/// The room was given by `take`, with this length, and was not given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(at: *mut u8, length: usize) -> u64 {
    // SAFETY: the caller says that this is such a box.
    let request = unsafe { owned(at, length) };
    let answer = wormcast_page::engine::answer(&String::from_utf8_lossy(&request)).into_bytes().into_boxed_slice();
    let length = answer.len() as u64;
    let at = mem::ManuallyDrop::new(answer).as_mut_ptr() as usize as u64;
    length << 32 | at
}

/// # Safety
/// As for `give`.
unsafe fn owned(at: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: the caller says that this is a box of this length that nobody else owns.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) }
}
