//! The canon at the size of a long novel: names in 3 million characters beside a bare pass of an automaton, the graph
//! as of a scene, checkpoints.
//!
//! `cargo xtask bench canon`; exits with status 1 when it misses a bar.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use wenfang_project::canon;
use wenfang_story::canon::{
    Assertion, EntityRecord, FactObject, FactRecord, LoreKind, LoreRecord, Modality, RelationRecord,
};
use wenfang_story::{EntityId, FactId, LoreEntryId, RelationId, SceneId};
use wenfang_studio::NoParams;
use wenfang_studio::canon::mentions;
use wenfang_studio::commands::call_on as call;
use wenfang_studio::watch::Watch;
use wenfang_tests::corpus;
use wenfang_tests::kit::{TestProject, scenes};
use wenfang_tests::measure::{Report, Times, millis, rounds, timed};
use wenfang_tests::rng::Rng;
use wenfang_text::Lexicon;
use wenfang_versions as versions;

use crate::names::{NAMES, some_names};

/// Characters of the novel and of one scene.
const TEXT: usize = 3_000_000;
const SCENE: usize = 5_000;
/// Number of names per entry.
const NAMES_EACH: usize = 4;
/// Numbers of entities and of facts. Half of the facts lead to another entity; there are a tenth as many relations.
const ENTITIES: usize = 2_000;
const FACTS: usize = 20_000;
/// Runs per median: for work that includes opening the project, and for the rest.
const COLD_RUNS: usize = 7;
const RUNS: usize = 31;

pub(crate) fn measure() -> Result<ExitCode> {
    let Some(novel) = corpus::text(corpus::HONGLOUMENG) else { return Ok(ExitCode::SUCCESS) };
    let mut report = Report::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let chars: Vec<char> = novel.chars().cycle().take(TEXT).collect();
        let chapters: Vec<(String, String)> = chars
            .chunks(SCENE)
            .enumerate()
            .map(|(at, scene)| (format!("第{}章", at + 1), scene.iter().collect()))
            .collect();
        let test = TestProject::with_chapters(&chapters).await?;
        let test = names(&mut report, test, &novel).await?;
        let test = graph(&mut report, test).await?;
        acts(&mut report, &test).await
    })?;
    Ok(report.verdict())
}

/// Calls a command and records its duration.
async fn asked(test: &TestProject, (command, request): (&str, Value), times: &mut Times) -> Result<Value> {
    let start = Instant::now();
    let answer = call(&test.project, command, request).await.with_context(|| command.to_owned())?;
    times.push(start.elapsed());
    Ok(answer)
}

fn median(report: &Report, name: &str, times: &Times) {
    report.figure(&format!("{name}, median ms"), &format!("{:.2}", millis(times.median())));
}

