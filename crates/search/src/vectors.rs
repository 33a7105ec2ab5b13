//! Vectors: how they are stored, what of them is in memory, and how the nearest are found.
//!
//! On disk a vector is half-precision floats ([`half`]). In memory it is two bits a dimension and two numbers
//! ([`set::VectorSet`]), which give an estimate of its cosine; the best by estimate are read and scored exactly.

pub(crate) mod half;
pub(crate) mod set;

use crate::error::{Error, Result};

/// The vector in unit length; a vector of zeros stays as it is.
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
    // Scaled first, so that no square overflows or vanishes.
    let length = vector.iter().map(|component| f64::from(component / largest).powi(2)).sum::<f64>().sqrt();
    Ok(vector.iter().map(|component| (f64::from(component / largest) / length) as f32).collect())
}

/// The sum of the products of two vectors of one length.
pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    // Eight sums side by side, so that the compiler may use vector registers.
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
