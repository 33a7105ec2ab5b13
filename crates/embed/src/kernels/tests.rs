//! Tests every level against plain loops.

use proptest::prelude::*;

use super::*;

/// Pseudo-random numbers between -1 and 1, determined by a seed.
fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (z >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn block(rows: usize, columns: usize, seed: u64) -> Block {
    let mut block = Block::default();
    block.shape(rows, columns);
    for (row, values) in numbers(rows * columns, seed).chunks_exact(columns).enumerate() {
        block.row_mut(row).copy_from_slice(values);
    }
    block
}

fn levels() -> impl Iterator<Item = Kernels> {
    Level::offered().into_iter().filter_map(Kernels::held_to)
}

#[test]
fn the_best_level_is_supported() {
    assert!(Level::offered().contains(&Level::Scalar));
    assert!(Level::offered().contains(&Kernels::best().level()));
    let other = if cfg!(target_arch = "x86_64") { Level::NeonDot } else { Level::Avx512Vnni };
    assert_eq!(Kernels::held_to(other), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn float_products_match_plain_loops(
        rows in 0_usize..40, depth in 1_usize..90, columns in 1_usize..80, seed: u64,
    ) {
        let left = block(rows, depth, seed);
        let (weights, bias) = (numbers(columns * depth, seed ^ 1), numbers(columns, seed ^ 2));
        for kernels in levels() {
            let mut out = Block::default();
            out.shape(rows, columns);
            let stride = out.stride();
            FloatMatrix::new(kernels, &weights, &bias)
                .multiply(kernels, Left::of(&left), (out.values_mut(), stride));
            for row in 0..rows {
                for (column, weights) in weights.chunks_exact(depth).enumerate() {
                    let plain: f64 = left.row(row).iter().zip(weights).map(|(a, b)| f64::from(a * b)).sum();
                    let plain = plain + f64::from(bias[column]);
                    prop_assert!((f64::from(out.row(row)[column]) - plain).abs() < 2e-5, "{kernels:?}");
                }
            }
        }
    }

    #[test]
    fn by_depth_matrices_equal_transposed_ones(
        rows in 1_usize..20, depth in 1_usize..40, columns in 1_usize..80, seed: u64,
    ) {
        let left = block(rows, depth, seed);
        let by_depth = numbers(depth * columns, seed ^ 1);
        let by_column: Vec<f32> =
            (0..columns).flat_map(|c| by_depth.iter().skip(c).step_by(columns).copied()).collect();
        for kernels in levels() {
            let product = |right| {
                let mut matrix = FloatMatrix::default();
                // Earlier contents of the memory must not affect the result.
                matrix.pack(kernels, Right::ByDepth { values: &[7.0; 6400], stride: 64 }, (100, 64));
                matrix.pack(kernels, right, (depth, columns));
                let mut out = Block::default();
                out.shape(rows, columns);
                let stride = out.stride();
                matrix.multiply(kernels, Left::of(&left), (out.values_mut(), stride));
                (0..rows).map(|row| out.row(row).to_vec()).collect::<Vec<_>>()
            };
            prop_assert_eq!(
                product(Right::ByDepth { values: &by_depth, stride: columns }),
                product(Right::ByColumn { values: &by_column, stride: depth })
            );
        }
    }

    #[test]
    fn byte_products_are_identical_and_close_to_floats(
        rows in 0_usize..40, depth in 1_usize..300, columns in 1_usize..80, seed: u64,
    ) {
        let left = block(rows, depth, seed);
        let (weights, bias) = (numbers(columns * depth, seed ^ 1), numbers(columns, seed ^ 2));
        let product = |kernels: Kernels| {
            let (mut bytes, mut out) = (QuantisedBlock::default(), Block::default());
            quantise(kernels, &left, &mut bytes);
            ByteMatrix::new(kernels, &weights, &bias).multiply(kernels, &bytes, &mut out);
            (0..rows).map(|row| out.row(row).to_vec()).collect::<Vec<_>>()
        };
        let scalar = product(Kernels { level: Level::Scalar });
        for kernels in levels() {
            prop_assert_eq!(&product(kernels), &scalar, "{:?}", kernels);
        }
        // Each factor is off by at most half a step: 1/255 of 2 on one side, 1/127 of 2 on the other.
        let most = depth as f32 * (1.0 / 255.0 + 1.0 / 127.0) + 1e-3;
        for (row, actual) in scalar.iter().enumerate() {
            for (column, weights) in weights.chunks_exact(depth).enumerate() {
                let plain: f32 = left.row(row).iter().zip(weights).map(|(a, b)| a * b).sum();
                prop_assert!((actual[column] - plain - bias[column]).abs() <= most);
            }
        }
    }
}

/// The largest possible sums saturate at no level.
#[test]
fn extreme_bytes_do_not_saturate() {
    for depth in [2, 4, 7, 64, 3072] {
        for weight in [1.0_f32, -1.0] {
            let weights = vec![weight; 33 * depth];
            // 255 everywhere except in one place, which is 0.
            let mut left = block(1, depth, 0);
            left.row_mut(0).fill(1.0);
            left.row_mut(0)[depth - 1] = 0.0;
            for kernels in levels() {
                let (mut bytes, mut out) = (QuantisedBlock::default(), Block::default());
                quantise(kernels, &left, &mut bytes);
                ByteMatrix::new(kernels, &weights, &[0.0; 33]).multiply(kernels, &bytes, &mut out);
                let expected = weight * (depth - 1) as f32;
                for x in out.row(0) {
                    assert!(
                        (x - expected).abs() <= expected.abs() * 0.01,
                        "{kernels:?} {depth}: {x} {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn gelu_matches_numerical_integration() {
    // Φ by the trapezoidal rule in f64, much finer than the tolerance.
    let phi = |x: f64| {
        let (steps, start) = (20_000, -9.0);
        let step = (x - start) / f64::from(steps);
        let density = |t: f64| (-t * t / 2.0).exp() / std::f64::consts::TAU.sqrt();
        let inner: f64 = (1..steps).map(|i| density(start + f64::from(i) * step)).sum();
        (inner + (density(start) + density(x)) / 2.0) * step
    };
    let xs: Vec<f32> = (-80..=80).map(|x| x as f32 / 10.0).collect();
    for kernels in levels() {
        let mut block = block(1, xs.len(), 0);
        block.row_mut(0).copy_from_slice(&xs);
        gelu(kernels, &mut block);
        for (x, actual) in xs.iter().zip(block.row(0)) {
            let expected = f64::from(*x) * phi(f64::from(*x));
            assert!((f64::from(*actual) - expected).abs() < 1e-6, "{kernels:?} {x}: {actual} {expected}");
        }
    }
}

#[test]
fn softmax_is_a_distribution_for_all_magnitudes() {
    for kernels in levels() {
        for columns in [1, 15, 16, 17, 71, 512] {
            let mut block = block(3, columns, 5);
            block.row_mut(1).iter_mut().for_each(|x| *x *= 300.0);
            block.row_mut(2).fill(-1e30);
            let before = block.clone();
            softmax(kernels, &mut block);
            for row in 0..3 {
                let top = before.row(row).iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let whole: f64 = before.row(row).iter().map(|x| f64::from(x - top).exp()).sum();
                for (x, actual) in before.row(row).iter().zip(block.row(row)) {
                    let expected = f64::from(x - top).exp() / whole;
                    assert!((f64::from(*actual) - expected).abs() < 1e-6, "{kernels:?} {actual} {expected}");
                }
            }
        }
    }
}

#[test]
fn normalised_rows_have_mean_zero_and_deviation_one() {
    for kernels in levels() {
        for columns in [1, 17, 48, 512] {
            let layer_norm = Norm { gamma: vec![2.0; columns], beta: vec![0.5; columns], epsilon: 1e-12 };
            let (mut sums, more) = (block(2, columns, 3), block(2, columns, 4));
            let expected: Vec<f64> =
                sums.row(1).iter().zip(more.row(1)).map(|(a, b)| f64::from(a + b)).collect();
            add_and_norm(kernels, &layer_norm, &mut sums, &more);
            let mean = expected.iter().sum::<f64>() / columns as f64;
            let variance = expected.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / columns as f64;
            for (x, actual) in expected.iter().zip(sums.row(1)) {
                let expected = (x - mean) / (variance + 1e-12).sqrt() * 2.0 + 0.5;
                assert!((f64::from(*actual) - expected).abs() < 1e-4, "{kernels:?} {actual} {expected}");
            }
        }
    }
}

#[test]
fn a_constant_row_is_quantised_exactly() {
    for kernels in levels() {
        let (mut left, mut bytes, mut out) = (block(1, 8, 0), QuantisedBlock::default(), Block::default());
        left.row_mut(0).fill(0.25);
        quantise(kernels, &left, &mut bytes);
        ByteMatrix::new(kernels, &[1.0; 8], &[0.0]).multiply(kernels, &bytes, &mut out);
        // The row is exact; the weights are off by half a step of 2/127 each.
        assert!((out.row(0)[0] - 2.0).abs() <= 8.0 * 0.25 / 127.0 + 1e-5, "{:?}", out.row(0));
    }
}
