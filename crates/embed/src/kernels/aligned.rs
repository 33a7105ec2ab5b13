//! Memory that begins at a cache line.
#![allow(unsafe_code, reason = "views the same bytes as lines and as numbers")]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Bytes of a cache line, and of the widest register.
const LINE: usize = 64;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([u8; LINE]);

/// Numbers for which any bytes are a value.
///
/// # Safety
/// The type has no padding, no invalid values and an alignment of at most 64.
pub(crate) unsafe trait Plain: Copy {}
// SAFETY: any four bytes are an f32.
unsafe impl Plain for f32 {}
// SAFETY: any byte is a u8.
unsafe impl Plain for u8 {}
// SAFETY: any byte is an i8.
unsafe impl Plain for i8 {}

/// A slice of numbers whose first lies at the beginning of a cache line; zeros at first.
#[derive(Clone, Debug)]
pub(crate) struct Aligned<T> {
    lines: Vec<Line>,
    len: usize,
    of: PhantomData<T>,
}

impl<T: Plain> Aligned<T> {
    /// `len` zeros.
    pub(crate) fn zeros(len: usize) -> Self {
        let lines = (len * size_of::<T>()).div_ceil(LINE);
        Self { lines: vec![Line([0; LINE]); lines], len, of: PhantomData }
    }

    /// Makes the length `len`; what it held before stays or is cut, what comes is zero or left from before.
    pub(crate) fn resize(&mut self, len: usize) {
        let lines = (len * size_of::<T>()).div_ceil(LINE);
        if lines > self.lines.len() {
            self.lines.resize(lines, Line([0; LINE]));
        }
        self.len = len;
    }
}

impl<T: Plain> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: `lines` holds at least `len` numbers, initialised; lines are aligned for any `Plain` type.
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
    fn numbers_begin_at_a_line_and_as_zeros() {
        let mut numbers = Aligned::<f32>::zeros(17);
        assert_eq!(numbers.as_ptr() as usize % LINE, 0);
        assert_eq!(numbers.to_vec(), vec![0.0; 17]);
        numbers[16] = 2.0;
        numbers.resize(40);
        assert_eq!((numbers.len(), numbers[16]), (40, 2.0));
        numbers.resize(3);
        assert_eq!(numbers.len(), 3);
    }
}
