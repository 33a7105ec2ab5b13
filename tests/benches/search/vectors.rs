//! The nearest vectors, by our index and by sqlite-vec in one run.

use std::time::{Duration, Instant};

use anyhow::Result;
use wenfang_search::{Index, Scope, Source, SourceKey, SourceKind};
use wenfang_tests::measure::{Report, Times, millis};
use wenfang_text::ContentHash;

use super::reference::{Layout, Reference};
use super::synthetic::{Shape, dot, make};

/// Queries of each kind.
const QUERIES: usize = 40;
/// Number of scenes.
const SCENES: usize = 200;
const MODEL: &str = "benchmark";

/// The filter of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// All vectors.
    Nothing,
    /// Every fourth scene: a partition in sqlite-vec.
    Quarter,
    /// The first half of the scenes: a bound on a column in sqlite-vec.
    FirstHalf,
}

impl Filter {
    const ALL: [Self; 3] = [Self::Nothing, Self::Quarter, Self::FirstHalf];

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no filter",
            Self::Quarter => "a quarter",
            Self::FirstHalf => "the first half",
        }
    }

    /// The scene of a vector.
    pub fn chapter_of(at: usize) -> i64 {
        (at % SCENES) as i64
    }

    /// The partition of a vector.
    pub fn quarter_of(at: usize) -> i64 {
        Self::chapter_of(at) % 4
    }

    fn admits(self, at: usize) -> bool {
        match self {
            Self::Nothing => true,
            Self::Quarter => Self::quarter_of(at) == 1,
            Self::FirstHalf => Self::chapter_of(at) < 100,
        }
    }

    fn scope(self) -> Scope {
        match self {
            Self::Nothing => Scope::Everything,
            _ => Scope::sources((0..SCENES).filter(|scene| self.admits(*scene)).map(key)),
        }
    }
}

fn key(scene: usize) -> SourceKey {
    SourceKey { kind: SourceKind::Scene, id: scene as i64 }
}

fn passage(at: usize) -> String {
    format!("第{at}段")
}

/// Durations and recall of one contestant.
#[derive(Default)]
struct Results {
    times: Times,
    right: usize,
    wanted: usize,
}

impl Results {
    fn add(&mut self, time: Duration, found: &[usize], exact: &[usize]) {
        self.times.push(time);
        self.wanted += exact.len();
        self.right += exact.iter().filter(|at| found.contains(at)).count();
    }

    fn recall(&self) -> f64 {
        self.right as f64 / self.wanted.max(1) as f64
    }
}

/// Measures one shape of vectors.
pub async fn measure(report: &mut Report, shape: Shape, count: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let vectors = make(shape, count, QUERIES);
    report.section(&format!("Nearest of {count} × 512, {}", shape.name()));
    let mut references = Vec::new();
    for layout in [Layout::Floats, Layout::Bytes, Layout::BitsThenBytes] {
        let file = folder.path().join(format!("{layout:?}.sqlite"));
        let start = Instant::now();
        let reference = Reference::build(&file, layout, &vectors.all).await?;
        let bytes = std::fs::metadata(&file)?.len() as f64 / count as f64;
        report.figure(
            &format!("sqlite-vec {layout:?}: bytes a vector, build s"),
            &format!("{bytes:.0}, {:.1}", start.elapsed().as_secs_f64()),
        );
        references.push((layout, reference));
    }
    let (index, place) = ours(report, &folder.path().join("index.sqlite"), &vectors.all).await?;
    for filter in Filter::ALL {
        let scope = filter.scope();
        let mut results: Vec<Results> = (0..=references.len()).map(|_| Results::default()).collect();
        for query in &vectors.queries {
            let exact = exact(&vectors.all, query, filter);
            for (at, (_, reference)) in references.iter_mut().enumerate() {
                let start = Instant::now();
                let found = reference.nearest(query, filter).await?;
                results[at].add(start.elapsed(), &found, &exact);
            }
            let start = Instant::now();
            let hits = index.search_vectors(MODEL, query, &scope, 10).await?;
            let time = start.elapsed();
            let found: Vec<usize> = hits.iter().map(|hit| place[hit.paragraph.0 as usize]).collect();
            results[references.len()].add(time, &found, &exact);
        }
        let floats = millis(results[0].times.median());
        for ((layout, _), results) in references.iter().zip(&results) {
            let time = millis(results.times.median());
            report.figure(
                &format!("{}: sqlite-vec {layout:?}, p50 ms, recall", filter.name()),
                &format!("{time:.1} {:.1}× {:.3}", floats / time, results.recall()),
            );
        }
        let ours = &results[references.len()];
        let time = millis(ours.times.median());
        report.figure(
            &format!("{}: ours, p50 / p95 ms", filter.name()),
            &format!("{time:.1} / {:.1}", millis(ours.times.percentile(95))),
        );
        report.at_least(
            &format!("{}: ours, times as fast as exact floats", filter.name()),
            (floats / time, 6.0),
            "×",
        );
        report.at_least(&format!("{}: ours, recall@10", filter.name()), (ours.recall(), 0.99), "");
    }
    index.close().await;
    Ok(())
}

/// The index with the vectors, and the vector of each paragraph.
async fn ours(report: &Report, file: &std::path::Path, vectors: &[Vec<f32>]) -> Result<(Index, Vec<usize>)> {
    let index = Index::open(file).await?.index;
    let mut place = vec![0];
    for scene in 0..SCENES {
        let mut text = String::new();
        for at in (scene..vectors.len()).step_by(SCENES) {
            text.push_str(&passage(at));
            text.push('\n');
            place.push(at);
        }
        index.put(&[Source::new(key(scene), &text)]).await?;
    }
    let before = index.state(MODEL).await?.bytes;
    let start = Instant::now();
    let some: Vec<usize> = (0..vectors.len()).collect();
    for some in some.chunks(1_000) {
        let some = some.iter().map(|at| (ContentHash::of(passage(*at).as_bytes()), vectors[*at].clone()));
        index.put_vectors(MODEL, &some.collect::<Vec<_>>()).await?;
    }
    let stored = start.elapsed();
    let start = Instant::now();
    index.search_vectors(MODEL, &vectors[0], &Scope::Everything, 10).await?;
    let loaded = start.elapsed();
    let state = index.state(MODEL).await?;
    let each = |bytes: u64| bytes as f64 / vectors.len() as f64;
    report.figure(
        "ours: bytes a vector on disk, in memory",
        &format!("{:.0}, {:.0}", each(state.bytes - before), each(state.memory as u64)),
    );
    report.figure(
        "ours: storing s, loading s",
        &format!("{:.1}, {:.2}", stored.as_secs_f64(), loaded.as_secs_f64()),
    );
    Ok((index, place))
}

/// The ten nearest by exact floats.
fn exact(all: &[Vec<f32>], query: &[f32], filter: Filter) -> Vec<usize> {
    let scored = all.iter().enumerate().filter(|(at, _)| filter.admits(*at));
    let mut scored: Vec<(f32, usize)> = scored.map(|(at, vector)| (dot(vector, query), at)).collect();
    scored.select_nth_unstable_by(9, |one, other| other.0.total_cmp(&one.0));
    scored.into_iter().take(10).map(|(_, at)| at).collect()
}
