//! Tests of the parts of a check as a workflow step uses them: changes between reading and writing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_canon::semantics::{self, SemanticModel, Semantics};
use wenfang_checks::rules::Found;
use wenfang_manuscript::commands::call;
use wenfang_manuscript::find::FindScope;
use wenfang_manuscript::projects::{CreateProject, create};
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::SceneId;
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingRecord, FoundBy, Rule, Severity};
use wenfang_text::{CharRange, SemanticSearch};

use super::find::find;
use super::store::Stored;
use super::*;

const WRONG: &str = "　　江上有风，，船还没有来。\n　　灯灭了，，又亮了。\n";

struct Novel {
    project: Project,
    scene: SceneId,
    _folder: TempDir,
}

impl Novel {
    async fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("novel.wenfang");
        let new = CreateProject {
            path,
            title: "试".to_owned(),
            author: String::new(),
            language: None,
            chapter_target: None,
        };
        let project = create(new).await.unwrap();
        let ask = async |command: &str, request: Value| {
            call(&project, command, request, &Watch::silent()).await.unwrap()
        };
        let volume = ask("manuscript.create", json!({ "parent": "manuscript" })).await;
        let parent = json!({ "volume": volume["volume"] });
        let chapter = ask("manuscript.create", json!({ "parent": parent })).await;
        let parent = json!({ "chapter": chapter["chapter"] });
        let scene = ask("manuscript.create", json!({ "parent": parent })).await;
        let scene = SceneId::from(scene["scene"].as_i64().unwrap());
        let novel = Self { project, scene, _folder: folder };
        novel.save(text).await;
        novel
    }

    async fn save(&self, text: &str) {
        let request = json!({ "scene": self.scene, "text": text });
        call(&self.project, "scene.save", request, &Watch::silent()).await.unwrap();
    }

    async fn gather(&self, rules: &[Rule]) -> Gathered {
        gather(&self.project, FindScope::Book, Some(rules)).await.unwrap()
    }

    async fn store(&self, gathered: &Gathered, outcome: &CheckOutcome) -> Stored {
        let mut tx = self.project.begin_write().await.unwrap();
        let stored = store(&mut tx, self.project.now(), (gathered, outcome)).await.unwrap();
        tx.commit().await.unwrap();
        stored
    }

    async fn findings(&self) -> Vec<FindingView> {
        list(&self.project, ListFindings::default()).await.unwrap().findings
    }

    async fn standing(&self) -> Vec<Option<CharRange>> {
        self.findings().await.iter().map(|found| found.evidence[0].standing).collect()
    }
}

#[tokio::test]
async fn edits_made_during_a_check_lose_no_finding() {
    let novel = Novel::new(WRONG).await;
    let gathered = novel.gather(&[Rule::Punctuation]).await;
    let outcome = find(&gathered, &Watch::silent()).unwrap();
    assert_eq!(novel.store(&gathered, &outcome).await.found.len(), 2);
    let ids: Vec<_> = novel.findings().await.iter().map(|found| found.id).collect();

    // Edited after reading: the first error was fixed, the second one moved.
    let gathered = novel.gather(&[Rule::Punctuation]).await;
    let outcome = find(&gathered, &Watch::silent()).unwrap();
    novel.save(&format!("　　夜。\n{}", WRONG.replacen("，，", "，", 1))).await;
    let stored = novel.store(&gathered, &outcome).await;
    assert_eq!((stored.found.as_slice(), stored.new, stored.gone), (&ids[1..], 0, 0));
    assert_eq!(novel.standing().await, [None, Some(CharRange::new(24, 26))]);
    // The next check, of the current text, reports what is gone.
    let gathered = novel.gather(&[Rule::Punctuation]).await;
    let stored = novel.store(&gathered, &find(&gathered, &Watch::silent()).unwrap()).await;
    assert_eq!((stored.found.as_slice(), stored.new, stored.gone), (&ids[1..], 0, 1));
}

