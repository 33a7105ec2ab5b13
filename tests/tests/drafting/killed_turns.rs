//! A generation with steps whose process is killed at any boundary: words are kept, and nothing is asked for again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use wenfang_model_server::{Answer, ModelServer, Rule, answer, script};
use wenfang_tests::kit;
use wenfang_text::{CountRule, count};

use crate::studio::{Studio, server};
use crate::turns::notes_after;

/// Steps before and after the text; what the rules find is mended in another candidate.
const PROFILE: &str = r#"{
  "profile_id": "mine", "title": { "zh": "我的", "en": "Mine" },
  "pre": [
    { "id": "plan", "handler": "require" },
    { "id": "notes", "handler": "work_notes", "depends_on": ["plan"] }
  ],
  "post": [
    { "id": "check", "handler": "check_text" },
    { "id": "mend", "handler": "mend_text", "depends_on": ["check"] },
    { "id": "rank", "handler": "rank_candidates", "depends_on": ["mend"] }
  ]
}"#;

/// The named steps of the engine and of a generation.
const STEPS: [&str; 7] = [
    "workflow.filed",
    "workflow.turn",
    "workflow.writing",
    "workflow.kept",
    "workflow.committed",
    "generation.begun",
    "generation.stored",
];

/// A text that is stored several times while it arrives, with errors that the rules mend.
fn prose() -> String {
    let line =
        |at: usize| format!("第{at}盏灯亮了，，老周站起来走下石阶，伸手去拉缆绳。水很凉，船上没有人。\n");
    (1..=40).map(line).collect::<String>().trim_end().to_owned()
}

/// A novel on disk that other processes open, and the model that they ask.
struct Bed {
    studio: Studio,
    server: ModelServer,
    template: PathBuf,
}

