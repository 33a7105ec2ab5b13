//! Searches by meaning beside bare sqlite-vec: `cargo run -p wenfang-search --example nearest -- 10000 35000`.
//!
//! Prints the median processor time and, in parentheses, the least time that passed: other programs on the machine
//! hardly change them. The threads that compare codes in a very large index count only in the latter. Linux only.
//! `cargo xtask bench search` has the figures to quote.
#![allow(clippy::print_stdout, reason = "it prints its figures")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use wenfang_search::{Index, Scope, Source, SourceKey, SourceKind};
use wenfang_text::ContentHash;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const MODEL: &str = "example";
const DIMENSION: usize = 512;
const SCENES: usize = 600;
const QUERIES: usize = 25;

/// Queries ours and bare sqlite-vec in turns, for each number of vectors given.
#[tokio::main]
async fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    for count in std::env::args().skip(1) {
        let vectors = vectors(count.parse()?);
        let start = Instant::now();
        let index = ours(&folder.path().join(format!("{count}.sqlite")), &vectors).await?;
        println!("{count} vectors, stored in {:.1} s", start.elapsed().as_secs_f64());
        let mut bare = bare(&folder.path().join(format!("{count}.bare.sqlite")), &vectors).await?;
        for limit in [10, 200] {
            for scenes in [SCENES, SCENES / 2, SCENES / 4] {
                measure(&index, &mut bare, &vectors, (limit, scenes)).await?;
            }
        }
        let state = index.state(MODEL).await?;
        println!("  file {} MB, codes in memory {} MB", state.bytes >> 20, state.memory >> 20);
        index.close().await;
    }
    Ok(())
}

/// Measures searches of the first `scenes`.
async fn measure(
    index: &Index,
    bare: &mut SqliteConnection,
    vectors: &[Vec<f32>],
    (limit, scenes): (usize, usize),
) -> Result<()> {
    let scope = match scenes {
        SCENES => Scope::Everything,
        some => Scope::sources((0..some).map(key)),
    };
    let condition = match scenes {
        SCENES => "",
        _ => "and scene in (select value from json_each(?))",
    };
    let sql = format!("select id from v where emb match ? and k = ? {condition}");
    let list = format!("[{}]", (0..scenes).map(|scene| scene.to_string()).collect::<Vec<_>>().join(","));
    let (mut ours, mut theirs, mut right) = (Times::default(), Times::default(), 0);
    for at in 0..QUERIES {
        let query = near(&vectors[at * 7_919 % vectors.len()], at as u64);
        let start = (Instant::now(), processor_time()?);
        let hits = index.search_vectors(MODEL, &query, &scope, limit).await?;
        ours.add(start)?;
        let start = (Instant::now(), processor_time()?);
        let statement = sqlx::query_scalar(sqlx::AssertSqlSafe(sql.as_str()));
        let found: Vec<i64> = statement
            .bind(bytes(&query))
            .bind(limit as i64)
            .bind(list.as_str())
            .fetch_all(&mut *bare)
            .await?;
        theirs.add(start)?;
        let ids: Vec<usize> = hits.iter().map(|hit| place(hit.paragraph.0 as usize, vectors.len())).collect();
        right += found.iter().filter(|id| ids.contains(&(**id as usize))).count();
    }
    let share = right as f64 / (limit * QUERIES) as f64;
    let [(ours, passed), (theirs, theirs_passed)] = [ours, theirs].map(Times::figures);
    println!(
        "  {limit:>3} of {scenes} scenes: ours {ours:.1} ms ({passed:.1}), bare {theirs:.1} ms \
         ({theirs_passed:.1}): {:.2} times; recall {share:.4}",
        ours / theirs
    );
    Ok(())
}

/// Durations in milliseconds.
#[derive(Default)]
struct Times {
    processor: Vec<f64>,
    passed: Vec<f64>,
}

impl Times {
    fn add(&mut self, (start, processor): (Instant, f64)) -> Result<()> {
        self.passed.push(start.elapsed().as_secs_f64() * 1e3);
        self.processor.push(processor_time()? - processor);
        Ok(())
    }

