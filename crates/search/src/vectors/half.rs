//! Half-precision floats (IEEE 754 binary16), little-endian: two bytes per component, about three decimal digits.
//!
//! Covers finite numbers up to 65,504; larger ones are clamped. Components of unit vectors are at most 1, and the
//! error of a cosine stays below a ten-thousandth.

/// Encodes a vector.
pub(crate) fn encode(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|&component| to_half(component).to_le_bytes()).collect()
}

/// Decodes a vector; ignores an odd byte at the end.
pub(crate) fn decode(bytes: &[u8], vector: &mut Vec<f32>) {
    vector.clear();
    vector.extend(bytes.as_chunks::<2>().0.iter().map(|&two| from_half(u16::from_le_bytes(two))));
}

/// 2^112: the difference between the exponent biases of single and half precision.
const EXPONENT_SHIFT: f32 = f32::from_bits(0x7780_0000);

/// The largest finite half.
const MAX_HALF: f32 = 65_504.0;

fn from_half(half: u16) -> f32 {
    let magnitude = f32::from_bits(u32::from(half & 0x7fff) << 13) * EXPONENT_SHIFT;
    f32::from_bits(magnitude.to_bits() | u32::from(half & 0x8000) << 16)
}

/// The nearest half; ties go to the even one.
fn to_half(single: f32) -> u16 {
    let sign = (single.to_bits() >> 16) as u16 & 0x8000;
    let magnitude = (single.abs().min(MAX_HALF) / EXPONENT_SHIFT).to_bits();
    // After the division, subnormal halves are subnormal singles, so one rounding rule works for all.
    let rounded = magnitude + 0x0fff + (magnitude >> 13 & 1);
    sign | (rounded >> 13) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_halves() {
        for (single, half) in [
            (0.0, 0),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65_504.0, 0x7bff),
            (5.960_464_5e-8, 1),
            (0.333_251_95, 0x3555),
        ] {
            assert_eq!((to_half(single), from_half(half)), (half, single), "{single}");
        }
        assert_eq!(to_half(1e9), 0x7bff);
    }

    #[test]
    fn every_finite_half_round_trips() {
        for half in (0..=0xffff_u16).filter(|half| half & 0x7c00 != 0x7c00) {
            assert_eq!(to_half(from_half(half)), half, "{half:x}");
        }
    }

    proptest! {
        #[test]
        fn rounding_picks_the_nearest_half(single in -1.0f32..1.0) {
            let half = to_half(single);
            let error = (from_half(half) - single).abs();
            for other in [half.wrapping_sub(1), half.wrapping_add(1)] {
                if other & 0x7c00 != 0x7c00 {
                    prop_assert!(error <= (from_half(other) - single).abs());
                }
            }
        }
    }
}