async fn names(report: &mut Report, mut test: TestProject, novel: &str) -> Result<TestProject> {
    report.section("5,000 lore entries with 20,000 names, 600 scenes of 5,000 characters");
    let names = some_names(novel);
    let mut tx = test.project.begin_write().await?;
    for names in names.chunks(NAMES_EACH) {
        let record = LoreRecord {
            title: names[0].clone(),
            kind: LoreKind::Character,
            aliases: names[1..].to_vec(),
            content: format!("{}，见第一回。", names[0]),
            ..LoreRecord::default()
        };
        canon::insert::<LoreEntryId>(&mut tx, &record, test.project.now()).await?;
    }
    tx.commit().await?;
    let order = scenes(&test.project).await?;

    let mut cold = Times::default();
    let mut total = 0;
    for _ in 0..rounds(COLD_RUNS, 3) {
        test = test.reopen().await?;
        let counts = asked(&test, ("mentions.counts", json!({})), &mut cold).await?;
        let counts = counts["counts"].as_array().context("no counts")?;
        total = counts.iter().filter_map(|count| count["total"].as_u64()).sum();
        ensure!(counts.len() == NAMES / NAMES_EACH, "{} entries", counts.len());
    }
    let mut reading = Times::default();
    let mut texts = Vec::new();
    for _ in 0..rounds(COLD_RUNS, 3) {
        test = test.reopen().await?;
        texts.clear();
        let start = Instant::now();
        let mut tx = test.project.begin_read().await?;
        for scene in &order {
            texts.push(versions::working_text(&mut tx, *scene).await?.text);
        }
        reading.push(start.elapsed());
    }
    let pairs = || (0..).zip(&names).map(|(at, name): (usize, _)| ((at / NAMES_EACH) as u32, name.as_str()));
    let bare = || {
        AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(&names)
    };
    let (lexicon, automaton) = (Lexicon::new(pairs()), bare()?);
    let (mut plain, mut building, mut scan) = (Times::default(), Times::default(), Times::default());
    for _ in 0..rounds(COLD_RUNS, 3) {
        building.push(timed(|| black_box(bare().is_ok())).1);
        plain.push(
            timed(|| black_box(texts.iter().map(|text| automaton.find_iter(text).count()).sum::<usize>())).1,
        );
        scan.push(
            timed(|| black_box(texts.iter().map(|text| lexicon.mentions(text).len()).sum::<usize>())).1,
        );
    }
    report.figure("mentions found", &total.to_string());
    median(report, "bare automaton: building", &building);
    median(report, "bare automaton: one pass over all scenes", &plain);
    median(report, "reading all working texts", &reading);
    median(report, "mentions.counts, first time after opening", &cold);
    report.at_most("scan alone / bare pass", (millis(scan.median()) / millis(plain.median()), 3.0), "×");
    let whole = millis(plain.median()) + millis(building.median());
    report.figure(
        "mentions.counts / bare pass with building",
        &format!("{:.2}", millis(cold.median()) / whole),
    );
    let whole = whole + millis(reading.median());
    report.figure("the same / with reading too", &format!("{:.2}", millis(cold.median()) / whole));

    let (mut saving, mut asking, mut cast) = (Times::default(), Times::default(), Times::default());
    let mut plainly = Times::default();
    for round in 0..rounds(RUNS, 11) {
        let scene = order[round * 17 % order.len()];
        let text = format!("{}\n第{round}次改定，宝玉又来了。", texts[round * 17 % order.len()]);
        asked(&test, ("scene.save", json!({ "scene": scene, "text": text })), &mut saving).await?;
        asked(&test, ("mentions.counts", json!({})), &mut asking).await?;
        asked(&test, ("mentions.cast", json!({ "scene": scene })), &mut cast).await?;
        let start = Instant::now();
        black_box(mentions::counts(&test.project, NoParams {}, &Watch::silent()).await?.counts.len());
        plainly.push(start.elapsed());
    }
    median(report, "scene.save", &saving);
    report.at_most("mentions.counts after it", (millis(asking.median()), 20.0), "ms");
    median(report, "mentions.counts again, without JSON", &plainly);
    report.at_most("mentions.cast of the scene", (millis(cast.median()), 20.0), "ms");
    let mut renaming = Times::default();
    for round in 0..3 {
        let request = json!({ "entry": 1, "aliases": [format!("新名{round}")] });
        call(&test.project, "lore.save", request).await?;
        asked(&test, ("mentions.counts", json!({})), &mut renaming).await?;
    }
    median(report, "mentions.counts after a name changed", &renaming);
    Ok(test)
}

