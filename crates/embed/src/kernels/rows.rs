//! Row operations: activation, softmax, layer normalisation, quantisation, and the attention of a single row.
//!
//! Each is written once, in sixteen lanes, and compiled for every register width.
#![allow(unsafe_code, reason = "calls code compiled for instructions that `Kernels` proves to be there")]

use super::floats::Left;
use super::{Block, Kernels, QuantisedBlock};

/// The number of values processed at once.
const LANES: usize = 16;

/// Compiles a function for every register width and calls the one for the given kernels.
macro_rules! for_each_level {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name(kernels: Kernels, $($arg: $type),*) {
            #[inline(always)]
            fn plain($($arg: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            {
                use super::Level;

                #[target_feature(enable = "avx2,fma")]
                fn avx2($($arg: $type),*) {
                    plain($($arg),*);
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
                fn avx512($($arg: $type),*) {
                    plain($($arg),*);
                }
                match kernels.level {
                    // SAFETY: `kernels` proves that the processor has the level.
                    Level::Avx512 | Level::Avx512Vnni => return unsafe { avx512($($arg),*) },
                    // SAFETY: as above.
                    Level::Avx2 | Level::AvxVnni => return unsafe { avx2($($arg),*) },
                    Level::Scalar | Level::Neon | Level::NeonDot => {}
                }
            }
            // Elsewhere the compiler's default target features suffice.
            let _ = kernels;
            plain($($arg),*);
        }
    )*};
}

/// 1.5 × 2²³: adding it to a float below 2²² rounds the float to an integer, which is then in the low bits.
const ROUND: f32 = 12_582_912.0;

/// e to the power of `x`, for `x` from -87 to 0 (smaller values count as -87); within 2 units in the last place.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = if x < -87.0 { -87.0 } else { x };
    let power = x * std::f32::consts::LOG2_E + ROUND;
    let whole = power - ROUND;
    let rest = (x - whole * LN_2_HIGH) - whole * LN_2_LOW;
    // The series of e^rest; |rest| ≤ ln(2)/2, so the first omitted term is below 1.2e-7.
    let series = 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    let series = series * rest + 1.0;
    f32::from_bits(series.to_bits().wrapping_add(power.to_bits() << 23))
}

/// x Φ(x), with Φ from Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26 (error below 1.5e-7).
#[inline(always)]
fn gelu_of(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = 1.061_405_4;
    let series = series * t - 1.453_152;
    let series = series * t + 1.421_413_8;
    let series = series * t - 0.284_496_74;
    let series = series * t + 0.254_829_6;
    // The amount subtracted from |x|: |x| times the probability of the tail beyond it.
    let tail = 0.5 * x.abs() * (series * t) * exp(-z * z);
    (if x > 0.0 { x } else { 0.0 }) - tail
}

/// Folds a slice in lanes: `each` adds one number, `both` combines two results.
#[inline(always)]
fn fold(xs: &[f32], start: f32, each: impl Fn(f32, f32) -> f32, both: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [start; LANES];
    let chunks = xs.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane = each(*lane, *x);
        }
    }
    for (lane, x) in lanes.iter_mut().zip(rest) {
        *lane = each(*lane, *x);
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = both(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}

#[inline(always)]
fn sum(xs: &[f32]) -> f32 {
    fold(xs, 0.0, |sum, x| sum + x, |a, b| a + b)
}

#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn less(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn dot(xs: &[f32], ys: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (left, right) = (xs.chunks_exact(LANES), ys.chunks_exact(LANES));
    let rest = left.remainder().iter().zip(right.remainder());
    for (xs, ys) in left.zip(right) {
        for lane in 0..LANES {
            lanes[lane] += xs[lane] * ys[lane];
        }
    }
    for (lane, (x, y)) in lanes.iter_mut().zip(rest) {
        *lane += x * y;
    }
    sum(&lanes)
}

#[inline(always)]
fn softmax_of(xs: &mut [f32]) {
    let top = fold(xs, f32::NEG_INFINITY, greater, greater);
    for x in xs.iter_mut() {
        *x = exp(*x - top);
    }
    let per = 1.0 / sum(xs);
    for x in xs.iter_mut() {
        *x *= per;
    }
}

