//! A generation with steps whose process is killed at any boundary: words are kept, and no call is made twice unasked.

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

    /// Resumes the run until it has ended; returns how often the author was asked for the text.
    fn go_on(&self, file: &Path) -> usize {
        let mut asked = 0;
        for _ in 0..6 {
            let Some((run, status)) = self.run_of(file) else { return asked };
            match status.as_str() {
                "completed" => return asked,
                "waiting" => {
                    asked += 1;
                    let before = self.calls();
                    assert_eq!(self.calls(), before, "the author has not answered yet");
                    self.ok(file, &format!("workflow answer FILE {run} main --wait"));
                }
                // It may have ended by itself in the meantime.
                _ => drop(self.run(file, &format!("workflow resume FILE {run} --wait"))),
            }
        }
        panic!("the run did not end: {:?}", self.run_of(file));
    }
}

fn text(made: &Value) -> &str {
    made["text"].as_str().unwrap()
}

/// What a kill left, before anybody goes on.
struct Left {
    calls: (usize, usize),
    has_notes: bool,
    /// The generation of the text, if it had begun.
    main: Option<Value>,
}

impl Left {
    fn of(bed: &Bed, file: &Path) -> Self {
        let calls = bed.calls();
        let notes = bed.generations(file, "notes");
        let left = Self {
            calls,
            has_notes: notes.iter().any(|made| made["status"] == "complete"),
            main: bed.generations(file, "draft").first().cloned(),
        };
        assert_eq!(bed.calls(), calls, "looking at what is left asks nothing");
        left
    }

    fn has_words(&self) -> bool {
        self.main.as_ref().is_some_and(|made| !text(made).is_empty())
    }
}

/// Goes on after a kill, and checks what it cost and what came of it.
fn check(bed: &Bed, file: &Path, at: &str) {
    let whole = prose();
    let left = Left::of(bed, file);
    if let Some(main) = &left.main {
        assert!(whole.starts_with(text(main)), "{at}: {main}");
    }
    let began = bed.run_of(file).is_some();
    let asked = bed.go_on(file);
    let (notes, texts) = bed.calls();
    let more = (notes - left.calls.0, texts - left.calls.1);
    let expected = match &left.main {
        _ if !began => (0, 0),
        // The author was asked before anything was paid again.
        Some(_) if !left.has_words() => (0, 1),
        Some(_) => (0, 0),
        None => (usize::from(!left.has_notes), 1),
    };
    assert_eq!(more, expected, "{at}: calls after the kill");
    assert_eq!(asked, usize::from(left.main.is_some() && !left.has_words()), "{at}: questions");
    if began {
        ended_well(bed, file, (&left, at));
    }
    let doctor = bed.ok(file, "doctor FILE");
    assert_eq!(doctor["healthy"], true, "{at}: {doctor}");
}

/// The words that were stored are there, and the steps after the text have run once.
fn ended_well(bed: &Bed, file: &Path, (left, at): (&Left, &str)) {
    let made = bed.generations(file, "draft");
    let kept = made.iter().find(|made| made["derived"].is_null() && !text(made).is_empty()).unwrap();
    if let Some(main) = left.main.as_ref().filter(|_| left.has_words()) {
        assert_eq!((&kept["id"], text(kept)), (&main["id"], text(main)), "{at}: the words are kept");
    } else {
        assert_eq!(text(kept), prose(), "{at}");
    }
    let derived: Vec<&Value> = made.iter().filter(|made| !made["derived"].is_null()).collect();
    assert_eq!(derived.len(), 1, "{at}: {derived:?}");
    assert_eq!(text(derived[0]), text(kept).replace("，，", "，"), "{at}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_killed_at_any_boundary_goes_on() {
    let prose = Answer { text: Some(prose()), delta_characters: 60, ..Answer::default() };
    let bed = Bed::new(prose).await;
    let mut kills = 0;
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
            check(&bed, &file, &at);
            std::fs::remove_file(&file).unwrap();
        }
    }
    eprintln!("{kills} kills at named steps");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wordless_text_is_asked_for_with_consent() {
    let bed = Bed::new(Answer { delay_ms: 60_000, ..answer::prose(300) }).await;
    let file = bed.copy("silent");
    let mut child = bed.draft(&file).spawn().unwrap();
    bed.server.wait_for_requests(2).await;
    child.kill().unwrap();
    child.wait().unwrap();
    let (run, _) = bed.run_of(&file).unwrap();
    bed.ok(&file, &format!("workflow resume FILE {run} --wait"));
    let shown = bed.ok(&file, &format!("workflow run-show FILE {run}"));
    assert_eq!(shown["summary"]["status"], "waiting", "{shown}");
    assert!(shown.to_string().contains("可能已经计费"), "{shown}");
    assert_eq!(bed.calls(), (1, 1), "nothing was asked again");
    // The author can also leave it.
    bed.ok(&file, &format!("workflow answer FILE {run} main --decline --wait"));
    assert_ne!(bed.run_of(&file).unwrap().1, "waiting");
    assert_eq!(bed.calls(), (1, 1));
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
