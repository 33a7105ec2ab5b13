//! Vectors: their storage format, their compact form in memory, and the search for the nearest.
//!
//! On disk a vector consists of half-precision floats ([`half`]). In memory it takes two bits per dimension and two
//! numbers ([`set::VectorSet`]), which give an estimate of its cosine; the best by estimate are read from disk and
//! scored exactly.

pub(crate) mod half;
pub(crate) mod set;

use crate::error::{Error, Result};

/// Scales a vector to unit length; a zero vector stays unchanged.
///
/// # Errors
/// [`Error::NotFinite`].
pub(crate) fn unit(vector: &[f32]) -> Result<Vec<f32>> {
    if !vector.iter().all(|component| component.is_finite()) {
        return Err(Error::NotFinite);
    }
    let largest = vector.iter().fold(0.0f32, |largest, component| largest.max(component.abs()));
    if largest == 0.0 {
        return Ok(vector.to_vec());
    }
    // Scale first, so that no square overflows or underflows.
    let length = vector.iter().map(|component| f64::from(component / largest).powi(2)).sum::<f64>().sqrt();
    Ok(vector.iter().map(|component| (f64::from(component / largest) / length) as f32).collect())
}

/// The dot product of two vectors of equal length.
pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    // Eight independent sums, so that the compiler can use vector registers.
    let mut sums = [0.0f32; 8];
    let (ones, one_rest) = one.as_chunks::<8>();
    let (others, other_rest) = other.as_chunks::<8>();
    for (ones, others) in ones.iter().zip(others) {
        for (sum, (a, b)) in sums.iter_mut().zip(ones.iter().zip(others)) {
            *sum += a * b;
        }
    }
    let rest: f32 = one_rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