fn by_model(novel: &Novel, (start, quote): (usize, &str)) -> FindingRecord {
    FindingRecord {
        rule: Rule::ModelSetting,
        severity: Severity::High,
        evidence: vec![Evidence {
            scene: novel.scene,
            version: 2.into(),
            range: CharRange::new(start, start + quote.chars().count()),
            quote: quote.to_owned(),
        }],
        against: None,
        expected: "没有船".to_owned(),
        found: quote.to_owned(),
        replacement: None,
        confidence: 0.8,
        found_by: FoundBy::Model { model: "m".to_owned() },
        missed: false,
    }
}

#[tokio::test]
async fn a_models_finding_needs_its_quote() {
    let novel = Novel::new(WRONG).await;
    let gathered = novel.gather(&[]).await;
    let right = by_model(&novel, (8, "船还没有来"));
    let wrong = by_model(&novel, (9, "船还没有来"));
    let proven = vec![right.clone(), right.clone(), wrong];
    let outcome = CheckOutcome { rules: vec![Rule::ModelSetting], proven, ..CheckOutcome::default() };
    let stored = novel.store(&gathered, &outcome).await;
    assert_eq!((stored.found.len(), stored.new), (1, 1));
    let found = novel.findings().await;
    assert_eq!(found[0].found_by, FoundBy::Model { model: "m".to_owned() });
    assert_eq!(found[0].evidence[0].quote, "船还没有来");

    // A check by other rules keeps it, and its evidence follows the edited text.
    let local = novel.gather(&[Rule::Punctuation]).await;
    assert_eq!(novel.store(&local, &find(&local, &Watch::silent()).unwrap()).await.gone, 0);
    novel.save(&format!("　　夜。\n{WRONG}")).await;
    let gathered = novel.gather(&[]).await;
    let again =
        CheckOutcome { rules: vec![Rule::ModelSetting], proven: vec![right], ..CheckOutcome::default() };
    let stored = novel.store(&gathered, &again).await;
    assert_eq!((stored.found.as_slice(), stored.new, stored.gone), (&[found[0].id][..], 0, 0));
    let none = CheckOutcome { rules: vec![Rule::ModelSetting], ..CheckOutcome::default() };
    assert_eq!(novel.store(&gathered, &none).await.gone, 0, "one run may have overlooked it");
    assert_eq!(novel.store(&gathered, &none).await.gone, 1, "two runs in a row");
}

#[tokio::test]
async fn a_rephrased_finding_keeps_its_id_and_words() {
    let novel = Novel::new(WRONG).await;
    let gathered = novel.gather(&[]).await;
    let known = by_model(&novel, (8, "船还没有来"));
    let store = async |record: Option<FindingRecord>| {
        let proven = record.into_iter().collect();
        let outcome = CheckOutcome { rules: vec![Rule::ModelSetting], proven, ..CheckOutcome::default() };
        novel.store(&gathered, &outcome).await
    };
    let first = store(Some(known.clone())).await;
    let again =
        FindingRecord { expected: "前文说没有船".to_owned(), found: "有船".to_owned(), ..known };
    let second = store(Some(again)).await;
    assert_eq!((second.found, second.new, second.gone), (first.found, 0, 0));
    assert_eq!(novel.findings().await[0].expected, "没有船");

    // Missed, found, missed: never twice in a row.
    for record in [None, Some(by_model(&novel, (8, "船还没有来"))), None] {
        assert_eq!(store(record).await.gone, 0);
    }
    // A changed passage is gone at once.
    novel.save(&WRONG.replace("船还没有来", "船来了")).await;
    let gathered = novel.gather(&[]).await;
    let none = CheckOutcome { rules: vec![Rule::ModelSetting], ..CheckOutcome::default() };
    assert_eq!(novel.store(&gathered, &none).await.gone, 1);
}

#[tokio::test]
async fn a_cached_answer_is_no_second_miss() {
    let novel = Novel::new(WRONG).await;
    let gathered = novel.gather(&[]).await;
    let rules = vec![Rule::ModelSetting];
    let found = CheckOutcome {
        rules: rules.clone(),
        proven: vec![by_model(&novel, (8, "船还没有来"))],
        ..CheckOutcome::default()
    };
    novel.store(&gathered, &found).await;
    let fresh = CheckOutcome { rules, ..CheckOutcome::default() };
    let cached = |start, end| CheckOutcome {
        not_asked: vec![(novel.scene, CharRange::new(start, end))],
        ..fresh.clone()
    };
    assert_eq!(novel.store(&gathered, &fresh).await.gone, 0, "the first miss");
    for _ in 0..2 {
        assert_eq!(novel.store(&gathered, &cached(0, 14)).await.gone, 0, "the same answer");
    }
    assert_eq!(novel.store(&gathered, &cached(14, 25)).await.gone, 1, "only another passage was cached");
}

