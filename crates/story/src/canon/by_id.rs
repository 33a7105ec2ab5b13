//! Hash tables by id, for thousands of lookups per request.
//!
//! Ids come from our own counters, so no one can choose them to collide. A multiplication spreads them well enough,
//! and it is several times faster than the standard library's hash, which resists hostile keys.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash table by id.
pub(super) type ById<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

/// Spreads one number over all bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IdHasher(u64);

/// 2^64 divided by the golden ratio, odd: neighbouring numbers end up far apart (Knuth, The Art of Computer
/// Programming, vol. 3, 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        let spread = (self.0 ^ number).wrapping_mul(SPREAD);
        // The table uses both ends of the number.
        self.0 = spread ^ (spread >> 32);
    }
}
