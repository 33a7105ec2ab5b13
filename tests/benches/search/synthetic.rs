//! Random vectors from a seed, in two shapes.

use wenfang_tests::rng::Rng;

/// Dimensions of a vector: those of bge-small-zh.
pub const DIMENSION: usize = 512;

/// The distribution of the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Clusters in all directions: cosines of about 0 between clusters, and of about 0.7 within one.
    Clusters,
    /// A narrow cone, as those of a language model: a common mean, few strong dimensions, cosines of 0.6 to 1.
    Cone,
}

impl Shape {
    /// The name for the report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clusters => "clusters all around",
            Self::Cone => "a cone, cosines 0.6 to 1",
        }
    }
}

/// Vectors of unit length, and queries close to some of them.
pub struct Vectors {
    pub all: Vec<Vec<f32>>,
    pub queries: Vec<Vec<f32>>,
}

/// Generates `count` vectors and `queries` queries.
pub fn make(shape: Shape, count: usize, queries: usize) -> Vectors {
    let mut rng = Rng::new(20_261_122);
    let spectrum: Vec<f32> = (0..DIMENSION)
        .map(|at| match shape {
            Shape::Clusters => 1.0,
            Shape::Cone => 1.0 / (1.0 + at as f32 / 96.0),
        })
        .collect();
    let mut direction = |length: f32| {
        let normal: Vec<f32> = spectrum.iter().map(|scale| normal(&mut rng) * scale).collect();
        let norm = normal.iter().map(|c| c * c).sum::<f32>().sqrt();
        normal.into_iter().map(|c| c / norm * length).collect::<Vec<f32>>()
    };
    let (shared, kin, own) = match shape {
        Shape::Clusters => (0.0, 1.0, 0.65),
        Shape::Cone => (1.0, 0.6, 0.4),
    };
    let mean = direction(shared);
    let centres: Vec<Vec<f32>> = (0..(count / 200).max(1)).map(|_| direction(kin)).collect();
    // Clusters of a few vectors to several thousand. The cluster is independent of the scene, or a filter would
    // exclude all neighbours of a query.
    let mut chance = Rng::new(7);
    let mut cluster = || chance.within(0..centres.len()) * chance.within(0..centres.len()) / centres.len();
    let mut one = || sum(&[&mean, &centres[cluster()], &direction(own)]);
    let all: Vec<Vec<f32>> = (0..count).map(|_| one()).collect();
    let queries = (0..queries).map(|at| sum(&[&all[at * 7_919 % count], &direction(0.3)])).collect();
    Vectors { all, queries }
}

/// The sum, normalized to unit length.
fn sum(parts: &[&Vec<f32>]) -> Vec<f32> {
    let sum: Vec<f32> = (0..DIMENSION).map(|at| parts.iter().map(|part| part[at]).sum()).collect();
    let norm = sum.iter().map(|c| c * c).sum::<f32>().sqrt();
    sum.into_iter().map(|c| c / norm).collect()
}

/// Approximately a normal deviate: the sum of four uniform ones.
fn normal(rng: &mut Rng) -> f32 {
    let bits = rng.bits();
    let parts = [0, 16, 32, 48].map(|shift| (bits >> shift & 0xffff) as f32 / 65_536.0);
    (parts.iter().sum::<f32>() - 2.0) * 1.732
}

/// The dot product of two vectors.
pub fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0f32; 16];
    for (a, b) in one.chunks_exact(16).zip(other.chunks_exact(16)) {
        for (at, sum) in sums.iter_mut().enumerate() {
            *sum += a[at] * b[at];
        }
    }
    sums.iter().sum()
}
