//! Vectors: unit length, their bytes, and their codes in memory.
//!
//! sqlite-vec stores floats. In a very large index, a vector also has a code of two bits per dimension in memory
//! ([`set::VectorSet`]), which gives an estimate of its cosine.

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

/// The bytes of a vector as sqlite-vec stores them.
pub(crate) fn to_bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| component.to_ne_bytes()).collect()
}

/// Reads a stored vector; ignores an incomplete component at the end.
pub(crate) fn from_bytes(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.as_chunks::<4>().0.iter().map(|&four| f32::from_ne_bytes(four))
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
