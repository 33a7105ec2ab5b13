//! Logistic regression, fitted by Newton's method.

use wenfang_checks::rules::total;

/// The weights of features, with a bias.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) bias: f64,
    pub(super) weights: Vec<f64>,
}

impl Weights {
    /// Fits examples with their labels. Without examples of both labels, every score is 0.
    pub(super) fn fit(examples: &[(Vec<f64>, bool)]) -> Self {
        /// The number of steps; Newton's method converges in fewer.
        const STEPS: usize = 12;
        let width = examples.first().map_or(0, |(features, _)| features.len()) + 1;
        let mut solution = vec![0.0; width];
        let labels = || examples.iter().map(|(_, label)| *label);
        if labels().any(|label| label) && labels().any(|label| !label) {
            for _ in 0..STEPS {
                let step = solve(curvature(examples, &solution));
                solution.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
            }
        }
        let bias = solution.remove(0);
        Self { bias, weights: solution }
    }

    /// Returns the log-odds that an example has the label.
    pub(super) fn score(&self, features: &[f64]) -> f64 {
        total(self.bias, &self.weights, features)
    }
}

/// The penalty on large weights.
const RIDGE: f64 = 1.0;

/// Returns the rows of the Newton system: the curvature of the likelihood, then its gradient.
fn curvature(examples: &[(Vec<f64>, bool)], solution: &[f64]) -> Vec<Vec<f64>> {
    let width = solution.len();
    let mut rows = vec![vec![0.0; width + 1]; width];
    for (row, weight) in solution.iter().enumerate() {
        rows[row][row] = RIDGE;
        rows[row][width] = -RIDGE * weight;
    }
    let mut point = vec![1.0; width];
    for (features, label) in examples {
        point[1..].copy_from_slice(features);
        let score: f64 = point.iter().zip(solution).map(|(value, weight)| value * weight).sum();
        let likely = 1.0 / (1.0 + (-score).exp());
        let (spread, off) = (likely * (1.0 - likely), f64::from(u8::from(*label)) - likely);
        for (row, value) in rows.iter_mut().zip(&point) {
            for (cell, other) in row.iter_mut().zip(&point) {
                *cell += spread * value * other;
            }
            row[width] += off * value;
        }
    }
    rows
}

/// Solves a positive definite system by Gaussian elimination; the last column is the right-hand side.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let width = rows.len();
    for pivot in 0..width {
        let row = rows[pivot].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = other[pivot] / row[pivot];
            other.iter_mut().zip(&row).for_each(|(cell, value)| *cell -= factor * value);
        }
    }
    (0..width).map(|at| rows[at][width] / rows[at][at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_is_the_known_solution() {
        let examples: Vec<(Vec<f64>, bool)> =
            (0..400).map(|n| (vec![f64::from(n % 20), f64::from(n % 7)], n % 20 + n % 3 > 11)).collect();
        let weights = Weights::fit(&examples);
        // As scikit-learn fits them, with the bias penalised like the weights.
        let found = [weights.bias, weights.weights[0], weights.weights[1]];
        let expected = [-6.439_598_18, 0.679_925_51, -0.161_437_49];
        assert!(found.iter().zip(expected).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-6), "{found:?}");
        assert!(weights.score(&[19.0, 3.0]) > 3.0 && weights.score(&[2.0, 3.0]) < -3.0);
        assert_eq!(Weights::fit(&[(vec![1.0], true)]).score(&[1.0]), 0.0);
    }

    #[test]
    fn a_system_is_solved() {
        let found = solve(vec![vec![2.0, 1.0, 5.0], vec![1.0, 3.0, 10.0]]);
        assert!((found[0] - 1.0).abs() < 1e-9 && (found[1] - 3.0).abs() < 1e-9, "{found:?}");
    }
}