/// The attention of one row: its query, and the keys and values of the rows it attends to.
#[derive(Clone, Copy)]
pub(crate) struct RowQuery<'v> {
    pub query: &'v [f32],
    pub keys: Left<'v>,
    pub values: Left<'v>,
}

/// Scale and shift after normalisation, one entry per column.
#[derive(Clone, Debug)]
pub(crate) struct Norm {
    pub gamma: Vec<f32>,
    pub beta: Vec<f32>,
    /// The number added to the variance.
    pub epsilon: f32,
}

#[inline(always)]
fn norm_of(norm: &Norm, xs: &mut [f32]) {
    let per = 1.0 / xs.len() as f32;
    let mean = sum(xs) * per;
    let variance = fold(xs, 0.0, |sum, x| sum + (x - mean) * (x - mean), |a, b| a + b) * per;
    let scale = 1.0 / (variance + norm.epsilon).sqrt();
    for ((x, gamma), beta) in xs.iter_mut().zip(&norm.gamma).zip(&norm.beta) {
        *x = (*x - mean) * scale * gamma + beta;
    }
}

for_each_level! {
    /// Applies x Φ(x) to each number, where Φ is the normal distribution; within 5e-7.
    fn gelu(block: &mut Block) {
        for row in 0..block.rows() {
            for x in block.row_mut(row) {
                *x = gelu_of(*x);
            }
        }
    }

    /// Replaces negative numbers with zero.
    fn relu(block: &mut Block) {
        for row in 0..block.rows() {
            for x in block.row_mut(row) {
                *x = greater(*x, 0.0);
            }
        }
    }

    /// Turns each row into a distribution: e to the power of each number, divided by their sum.
    fn softmax(block: &mut Block) {
        for row in 0..block.rows() {
            softmax_of(block.row_mut(row));
        }
    }

    /// Normalises each row to mean 0 and variance 1, then scales and shifts it.
    fn norm(norm: &Norm, block: &mut Block) {
        for row in 0..block.rows() {
            norm_of(norm, block.row_mut(row));
        }
    }

    /// Adds `more` to `block`, row by row, and normalises.
    fn add_and_norm(norm: &Norm, block: &mut Block, more: &Block) {
        for row in 0..block.rows() {
            let xs = block.row_mut(row);
            for (x, more) in xs.iter_mut().zip(more.row(row)) {
                *x += more;
            }
            norm_of(norm, xs);
        }
    }

    /// Quantises each row to the 256 steps between its minimum and maximum; `to` is resized like `from`.
    fn quantise(from: &Block, to: &mut QuantisedBlock) {
        to.shape(from.rows(), from.columns());
        let stride = to.stride();
        for row in 0..from.rows() {
            let xs = from.row(row);
            let low = fold(xs, f32::INFINITY, less, less);
            let high = fold(xs, f32::NEG_INFINITY, greater, greater);
            let step = (high - low) / 255.0;
            let per = if step > 0.0 { 1.0 / step } else { 0.0 };
            (to.scales[row], to.lows[row]) = (step, low);
            let bytes = &mut to.bytes[row * stride..][..xs.len()];
            for (byte, x) in bytes.iter_mut().zip(xs) {
                *byte = ((x - low) * per + ROUND).to_bits() as u8;
            }
        }
    }

    /// Attention of one row: `out` becomes the mean of the value rows, weighted by the match of the query with the
    /// key rows. `scores` has one entry per key; `out` is as long as the query.
    fn attend_row(row_query: &RowQuery<'_>, scores: &mut [f32], out: &mut [f32]) {
        let RowQuery { query, keys, values } = *row_query;
        for (row, score) in scores.iter_mut().enumerate() {
            *score = dot(query, &keys.values[row * keys.stride..][..query.len()]);
        }
        softmax_of(scores);
        out.fill(0.0);
        for (row, score) in scores.iter().enumerate() {
            for (x, value) in out.iter_mut().zip(&values.values[row * values.stride..]) {
                *x += score * value;
            }
        }
    }
}