impl Bed {
    async fn new(prose: Answer) -> Self {
        let server = server(script(vec![notes_after(0), Rule { answer: prose, ..Rule::default() }]));
        let studio = Studio::with(&server).await;
        studio
            .ok("manuscript.describe", json!({ "part": { "scene": 1 }, "synopsis": "老周等来一条空船。" }))
            .await;
        studio.ok("check.set_rule", json!({ "rule": "punctuation", "on": true })).await;
        studio.ok("pipeline.save", json!({ "text": PROFILE })).await;
        let folder = studio.folder().join("backup");
        std::fs::create_dir(&folder).unwrap();
        studio.ok("project.back_up", json!({ "folder": folder })).await;
        let template = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.extension().is_some_and(|kind| kind == "wenfang"))
            .unwrap();
        Self { studio, server, template }
    }

    /// A new copy of the novel.
    fn copy(&self, name: &str) -> PathBuf {
        let file = self.studio.folder().join(format!("{name}.wenfang"));
        std::fs::copy(&self.template, &file).unwrap();
        self.server.reset();
        file
    }

    fn command(&self, file: &Path, line: &str) -> Command {
        let words = line.split(' ').map(|word| match word {
            "FILE" => file.as_os_str().to_owned(),
            word => word.into(),
        });
        let mut command = Command::new(kit::wenfang());
        command
            .args(words)
            .env("WENFANG_HOME", self.studio.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command
    }

    fn run(&self, file: &Path, line: &str) -> Output {
        self.command(file, line).output().unwrap()
    }

    fn ok(&self, file: &Path, line: &str) -> Value {
        let output = self.run(file, line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn draft(&self, file: &Path) -> Command {
        let target = count(&prose()).total(CountRule::Standard);
        self.command(file, &format!("draft FILE --scene 1 --profile mine --target {target}"))
    }

    /// The requests at the server so far: for notes, and for the text.
    fn calls(&self) -> (usize, usize) {
        let requests = self.server.requests();
        let is_for_notes = |body: &Value| body.to_string().contains("工作笔记，交给");
        let notes = requests.iter().filter(|request| is_for_notes(&request.body)).count();
        (notes, requests.len() - notes)
    }

    /// The generations of an act, the oldest first.
    fn generations(&self, file: &Path, act: &str) -> Vec<Value> {
        let listed = self.ok(file, "generations list FILE");
        let all = listed["generations"].as_array().unwrap();
        all.iter().rev().filter(|made| made["act"] == act).cloned().collect()
    }

    /// The only run and its state, if it was stored.
    fn run_of(&self, file: &Path) -> Option<(i64, String)> {
        let runs = self.ok(file, "workflow runs FILE --texts");
        let run = runs["runs"].as_array().unwrap().first()?.clone();
        Some((run["id"].as_i64().unwrap(), run["status"].as_str().unwrap().to_owned()))
    }

    /// Opens the novel until its run has ended: only steps after the text go on, by themselves.
    fn open(&self, file: &Path) -> Option<String> {
        for _ in 0..6 {
            let (run, status) = self.run_of(file)?;
            if matches!(status.as_str(), "completed" | "partial" | "failed") {
                return Some(status);
            }
            // This waits for a run that goes on by itself, and is refused for all others.
            self.run(file, &format!("workflow resume FILE {run} --wait"));
        }
        panic!("the run did not end: {:?}", self.run_of(file));
    }

    /// The turns whose text was never asked for.
    fn unwritten(&self, file: &Path) -> Vec<Value> {
        self.ok(file, "generations unwritten FILE --scene 1")["turns"].as_array().unwrap().clone()
    }
}

fn text(made: &Value) -> &str {
    made["text"].as_str().unwrap()
}

/// The generation of the text, if it had begun.
fn main_of(bed: &Bed, file: &Path) -> Option<Value> {
    bed.generations(file, "draft").first().cloned()
}

/// Opens the novel after a kill, and checks what it cost and what came of it; returns how the run ended.
fn check(bed: &Bed, file: &Path, at: &str) -> Option<String> {
    let whole = prose();
    let (calls, left) = (bed.calls(), main_of(bed, file));
    if let Some(main) = &left {
        assert!(whole.starts_with(text(main)), "{at}: {main}");
    }
    let ended = bed.open(file);
    assert_eq!(bed.calls(), calls, "{at}: nothing is asked for again");
    let main = main_of(bed, file);
    let words = |main: &Option<Value>| main.as_ref().map(|made| (made["id"].clone(), text(made).to_owned()));
    assert_eq!(words(&main), words(&left), "{at}: the words are kept");
    counted(bed, file, at);
    let unwritten = bed.unwritten(file);
    assert_eq!(unwritten.len(), usize::from(ended.is_some() && main.is_none()), "{at}: {unwritten:?}");
    for turn in &unwritten {
        assert_eq!((&turn["again"]["act"], &turn["again"]["profile"]), (&json!("draft"), &json!("mine")));
    }
    if ended.as_deref() == Some("completed") {
        mended_once(bed, file, at);
    }
    assert_eq!(bed.ok(file, "workflow interrupted FILE")["runs"], json!([]), "{at}");
    let doctor = bed.ok(file, "doctor FILE");
    assert_eq!(doctor["healthy"], true, "{at}: {doctor}");
    ended
}

/// Every question and text that began counts, also one whose answer was lost; opening the novel again counts none twice.
fn counted(bed: &Bed, file: &Path, at: &str) {
    let listed = bed.ok(file, "generations list FILE");
    let all = listed["generations"].as_array().unwrap();
    let asked: Vec<&Value> = all.iter().filter(|made| made["derived"].is_null()).collect();
    let tokens = |one: &Value| one["prompt"].as_u64().unwrap() + one["completion"].as_u64().unwrap();
    for made in &asked {
        assert!(made["tokens"]["prompt"].as_u64() > Some(50), "{at}: {made}");
        let is_lost = made["requests"][0]["outcome"] == "lost";
        assert_eq!(is_lost, made["interrupted"] == true, "{at}: {made}");
    }
    let spent = bed.ok(file, "usage FILE")["month"].clone();
    let of = |one: &Value| (one["calls"].as_u64().unwrap_or(0), tokens(&one["tokens"]));
    let sum =
        spent.as_array().unwrap().iter().map(of).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let expected = asked.iter().map(|made| tokens(&made["tokens"])).sum::<u64>();
    assert_eq!(sum, (asked.len() as u64, expected), "{at}: {spent}");
}

/// The steps after the text have run once.
fn mended_once(bed: &Bed, file: &Path, at: &str) {
    let made = bed.generations(file, "draft");
    let derived: Vec<&Value> = made.iter().filter(|made| !made["derived"].is_null()).collect();
    assert_eq!(derived.len(), 1, "{at}: {derived:?}");
    assert_eq!(text(derived[0]), text(&made[0]).replace("，，", "，"), "{at}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_killed_at_any_boundary_ends() {
    let prose = Answer { text: Some(prose()), delta_characters: 60, ..Answer::default() };
    let bed = Bed::new(prose).await;
    let (mut kills, mut ends) = (0, BTreeSet::new());
    for step in STEPS {
        for time in 1.. {
            let at = format!("{step}#{time}");
            let file = bed.copy("killed");
            let output = bed.draft(&file).env("WENFANG_KILL_AT", &at).output().unwrap();
            if output.status.success() {
                assert!(time > 1, "{step} is never reached");
                std::fs::remove_file(&file).unwrap();
                break;
            }
            kills += 1;
            ends.extend(check(&bed, &file, &at));
            std::fs::remove_file(&file).unwrap();
        }
    }
    eprintln!("{kills} kills at named steps");
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), ["completed", "failed"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wordless_text_is_not_asked_for_again() {
    let bed = Bed::new(Answer { delay_ms: 60_000, ..answer::prose(300) }).await;
    let file = bed.copy("silent");
    let mut child = bed.draft(&file).spawn().unwrap();
    bed.server.wait_for_requests(2).await;
    child.kill().unwrap();
    child.wait().unwrap();
    let (run, _) = bed.run_of(&file).unwrap();
    let refused = bed.run(&file, &format!("workflow resume FILE {run} --wait"));
    assert!(!refused.status.success(), "a text is not resumed");
    let shown = bed.ok(&file, &format!("workflow run-show FILE {run}"));
    let summary = &shown["summary"];
    assert_eq!(
        (&summary["status"], &summary["trouble"]["class"]),
        (&json!("failed"), &json!("lost")),
        "{shown}"
    );
    assert_eq!(bed.calls(), (1, 1), "nothing was asked again");
    // It stays in the record of its scene, with how it came about.
    let made = main_of(&bed, &file).unwrap();
    assert_eq!((&made["status"], &made["interrupted"]), (&json!("incomplete"), &json!(true)));
    assert!(bed.unwritten(&file).is_empty());
    let report = bed.ok(&file, &format!("generations report FILE --generation {}", made["id"]));
    let status = |step: &Value| (step["step"].clone(), step["status"].clone());
    let steps: Vec<_> = report["steps"].as_array().unwrap().iter().map(status).collect();
    assert_eq!(
        steps[1..4],
        [
            (json!("notes"), json!("completed")),
            (json!("main"), json!("interrupted")),
            (json!("check"), json!("pending")),
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_came_end_as_an_incomplete_text() {
    let slow = Answer { text: Some(prose()), delta_characters: 60, delta_delay_ms: 150, ..Answer::default() };
    let bed = Bed::new(slow).await;
    let file = bed.copy("half");
    let mut child = bed.draft(&file).spawn().unwrap();
    let began = std::time::Instant::now();
    let stored = loop {
        let made = bed.generations(&file, "draft");
        if let Some(made) = made.first().filter(|made| !text(made).is_empty()) {
            break text(made).to_owned();
        }
        assert!(began.elapsed().as_secs() < 60, "nothing was stored while text was arriving");
    };
    child.kill().unwrap();
    child.wait().unwrap();
    check(&bed, &file, "in the text");
    let made = bed.generations(&file, "draft");
    assert!(text(&made[0]).starts_with(&stored));
    assert_eq!((&made[0]["status"], &made[0]["interrupted"]), (&json!("incomplete"), &json!(true)));
}
