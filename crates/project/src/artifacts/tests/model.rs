//! Ten thousand random operations give the same as a model in memory; the newest of ten thousand versions is found at
//! once.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::*;

/// A small generator of numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % end
    }
}

/// A version in the model: its value, when it was written, and its pin.
type Version = (String, i64, Option<Pin>);

#[derive(Default)]
struct Kept {
    keep: Keep,
    newest: i64,
    versions: BTreeMap<i64, Version>,
    deleted: BTreeSet<i64>,
}

impl Kept {
    /// Deletes what is not kept; returns how many versions that were.
    fn prune(&mut self, keep: Keep, now: i64) -> u64 {
        let is_old = |version: i64, at: i64| {
            keep.versions.is_some_and(|most| version <= self.newest - i64::from(most))
                || keep.days.is_some_and(|days| at < now - i64::from(days) * DAY)
        };
        let old: Vec<i64> = self
            .versions
            .iter()
            .filter(|(version, (_, at, pin))| {
                **version < self.newest && pin.is_none() && is_old(**version, *at)
            })
            .map(|(version, _)| *version)
            .collect();
        for version in &old {
            self.versions.remove(version);
            self.deleted.insert(*version);
        }
        u64::try_from(old.len()).unwrap()
    }
}

#[derive(Default)]
struct Model {
    artifacts: BTreeMap<(usize, i64), Kept>,
    /// The writer of each name besides the author.
    writers: BTreeMap<usize, usize>,
}

const NAMES: [&str; 3] = ["situation", "notes", "remark"];
const WRITERS: [&str; 2] = ["careful/a", "careful/b"];
const KEEPS: [Keep; 4] = [
    Keep::ALL,
    Keep::newest(3),
    Keep { versions: None, days: Some(5) },
    Keep { versions: Some(6), days: Some(9) },
];

