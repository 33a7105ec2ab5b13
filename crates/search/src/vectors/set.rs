//! The vectors of one model in memory, two bits per dimension.
//!
//! Vectors of a language model lie in a narrow cone: their directions are only meaningful after subtracting the
//! mean. For mean m, vector v and residual r = v − m, the product with a query q is ⟨m, q⟩ + ⟨r, q⟩, and ⟨r, q⟩ =
//! ⟨r, q − m⟩ + ⟨r, m⟩. The last term is computed when v is added. ⟨r, q − m⟩ is estimated with a code c of r: each
//! component is one of four levels, those with the least loss for a normal distribution (Max, IRE Transactions on
//! Information Theory 6, 1960). Scaled by |r|² / ⟨r, c⟩, the estimate is unbiased for residuals of random direction
//! (after Gao and Long, SIGMOD 2024). The query keeps its precision: a table gives the contribution of each code
//! byte to the sum, rounded to a byte so that the table stays in the L1 cache; 128 such roundings add a twentieth
//! of the error of the code.

use std::collections::HashSet;
use std::ops::Range;

use super::{dot, from_bytes};

/// Dimensions in a code byte, which one table lookup covers.
const BYTE: usize = 4;

/// The levels of a component in standard deviations, by their two bits; and the boundary of the inner levels.
const LEVELS: [f32; 4] = [-1.51, -0.4528, 0.4528, 1.51];
const INNER: f32 = 0.9816;

/// A passage and its vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) paragraph: i64,
    /// The text, whose vector all its passages share.
    pub(crate) text: i64,
    /// The start of the passage in the paragraph, in characters.
    pub(crate) start: u32,
    /// The length of the passage in characters.
    pub(crate) chars: u32,
    pub(crate) source: u32,
}

/// The vectors of one model. Each entry is a passage.
#[derive(Clone, Debug, Default)]
pub(crate) struct VectorSet {
    dimension: usize,
    mean: Vec<f32>,
    places: Vec<Place>,
    /// The source of each entry again, stored contiguously for filtering.
    sources: Vec<u32>,
    /// For each entry, ⟨r, m⟩ and |r|² / ⟨r, c⟩.
    terms: Vec<(f32, f32)>,
    /// The code c of each entry, two bits per dimension, padded to whole bytes.
    codes: Vec<u8>,
    /// Number of entries when the mean was computed.
    entries_at_mean: usize,
}

/// The sources to search, by number.
#[derive(Clone, Debug)]
pub(crate) enum Sources {
    All,
    These(Vec<bool>),
}

impl Sources {
    /// A set of source numbers.
    pub(crate) fn these(numbers: &[u32]) -> Self {
        let mut set = vec![false; numbers.iter().max().map_or(0, |max| *max as usize + 1)];
        for &number in numbers {
            if let Some(place) = set.get_mut(number as usize) {
                *place = true;
            }
        }
        Self::These(set)
    }

    fn contains(&self, number: u32) -> bool {
        match self {
            Self::All => true,
            Self::These(set) => set.get(number as usize).copied().unwrap_or(false),
        }
    }
}

