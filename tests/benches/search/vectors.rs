//! The nearest vectors, by our index and by bare sqlite-vec in turns.

use std::time::{Duration, Instant};

use anyhow::Result;
use wenfang_search::{Index, Scope, Source, SourceKey, SourceKind};
use wenfang_tests::measure::{Report, Times, millis};
use wenfang_text::ContentHash;

use super::reference::Reference;
use super::synthetic::{Shape, dot, make};

/// Queries of each kind.
const QUERIES: usize = 40;
/// Number of scenes.
const SCENES: usize = 200;
const MODEL: &str = "benchmark";

/// Number of nearest vectors to find.
pub const NEAREST: usize = 10;
/// The largest index without codes (`crates/search/src/index/meaning.rs`), and the size of a long novel.
const MAX_EXACT: usize = 50_000;
const NOVEL: usize = 35_000;

/// The filter of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// All vectors.
    Nothing,
    /// Every fourth scene.
    Quarter,
    /// The first half of the scenes.
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
    pub fn scene_of(at: usize) -> usize {
        at % SCENES
    }

    /// The scenes that it admits.
    pub fn scenes(self) -> Vec<usize> {
        (0..SCENES).filter(|scene| self.admits(*scene)).collect()
    }

    fn admits(self, at: usize) -> bool {
        match self {
            Self::Nothing => true,
            Self::Quarter => Self::scene_of(at) % 4 == 1,
            Self::FirstHalf => Self::scene_of(at) < SCENES / 2,
        }
    }

    fn scope(self) -> Scope {
        match self {
            Self::Nothing => Scope::Everything,
            _ => Scope::sources(self.scenes().into_iter().map(key)),
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
    let (index, place) = ours(report, &folder.path().join("index.sqlite"), &vectors.all).await?;
    let file = folder.path().join("reference.sqlite");
    let start = Instant::now();
    let mut reference = Reference::build(&file, &vectors.all).await?;
    let bytes = std::fs::metadata(&file)?.len() as f64 / count as f64;
    report.figure(
        "sqlite-vec: bytes a vector, build s",
        &format!("{bytes:.0}, {:.1}", start.elapsed().as_secs_f64()),
    );
    for filter in Filter::ALL {
        let scope = filter.scope();
        let (mut theirs, mut ours) = (Results::default(), Results::default());
        for query in &vectors.queries {
            let exact = exact(&vectors.all, query, filter);
            let start = Instant::now();
            let found = reference.nearest(query, filter).await?;
            theirs.add(start.elapsed(), &found, &exact);
            let start = Instant::now();
            let hits = index.search_vectors(MODEL, query, &scope, NEAREST).await?;
            let time = start.elapsed();
            let found: Vec<usize> = hits.iter().map(|hit| place[hit.paragraph.0 as usize]).collect();
            ours.add(time, &found, &exact);
        }
        judge(report, (filter, count), (&theirs, &ours));
    }
    index.close().await;
    Ok(())
}

/// Compares our results with those of bare sqlite-vec.
fn judge(report: &mut Report, (filter, count): (Filter, usize), (theirs, ours): (&Results, &Results)) {
    let name = filter.name();
    let (bare, time) = (millis(theirs.times.median()), millis(ours.times.median()));
    report.figure(
        &format!("{name}: sqlite-vec, p50 ms, recall"),
        &format!("{bare:.1}, {:.3}", theirs.recall()),
    );
    report.figure(
        &format!("{name}: ours, p50 / p95 ms"),
        &format!("{time:.1} / {:.1}", millis(ours.times.percentile(95))),
    );
    if count > MAX_EXACT {
        report.at_least(&format!("{name}: ours, times as fast"), (bare / time, 6.0), "×");
        report.at_least(&format!("{name}: ours, recall@10"), (ours.recall(), 0.99), "");
        return;
    }
    report.at_most(&format!("{name}: ours, times the time of sqlite-vec"), (time / bare, 1.2), "×");
    report.at_least(&format!("{name}: ours, recall@10"), (ours.recall(), 1.0), "");
    if count <= NOVEL {
        report.at_most(&format!("{name}: ours, p50 ms of a novel"), (time, 50.0), "ms");
    }
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
    index.search_vectors(MODEL, &vectors[0], &Scope::Everything, NEAREST).await?;
    let loaded = start.elapsed();
    let state = index.state(MODEL).await?;
    let each = |bytes: u64| bytes as f64 / vectors.len() as f64;
    report.figure(
        "ours: bytes a vector on disk, in memory",
        &format!("{:.0}, {:.0}", each(state.bytes - before), each(state.memory as u64)),
    );
    report.figure(
        "ours: storing s, first search s",
        &format!("{:.1}, {:.2}", stored.as_secs_f64(), loaded.as_secs_f64()),
    );
    Ok((index, place))
}

/// The nearest by exact floats.
fn exact(all: &[Vec<f32>], query: &[f32], filter: Filter) -> Vec<usize> {
    let scored = all.iter().enumerate().filter(|(at, _)| filter.admits(*at));
    let mut scored: Vec<(f32, usize)> = scored.map(|(at, vector)| (dot(vector, query), at)).collect();
    scored.select_nth_unstable_by(NEAREST - 1, |one, other| other.0.total_cmp(&one.0));
    scored.into_iter().take(NEAREST).map(|(_, at)| at).collect()
}