#[tokio::test]
async fn ten_thousand_operations_equal_a_model() {
    let (mut conn, mut dice, mut model, mut now) = (empty().await, Dice(7), Model::default(), 0);
    let (mut written, mut refused, mut deleted) = (0, 0, 0);
    sqlx::raw_sql("begin").execute(&mut conn).await.unwrap();
    for step in 0..10_000_i64 {
        now += dice.below(DAY / 4);
        let name = usize::try_from(dice.below(3)).unwrap();
        let scene = dice.below(4);
        let subject = Subject::Scene(scene.into());
        let tag = subject.tag(NAMES[name]);
        let known = model.artifacts.get(&(name, scene)).map_or(0, |kept| kept.newest);
        match dice.below(12) {
            0..=6 => {
                let writer = if dice.below(8) == 0 { 1 } else { 0 };
                let by_author = dice.below(6) == 0;
                let base = if dice.below(10) == 0 { dice.below(known + 2) } else { known };
                let keep = KEEPS[usize::try_from((scene + i64::try_from(name).unwrap()) % 4).unwrap()];
                let artifact = Artifact {
                    keep,
                    ..Artifact::new(
                        NAMES[name],
                        subject,
                        ArtifactKind::State,
                        if by_author { AUTHOR } else { WRITERS[writer] },
                    )
                };
                let value = format!("{step}");
                let made_by = if by_author { MadeBy::Author } else { MadeBy::Step };
                let based_on = (base > 0).then_some(base);
                let new = NewVersion { made_by, ..(based_on, value.as_str()).into() };
                let put = put(&mut conn, &artifact, new, at(now)).await;
                let is_owned = by_author || *model.writers.get(&name).unwrap_or(&writer) == writer;
                if !is_owned || base != known {
                    assert!(put.is_err(), "step {step}");
                    refused += 1;
                    continue;
                }
                assert_eq!(put.unwrap(), known + 1, "step {step}");
                written += 1;
                let is_new = known == 0;
                let kept = model.artifacts.entry((name, scene)).or_default();
                if is_new || !by_author {
                    kept.keep = keep;
                }
                if !by_author {
                    model.writers.insert(name, writer);
                }
                kept.newest += 1;
                kept.versions.insert(kept.newest, (value, now, None));
                kept.prune(kept.keep, now);
            }
            7 | 8 if known > 0 => {
                let version = dice.below(known) + 1;
                let wanted =
                    [None, Some(Pin::Author), Some(Pin::Receipt)][usize::try_from(dice.below(3)).unwrap()];
                let pinned = pin(&mut conn, (&tag, version), wanted).await.unwrap();
                let kept = model.artifacts.get_mut(&(name, scene)).unwrap();
                let expected = kept.versions.get_mut(&version).map(|(_, _, pin)| {
                    if *pin != Some(Pin::Receipt) {
                        *pin = wanted;
                    }
                    *pin
                });
                assert_eq!(pinned, expected, "step {step}");
            }
            9 => {
                let keep = Keep::newest(u32::try_from(dice.below(5) + 1).unwrap());
                let gone = prune(&mut conn, &tag, keep, at(now)).await.unwrap();
                let kept = model.artifacts.get_mut(&(name, scene));
                assert_eq!(gone, kept.map_or(0, |kept| kept.prune(keep, now)), "step {step}");
                deleted += gone;
            }
            10 => {
                let gone = prune_all(&mut conn, at(now)).await.unwrap();
                let expected: u64 = model.artifacts.values_mut().map(|kept| kept.prune(kept.keep, now)).sum();
                assert_eq!(gone, expected, "step {step}");
                deleted += gone;
            }
            _ => {
                let newest = newest(&mut conn, &tag).await.unwrap().map(|found| (found.version, found.value));
                let expected = model
                    .artifacts
                    .get(&(name, scene))
                    .and_then(|kept| Some((kept.newest, kept.versions.get(&kept.newest)?.0.clone())));
                assert_eq!(newest, expected, "step {step}");
            }
        }
        if step % 1_000 == 999 {
            assert_equal(&mut conn, &model).await;
        }
    }
    assert!(written > 3_000 && refused > 500 && deleted > 100, "{written}, {refused}, {deleted}");
}

async fn assert_equal(conn: &mut SqliteConnection, model: &Model) {
    assert!(sound(conn).await.iter().all(|is_sound| *is_sound));
    for ((name, scene), kept) in &model.artifacts {
        let tag = Subject::Scene((*scene).into()).tag(NAMES[*name]);
        let found = history(conn, &tag, u32::MAX).await.unwrap();
        let found: BTreeMap<i64, Version> = found
            .into_iter()
            .map(|version| (version.version, (version.value, version.created_at.get(), version.pinned)))
            .collect();
        assert_eq!(found, kept.versions, "{tag}");
        let deleted: BTreeSet<i64> =
            traces(conn, &tag).await.unwrap().into_iter().flat_map(|trace| trace.from..trace.until).collect();
        assert_eq!(deleted, kept.deleted, "{tag}");
    }
}

#[tokio::test]
async fn the_newest_of_many_versions_is_found_at_once() {
    let mut conn = empty().await;
    sqlx::raw_sql("begin").execute(&mut conn).await.unwrap();
    let all = Artifact { keep: Keep::ALL, ..MEMORY };
    let value = format!("\"{}\"", "字".repeat(700));
    for version in 0..10_000_i64 {
        put(&mut conn, &all, ((version > 0).then_some(version), value.as_str()), at(version)).await.unwrap();
    }
    let mut took: Vec<Duration> = Vec::new();
    for _ in 0..50 {
        let began = Instant::now();
        assert_eq!(newest(&mut conn, TAG).await.unwrap().unwrap().version, 10_000);
        took.push(began.elapsed());
    }
    took.sort();
    // Reading all of them takes a hundred times longer.
    assert!(took[25] < Duration::from_millis(5), "{:?}", took[25]);
    eprintln!("the newest of 10,000 versions: {:?}", took[25]);
}
