//! Words in three million characters, and the cost of an edit.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use wenfang_search::{Index, Query, Scope, Source, SourceKey, SourceKind};
use wenfang_tests::corpus;
use wenfang_tests::measure::{Report, Times, millis, timed};
use wenfang_tests::rng::Rng;
use wenfang_text::{ContentHash, paragraphs};

/// Characters of the book.
const TEXT: usize = 3_000_000;
/// Characters per scene.
const SCENE: usize = 5_000;
/// Queries of each kind.
const QUERIES: usize = 200;
/// Edits of the long scene.
const EDITS: usize = 60;

/// Names of 红楼梦; each copy of the book replaces their last character.
const NAMES: [&str; 8] = ["宝玉", "黛玉", "宝钗", "凤姐", "袭人", "贾母", "平儿", "晴雯"];
const IN_THEIR_PLACE: [&str; 4] = ["", "璟", "珩", "瑛"];

fn key(scene: usize) -> SourceKey {
    SourceKey { kind: SourceKind::Scene, id: scene as i64 }
}

/// The book in scenes.
fn scenes(novel: &str) -> Vec<String> {
    let mut scenes = vec![String::new()];
    let (mut chars, mut in_scene) = (0, 0);
    for (copy, other) in IN_THEIR_PLACE.iter().enumerate() {
        for line in novel.lines() {
            let mut line = line.to_owned();
            if copy > 0 {
                for name in NAMES {
                    let first: String = name.chars().take(1).collect();
                    line = line.replace(name, &format!("{first}{other}"));
                }
            }
            let count = line.chars().count();
            (chars, in_scene) = (chars + count, in_scene + count);
            if let Some(scene) = scenes.last_mut() {
                scene.push_str(&line);
                scene.push('\n');
            }
            if in_scene > SCENE {
                in_scene = 0;
                scenes.push(String::new());
            }
            if chars > TEXT {
                return scenes;
            }
        }
    }
    scenes
}

/// Measures the search by words.
pub async fn measure(report: &mut Report) -> Result<()> {
    let Some(novel) = corpus::text(corpus::HONGLOUMENG) else { return Ok(()) };
    let scenes = scenes(&novel);
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("index.sqlite");
    let index = Index::open(&file).await?.index;
    report.section("Words in 3 million characters of 红楼梦 with renamed people");
    let start = Instant::now();
    for (at, some) in scenes.chunks(16).enumerate() {
        let sources: Vec<Source<'_>> =
            some.iter().enumerate().map(|(n, text)| Source::new(key(at * 16 + n), text)).collect();
        index.put(&sources).await?;
    }
    let state = index.state("none").await?;
    report.figure("building the index, s", &format!("{:.2}", start.elapsed().as_secs_f64()));
    report.figure("sources, paragraphs", &format!("{}, {}", state.sources, state.paragraphs));
    report.figure("size of the file, MiB", &format!("{:.1}", state.bytes as f64 / 1_048_576.0));
    let start = Instant::now();
    index.optimize().await?;
    report.figure("settling, s", &format!("{:.2}", start.elapsed().as_secs_f64()));
    index.close().await;
    let start = Instant::now();
    let index = Index::open(&file).await?.index;
    report.figure("opening with its check, ms", &format!("{:.1}", millis(start.elapsed())));
    let all: Vec<&str> =
        scenes.iter().flat_map(|scene| paragraphs(scene)).map(|paragraph| paragraph.text).collect();
    let chars: Vec<char> = all.iter().flat_map(|text| text.chars()).collect();
    for kind in Kind::ALL {
        look(report, (&index, &scenes), (&all, &chars), kind).await?;
    }
    edits(report, &index, &novel).await?;
    index.close().await;
    Ok(())
}

/// A kind of query.
#[derive(Clone, Copy)]
enum Kind {
    Stretch(usize),
    Phrase,
    Both,
    Filtered,
}

impl Kind {
    const ALL: [Self; 7] = [
        Self::Stretch(1),
        Self::Stretch(2),
        Self::Stretch(3),
        Self::Stretch(8),
        Self::Phrase,
        Self::Both,
        Self::Filtered,
    ];