/// A model to which everything means the same.
struct Agreeable;

impl SemanticSearch for Agreeable {
    fn similarities(&self, _: &str, windows: &[&str]) -> Option<Vec<f64>> {
        Some(vec![0.9; windows.len()])
    }
}

impl SemanticModel for Agreeable {
    fn load(&self) -> BoxFuture<'_, Option<Semantics>> {
        Box::pin(async { None })
    }

    fn if_loaded(&self) -> Option<Semantics> {
        Some(Arc::new(Self))
    }
}

/// Rewrites the passage of a finding, which is then found again. Returns what was stored before and after.
async fn rewritten(has_model: bool) -> (Stored, Stored) {
    let novel = Novel::new(WRONG).await;
    if has_model {
        semantics::attach(&novel.project, Arc::new(Agreeable));
    }
    let outcome = |version: i64, quote: &str| {
        let mut found = FindingRecord { found: "无舟".to_owned(), ..by_model(&novel, (8, quote)) };
        found.evidence[0].version = version.into();
        CheckOutcome { rules: vec![Rule::ModelSetting], proven: vec![found], ..CheckOutcome::default() }
    };
    let first = novel.store(&novel.gather(&[]).await, &outcome(2, "船还没有来")).await;
    novel.save(&WRONG.replace("船还没有来", "渡轮迟迟不至")).await;
    let gathered = novel.gather(&[]).await;
    (first, novel.store(&gathered, &outcome(3, "渡轮迟迟不至")).await)
}

#[tokio::test]
async fn a_rewritten_passage_is_found_by_its_meaning() {
    let (first, again) = rewritten(true).await;
    assert_eq!((again.found, again.new, again.gone), (first.found, 0, 0));
    let (first, again) = rewritten(false).await;
    assert_ne!(again.found, first.found);
    assert_eq!((again.new, again.gone), (1, 1), "without a model it is another finding");
}

/// Checks one part of the book as one of many; returns the findings and the scenes that the rules ran on.
async fn part_of_book(novel: &Novel, within: FindScope) -> (Vec<Found>, usize) {
    let gathered = gather(&novel.project, within, Some(&[Rule::Punctuation])).await.unwrap();
    let gathered = Arc::new(gathered);
    let checked = Arc::new(AtomicUsize::new(0));
    let total = Arc::clone(&checked);
    let watch = Watch::new(Arc::default(), move |progress| total.store(progress.total, Ordering::Relaxed));
    let outcome = find_in_book(&novel.project, &gathered, &watch).await.unwrap();
    assert_eq!(outcome.found, find(&gathered, &Watch::silent()).unwrap().found);
    (outcome.found, checked.load(Ordering::Relaxed))
}

#[tokio::test]
async fn a_book_is_checked_once_for_all_parts() {
    let novel = Novel::new(WRONG).await;
    let ask = async |command: &str, request: Value| {
        call(&novel.project, command, request, &Watch::silent()).await.unwrap()
    };
    let split = ask("scene.split", json!({ "scene": novel.scene, "at": 15 })).await;
    let second = SceneId::from(split["created"].as_i64().unwrap());
    let (first, second) = (FindScope::Scene(novel.scene), FindScope::Scene(second));
    let (found, checked) = part_of_book(&novel, first).await;
    assert_eq!((found.len(), checked), (1, 2), "the first part checks both scenes");
    let (found, checked) = part_of_book(&novel, second).await;
    assert_eq!((found.len(), checked), (1, 0), "the other takes what was found");
    // Any change of the book checks it again.
    ask("scene.save", json!({ "scene": novel.scene, "text": "江上有风，，船，，没有来。" })).await;
    let (found, checked) = part_of_book(&novel, first).await;
    assert_eq!((found.len(), checked), (2, 2));
}