impl VectorSet {
    /// An empty set whose mean is computed from a sample of stored vectors.
    pub(crate) fn new<'s>(dimension: usize, sample: impl IntoIterator<Item = &'s [u8]>) -> Self {
        let mut mean = vec![0.0; dimension];
        let mut count = 0;
        for bytes in sample {
            mean.iter_mut().zip(from_bytes(bytes)).for_each(|(sum, component)| *sum += component);
            count += 1;
        }
        mean.iter_mut().for_each(|sum| *sum /= count.max(1) as f32);
        Self { dimension, mean, ..Self::default() }
    }

    /// Number of passages.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Records that the mean is based on the current entries.
    pub(crate) fn mark_mean_current(&mut self) {
        self.entries_at_mean = self.len();
    }

    /// Whether the set has grown so much that its mean may be outdated and it should be rebuilt.
    pub(crate) fn has_outdated_mean(&self) -> bool {
        self.len() > (self.entries_at_mean * 2).max(256)
    }

    /// Bytes of memory used.
    pub(crate) fn bytes(&self) -> usize {
        self.codes.len() + self.len() * (size_of::<Place>() + size_of::<u32>() + size_of::<(f32, f32)>())
    }

    /// Adds a passage with its stored vector. Ignores a vector of another dimension.
    pub(crate) fn add(&mut self, place: Place, bytes: &[u8]) {
        if bytes.len() != self.dimension * size_of::<f32>() {
            return;
        }
        let residual: Vec<f32> =
            from_bytes(bytes).zip(&self.mean).map(|(component, mean)| component - mean).collect();
        let square = dot(&residual, &residual);
        let deviation = (square / self.dimension.max(1) as f32).sqrt();
        let level = |component: f32| match component {
            component if component < -INNER * deviation => 0u8,
            component if component < 0.0 => 1,
            component if component < INNER * deviation => 2,
            _ => 3,
        };
        let mut product = 0.0;
        self.codes.extend(residual.chunks(BYTE).map(|four| {
            four.iter().enumerate().fold(0u8, |byte, (at, &component)| {
                let level = level(component);
                product += component * LEVELS[usize::from(level)];
                byte | level << (2 * at)
            })
        }));
        self.places.push(place);
        self.sources.push(place.source);
        self.terms.push((dot(&residual, &self.mean), if product > 0.0 { square / product } else { 0.0 }));
    }

    /// Removes the passages of paragraphs, and those with given texts.
    pub(crate) fn remove(&mut self, paragraphs: &HashSet<i64>, texts: &HashSet<i64>) {
        let width = self.dimension.div_ceil(BYTE);
        let mut kept = 0;
        for at in 0..self.len() {
            let place = self.places[at];
            if paragraphs.contains(&place.paragraph) || texts.contains(&place.text) {
                continue;
            }
            self.places[kept] = place;
            self.sources[kept] = place.source;
            self.terms[kept] = self.terms[at];
            self.codes.copy_within(at * width..(at + 1) * width, kept * width);
            kept += 1;
        }
        self.places.truncate(kept);
        self.sources.truncate(kept);
        self.terms.truncate(kept);
        self.codes.truncate(kept * width);
    }

    /// The passages from the given sources that are nearest to a query by estimate: at most `count`, unordered.
    pub(crate) fn candidates(&self, query: &[f32], sources: &Sources, count: usize) -> Vec<Place> {
        if query.len() != self.dimension || count == 0 {
            return Vec::new();
        }
        let (table, unit) = self.table(query);
        let part = self.len().div_ceil(threads()).max(1);
        let best = std::thread::scope(|scope| {
            let work = |from: usize| {
                let (table, entries) = (&table, from..self.len().min(from + part));
                scope.spawn(move || self.best_of(entries, (table, unit), (sources, count)))
            };
            let running: Vec<_> = (0..self.len()).step_by(part).map(work).collect();
            let mut best = Best::new(count);
            for thread in running {
                let scored = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                scored.into_iter().for_each(|(score, at)| best.offer(score, at));
            }
            best
        });
        best.into_scored().filter_map(|(_, at)| self.places.get(at).copied()).collect()
    }

    /// The best of some entries by estimate, unordered.
    fn best_of(
        &self,
        entries: Range<usize>,
        (table, unit): (&[[i8; 256]], f32),
        (sources, count): (&Sources, usize),
    ) -> Vec<(f32, usize)> {
        let width = self.dimension.div_ceil(BYTE);
        let mut best = Best::new(count);
        let codes = self.codes[entries.start * width..entries.end * width].chunks_exact(width.max(1));
        let rest = self.terms[entries.clone()].iter().zip(&self.sources[entries.clone()]);
        for ((at, code), ((offset, scale), source)) in entries.zip(codes).zip(rest) {
            if !sources.contains(*source) {
                continue;
            }
            let mut sum = 0i32;
            for (part, &byte) in table.iter().zip(code) {
                sum += i32::from(part[usize::from(byte)]);
            }
            best.offer(offset + scale * unit * sum as f32, at);
        }
        best.into_scored().collect()
    }

    /// The contribution of each code byte to the sum as an integer, and the unit of these integers.
    fn table(&self, query: &[f32]) -> (Vec<[i8; 256]>, f32) {
        let residual: Vec<f32> =
            query.iter().zip(&self.mean).map(|(component, mean)| component - mean).collect();
        let sums =
            residual.chunks(BYTE).map(|four| four.iter().map(|component| component.abs()).sum::<f32>());
        let largest = sums.fold(f32::MIN_POSITIVE, f32::max) * LEVELS[3];
        let unit = largest / f32::from(i8::MAX);
        let part = |four: &[f32]| {
            let mut part = [0i8; 256];
            for (byte, place) in part.iter_mut().enumerate() {
                let levels = four.iter().enumerate();
                let sum: f32 = levels.map(|(at, component)| component * LEVELS[byte >> (2 * at) & 3]).sum();
                *place = (sum / unit).round() as i8;
            }
            part
        };
        (residual.chunks(BYTE).map(part).collect(), unit)
    }
}

/// Threads that share the codes: more than four wait for memory.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |threads| threads.get().min(4))
}

/// The best of many scores, in a buffer that is trimmed when it is full.
struct Best {
    count: usize,
    threshold: f32,
    buffer: Vec<(f32, u32)>,
}

impl Best {
    fn new(count: usize) -> Self {
        Self {
            count,
            threshold: f32::NEG_INFINITY,
            buffer: Vec::with_capacity(count.saturating_mul(4).min(1 << 20)),
        }
    }

    fn offer(&mut self, score: f32, at: usize) {
        if score <= self.threshold {
            return;
        }
        self.buffer.push((score, at as u32));
        if self.buffer.len() >= self.count.saturating_mul(4) {
            self.trim();
        }
    }

    fn trim(&mut self) {
        if self.buffer.len() <= self.count {
            return;
        }
        let last = self.count - 1;
        let (_, threshold, _) = self.buffer.select_nth_unstable_by(last, |one, other| {
            other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1))
        });
        self.threshold = threshold.0;
        self.buffer.truncate(self.count);
    }

    fn into_scored(mut self) -> impl Iterator<Item = (f32, usize)> {
        self.trim();
        self.buffer.into_iter().map(|(score, at)| (score, at as usize))
    }
}

#[cfg(test)]
mod tests;
