//! Memory aligned to cache lines.
#![allow(unsafe_code, reason = "views the same bytes as lines and as numbers")]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// The size of a cache line and of the widest register, in bytes.
const LINE_BYTES: usize = 64;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([u8; LINE_BYTES]);

/// Number types for which every bit pattern is valid.
///
/// # Safety
/// The type must have no padding, no invalid values and an alignment of at most 64.
pub(crate) unsafe trait Plain: Copy {}
// SAFETY: any four bytes are an f32.
unsafe impl Plain for f32 {}
// SAFETY: any byte is a u8.
unsafe impl Plain for u8 {}
// SAFETY: any byte is an i8.
unsafe impl Plain for i8 {}

/// A slice of numbers aligned to a cache line, initially zero.
#[derive(Clone, Debug)]
pub(crate) struct Aligned<T> {
    lines: Vec<Line>,
    len: usize,
    of: PhantomData<T>,
}

impl<T: Plain> Aligned<T> {
    /// Creates `len` zeros.
    pub(crate) fn zeros(len: usize) -> Self {
        let lines = (len * size_of::<T>()).div_ceil(LINE_BYTES);
        Self { lines: vec![Line([0; LINE_BYTES]); lines], len, of: PhantomData }
    }

    /// Changes the length to `len`. Existing numbers are kept or truncated; new ones are zero or left over from
    /// earlier use.
    pub(crate) fn resize(&mut self, len: usize) {
        let lines = (len * size_of::<T>()).div_ceil(LINE_BYTES);
        if lines > self.lines.len() {
            self.lines.resize(lines, Line([0; LINE_BYTES]));
        }
        self.len = len;
    }
}

impl<T: Plain> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: `lines` holds at least `len` initialised numbers; lines are aligned for any `Plain` type.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

impl<T: Plain> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_and_zeroed() {
        let mut numbers = Aligned::<f32>::zeros(17);
        assert_eq!(numbers.as_ptr() as usize % LINE_BYTES, 0);
        assert_eq!(numbers.to_vec(), vec![0.0; 17]);
        numbers[16] = 2.0;
        numbers.resize(40);
        assert_eq!((numbers.len(), numbers[16]), (40, 2.0));
        numbers.resize(3);
        assert_eq!(numbers.len(), 3);
    }
}