async fn graph(report: &mut Report, mut test: TestProject) -> Result<TestProject> {
    report.section("2,000 entities, 20,000 facts, 2,000 relations");
    let order = scenes(&test.project).await?;
    let mut rng = Rng::new(20_261_122);
    let mut tx = test.project.begin_write().await?;
    let now = test.project.now();
    let mut entities = Vec::with_capacity(ENTITIES);
    for at in 0..ENTITIES {
        let record = EntityRecord { name: format!("人物{at:04}"), ..EntityRecord::default() };
        entities.push(canon::insert::<EntityId>(&mut tx, &record, now).await?);
    }
    for at in 0..FACTS {
        let other = entities[rng.within(0..ENTITIES)];
        let object = match at % 2 {
            0 => FactObject::Text(format!("所在{at}")),
            _ => FactObject::Entity(other),
        };
        let (subject, predicate) = (entities[at % ENTITIES], format!("事{}", at % 13));
        let record = FactRecord { subject, predicate, object, assertion: some_assertion(&mut rng, &order) };
        canon::insert::<FactId>(&mut tx, &record, now).await?;
        if at % 10 == 0 {
            let (from, to) = (entities[rng.within(0..ENTITIES)], entities[rng.within(0..ENTITIES)]);
            let assertion = some_assertion(&mut rng, &order);
            if from != to {
                let record = RelationRecord { from, to, kind: "相识".into(), assertion };
                canon::insert::<RelationId>(&mut tx, &record, now).await?;
            }
        }
    }
    tx.commit().await?;
    let request = |rng: &mut Rng| json!({ "entity": entities[rng.within(0..ENTITIES)], "at": order[rng.within(0..order.len())] });
    let runs = rounds(RUNS, 11);
    for question in ["kg.state", "kg.neighbours"] {
        let (mut cold, mut warm) = (Times::default(), Times::default());
        for _ in 0..rounds(COLD_RUNS, 3) {
            test = test.reopen().await?;
            asked(&test, (question, request(&mut rng)), &mut cold).await?;
        }
        let mut found = 0;
        for _ in 0..runs * 3 {
            let answer = asked(&test, (question, request(&mut rng)), &mut warm).await?;
            found += answer["nodes"].as_array().map_or(0, Vec::len);
        }
        median(report, &format!("{question}, first time after opening"), &cold);
        report.at_most(&format!("{question}, warm, median"), (millis(warm.median()), 10.0), "ms");
        report.figure(
            &format!("{question}, warm, 95 of 100, ms"),
            &format!("{:.2}", millis(warm.percentile(95))),
        );
        if found > 0 {
            report.figure("entities within two hops, mean", &(found / (runs * 3)).to_string());
        }
    }
    // Anywhere in the book: every path counts.
    let mut whole = Times::default();
    for _ in 0..rounds(RUNS, 11) {
        let request = json!({ "entity": entities[rng.within(0..ENTITIES)] });
        asked(&test, ("kg.neighbours", request), &mut whole).await?;
    }
    report.at_most("kg.neighbours anywhere, warm, median", (millis(whole.median()), 10.0), "ms");
    Ok(test)
}

/// Holds from some scene on, half of them up to a later one; a tenth have another modality.
fn some_assertion(rng: &mut Rng, order: &[SceneId]) -> Assertion {
    let from = rng.within(0..order.len());
    let until = rng.within(from + 1..order.len() + order.len() / 2);
    Assertion {
        valid_from: order.get(from).copied(),
        valid_to: if rng.chance(1, 2) { order.get(until).copied() } else { None },
        modality: if rng.chance(1, 10) { Modality::Rumour } else { Modality::Narrated },
        ..Assertion::default()
    }
}

async fn acts(report: &mut Report, test: &TestProject) -> Result<()> {
    report.section("Acts with all that canon");
    let mut first = Times::default();
    asked(test, ("checkpoint.create", json!({ "name": "初稿" })), &mut first).await?;
    median(report, "the first checkpoint.create", &first);
    let (mut checkpoints, mut facts, mut lore, mut after) =
        (Times::default(), Times::default(), Times::default(), Times::default());
    for round in 0..rounds(RUNS, 11) {
        let entry = json!({ "entry": 1 + round * 7, "content": format!("改定第{round}次。") });
        asked(test, ("lore.save", entry), &mut lore).await?;
        asked(test, ("checkpoint.create", json!({ "name": format!("第{round}稿") })), &mut checkpoints)
            .await?;
    }
    for round in 0..rounds(RUNS, 11) {
        let fact = json!({
            "subject": { "id": 1 + round }, "predicate": "住处", "object": { "text": "渡口" }, "valid_from": 3,
            "replaces": true,
        });
        asked(test, ("kg.save_fact", fact), &mut facts).await?;
        asked(test, ("kg.state", json!({ "entity": 1 + round })), &mut after).await?;
    }
    median(report, "lore.save", &lore);
    median(report, "checkpoint.create after one entry changed", &checkpoints);
    median(report, "kg.save_fact by id", &facts);
    let mut named = Times::default();
    for round in 0..rounds(RUNS, 11) {
        let name = format!("人物{:04}", round * 50);
        let fact = json!({ "subject": { "name": name }, "predicate": "住处", "object": { "text": "县城" } });
        asked(test, ("kg.save_fact", fact), &mut named).await?;
    }
    median(report, "kg.save_fact by name", &named);
    median(report, "kg.state right after a fact was written", &after);
    let slowest = [&checkpoints, &facts].map(|times| times.percentile(100)).into_iter().max();
    report.figure("the slowest of those, ms", &format!("{:.1}", millis(slowest.unwrap_or(Duration::ZERO))));
    Ok(())
}