    /// The median of the processor time, and the least time that passed.
    fn figures(mut self) -> (f64, f64) {
        self.processor.sort_by(f64::total_cmp);
        (self.processor[self.processor.len() / 2], self.passed.iter().copied().fold(f64::MAX, f64::min))
    }
}

/// Processor time of all threads, in milliseconds.
fn processor_time() -> Result<f64> {
    let mut sum = 0.0;
    for thread in std::fs::read_dir("/proc/self/task")? {
        let Ok(stat) = std::fs::read_to_string(thread?.path().join("schedstat")) else { continue };
        let nanoseconds: f64 = stat.split(' ').next().unwrap_or_default().parse()?;
        sum += nanoseconds / 1e6;
    }
    Ok(sum)
}

fn key(scene: usize) -> SourceKey {
    SourceKey { kind: SourceKind::Scene, id: scene as i64 }
}

/// The vector of the paragraph with an id, from 1: scene by scene.
fn place(id: usize, count: usize) -> usize {
    let mut left = id - 1;
    for scene in 0..SCENES {
        let size = (count - scene).div_ceil(SCENES);
        if left < size {
            return scene + left * SCENES;
        }
        left -= size;
    }
    count
}

async fn ours(file: &Path, vectors: &[Vec<f32>]) -> Result<Index> {
    let index = Index::open(file).await?.index;
    for scene in 0..SCENES {
        let text: String = (scene..vectors.len()).step_by(SCENES).map(|at| format!("第{at}段\n")).collect();
        index.put(&[Source::new(key(scene), &text)]).await?;
    }
    let hashed: Vec<_> = vectors
        .iter()
        .enumerate()
        .map(|(at, vector)| (ContentHash::of(format!("第{at}段").as_bytes()), vector.clone()))
        .collect();
    for some in hashed.chunks(1_000) {
        index.put_vectors(MODEL, some).await?;
    }
    index.optimize().await?;
    Ok(index)
}

/// sqlite-vec as its documents suggest, with the scene as a metadata column.
async fn bare(file: &Path, vectors: &[Vec<f32>]) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut conn = options.pragma("cache_size", "-16000").disable_statement_logging().connect().await?;
    sqlx::raw_sql(
        "create virtual table v using vec0 (id integer primary key, emb float[512], scene integer)",
    )
    .execute(&mut conn)
    .await?;
    let mut tx = conn.begin().await?;
    for (at, vector) in vectors.iter().enumerate() {
        sqlx::query("insert into v (id, scene, emb) values (?, ?, ?)")
            .bind(at as i64)
            .bind((at % SCENES) as i64)
            .bind(bytes(vector))
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    Ok(conn)
}

fn bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| component.to_ne_bytes()).collect()
}

/// Vectors of unit length in a narrow cone, in clusters, as those of a language model.
fn vectors(count: usize) -> Vec<Vec<f32>> {
    let mean = noise(1, 1.0);
    let kin: Vec<Vec<f32>> = (0..(count / 200).max(1)).map(|at| noise(at as u64 + 2, 0.6)).collect();
    let one = |at: usize| {
        let kin = &kin[at * 31 % kin.len()];
        unit(&mean, kin, &noise(at as u64 ^ 0xABCD_EF01, 0.4))
    };
    (0..count).map(one).collect()
}

fn near(vector: &[f32], seed: u64) -> Vec<f32> {
    unit(vector, &noise(seed ^ 0x1234_5678_9ABC, 0.3), &[0.0; DIMENSION])
}

fn unit(one: &[f32], other: &[f32], third: &[f32]) -> Vec<f32> {
    let sum: Vec<f32> = one.iter().zip(other).zip(third).map(|((a, b), c)| a + b + c).collect();
    let length = sum.iter().map(|c| c * c).sum::<f32>().sqrt();
    sum.into_iter().map(|c| c / length).collect()
}

/// A random vector of about the given length.
fn noise(seed: u64, length: f32) -> Vec<f32> {
    let scale = length * (3.0 / DIMENSION as f32).sqrt();
    let component = |at: u64| {
        let mut bits = (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ at).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits >> 40) as f32 / (1 << 23) as f32 - 1.0) * scale
    };
    (0..DIMENSION as u64).map(component).collect()
}