    fn name(self) -> String {
        match self {
            Self::Stretch(length) => format!("{length} characters"),
            Self::Phrase => "a phrase of 8 with its marks".to_owned(),
            Self::Both => "two words of two characters".to_owned(),
            Self::Filtered => "2 characters in a quarter of the scenes".to_owned(),
        }
    }

    /// A query taken from the text. Substrings of up to three characters contain only letters; longer ones are
    /// unfiltered.
    fn typed(self, rng: &mut Rng, chars: &[char]) -> String {
        let mut stretch = |length: usize| loop {
            let at = rng.within(0..chars.len() - length);
            let found = &chars[at..at + length];
            if length > 3 || found.iter().all(|c| c.is_alphabetic()) {
                return found.iter().collect::<String>();
            }
        };
        match self {
            Self::Stretch(length) => stretch(length),
            Self::Phrase => format!("\"{}\"", stretch(8)),
            Self::Both => format!("{} {}", stretch(2), stretch(2)),
            Self::Filtered => stretch(2),
        }
    }
}

async fn look(
    report: &mut Report,
    (index, scenes): (&Index, &[String]),
    (all, chars): (&[&str], &[char]),
    kind: Kind,
) -> Result<()> {
    let mut rng = Rng::new(7);
    let scope = match kind {
        Kind::Filtered => Scope::sources((0..scenes.len()).filter(|scene| scene % 4 == 1).map(key)),
        _ => Scope::Everything,
    };
    let (mut times, mut reading, mut bare) = (Times::default(), Times::default(), Times::default());
    let mut hits = 0;
    for at in 0..QUERIES {
        let typed = kind.typed(&mut rng, chars);
        let query = Query::parse(&typed);
        let start = Instant::now();
        let found = index.search_text(&query, &scope, 50).await?;
        times.push(start.elapsed());
        hits += found.total;
        if at % 20 == 0 {
            reading.push(timed(|| black_box(all.iter().filter(|text| query.matches(text)).count())).1);
            bare.push(timed(|| black_box(all.iter().filter(|text| text.contains(&typed)).count())).1);
        }
    }
    report.figure(
        &format!("{}: hits each; p95 ms", kind.name()),
        &format!("{}; {:.1}", hits / QUERIES, millis(times.percentile(95))),
    );
    report.figure(
        &format!("{}: reading all, str::contains, ms", kind.name()),
        &format!("{:.0}, {:.1}", millis(reading.median()), millis(bare.median())),
    );
    report.at_most(&format!("{}: p50", kind.name()), (millis(times.median()), 10.0), "ms");
    Ok(())
}

/// Changes one paragraph of a long scene that has vectors.
async fn edits(report: &mut Report, index: &Index, novel: &str) -> Result<()> {
    let scene: String = novel.chars().skip(200_000).take(10_000).collect();
    let lines: Vec<&str> = scene.lines().filter(|line| !line.is_empty()).collect();
    index.put(&[Source::new(key(1_000_000), &lines.join("\n"))]).await?;
    let vectors: Vec<_> =
        lines.iter().map(|line| (ContentHash::of(line.as_bytes()), vec![0.5; 512])).collect();
    index.put_vectors("edits", &vectors).await?;
    index.search_vectors("edits", &[1.0; 512], &Scope::Everything, 10).await?;
    let mut times = Times::default();
    for edit in 0..EDITS {
        let edited: Vec<String> =
            lines
                .iter()
                .enumerate()
                .map(|(at, line)| {
                    if at == edit % lines.len() { format!("{line}又改{edit}") } else { (*line).to_owned() }
                })
                .collect();
        let text = edited.join("\n");
        let start = Instant::now();
        index.put(&[Source::new(key(1_000_000), &text)]).await?;
        times.push(start.elapsed());
    }
    report.figure(
        "a changed paragraph in a scene of 10,000, p50 ms",
        &format!("{:.2}", millis(times.median())),
    );
    report.figure("the same, p95 ms", &format!("{:.2}", millis(times.percentile(95))));
    Ok(())
}
