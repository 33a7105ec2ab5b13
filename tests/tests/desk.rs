//! The desk as a window uses it: nothing is open at first, projects open and close, long acts can be stopped, changes
//! are reported.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use wenfang_embed::Pooling;
use wenfang_embed::seeded::{Seeded, Sizes, vocabulary_of, write};
use wenfang_studio::Code;
use wenfang_studio::Folders;
use wenfang_studio::commands::Tag;
use wenfang_studio::desk::{
    Area, Choose, Desk, EditAct, Event, Host, Menu, Start, StreamEvent, StreamItem, WindowLook,
};

/// A host that answers dialogs from a list.
struct Script(Mutex<Vec<PathBuf>>);

impl Host for Script {
    fn choose(&self, _: Choose) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send + '_>> {
        let answer = self.0.lock().unwrap().pop();
        Box::pin(async { answer })
    }
    fn set_menus(&self, _: Vec<Menu>) {}
    fn set_title(&self, _: String) {}
    fn set_look(&self, _: WindowLook) {}
    fn set_full_screen(&self, _: bool) {}
    fn set_composed_area(&self, _: Area) {}
    fn edit(&self, _: EditAct) {}
    fn print(&self) {}
    fn keep_open(&self) {}
    fn close_window(&self) {}
    fn reveal(&self, _: PathBuf) {}
}

fn desk(home: &Path, answers: &[PathBuf]) -> Desk {
    let folders = Folders::within(home);
    Desk::new(Script(Mutex::new(answers.iter().rev().cloned().collect())), folders)
}

async fn chosen(desk: &Desk, kind: &str) -> String {
    let chosen = desk.call("window.choose", json!({ "kind": kind, "title": "" })).await.unwrap();
    chosen["path"]["path"].as_str().unwrap().to_owned()
}

async fn create(desk: &Desk) -> Value {
    let path = chosen(desk, "new_project").await;
    let request = json!({ "path": path, "title": "渡口", "author": "", "first_chapter": "第一章",
        "chapter_target": 3000 });
    desk.call("project.create", request).await.unwrap()
}

/// All items of a job, to its end.
async fn job(desk: &Desk, name: &str, request: Value) -> Vec<StreamEvent> {
    let items = Arc::new(Mutex::new(Vec::new()));
    let into = Arc::clone(&items);
    desk.stream(name, request, move |item| {
        let mut items = into.lock().unwrap();
        assert_eq!(item.seq, items.len() as u64, "item numbers are consecutive");
        items.push(item.event);
        true
    })
    .await;
    std::mem::take(&mut *items.lock().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_project_has_a_scene_and_is_reopened() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("a.wenfang");
    let first = desk(home.path(), std::slice::from_ref(&path));
    first.begin(Start::Last).await;
    let before = first.call("application.state", json!({})).await.unwrap();
    assert_eq!(before["project"], Value::Null);
    let refused = first.call("manuscript.outline", json!({})).await.unwrap_err();
    assert_eq!(refused.code, Code::NoProject);

    create(&first).await;
    let outline = first.call("manuscript.outline", json!({})).await.unwrap();
    assert_eq!(outline["volumes"][0]["chapters"][0]["scenes"].as_array().unwrap().len(), 1);
    first.call("project.close", json!({})).await.unwrap();
    assert!(!home.path().join("a.wenfang-wal").exists() && !home.path().join("a.wenfang-lock").exists());

    // The next start opens it.
    let again = desk(home.path(), &[]);
    again.begin(Start::Last).await;
    let state = again.call("application.state", json!({})).await.unwrap();
    assert_eq!(state["project"]["title"], "渡口");
    again.close().await.unwrap();
}

/// Listens to the changes that the desk reports, except those of the index.
async fn changes(desk: &Desk) -> tokio::sync::mpsc::UnboundedReceiver<Vec<Tag>> {
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    let listening = desk.clone();
    tokio::spawn(async move {
        // The indexer and the damage check send their own events at any time.
        let changes = move |item: StreamItem| match item.event {
            StreamEvent::Desk { event: Event::Changed { tags } } if !tags.contains(&Tag::Index) => {
                sender.send(tags).is_ok()
            }
            _ => true,
        };
        listening.stream("desk.events", json!({}), changes).await;
    });
    while !desk.is_listened_to() {
        tokio::task::yield_now().await;
    }
    receiver
}

#[tokio::test(flavor = "multi_thread")]
async fn each_step_of_a_run_updates_the_usage() {
    let home = tempfile::tempdir().unwrap();
    let desk = desk(home.path(), &[home.path().join("a.wenfang")]);
    create(&desk).await;
    let text = json!({ "scene": 1, "base": 1, "text": "雾来了。", "kind": "explicit" });
    desk.call("scene.save", text).await.unwrap();
    let mut receiver = changes(&desk).await;
    let start = json!({ "workflow": "chapter_completion", "chapter": 1 });
    desk.call("workflow.start", start).await.unwrap();
    loop {
        let tags = receiver.recv().await.unwrap();
        if tags.contains(&Tag::Workflows) && tags.contains(&Tag::Usage) {
            break;
        }
    }
    desk.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_reported_after_their_commit() {
    let home = tempfile::tempdir().unwrap();
    let desk = desk(home.path(), &[home.path().join("a.wenfang")]);
    create(&desk).await;
    let mut receiver = changes(&desk).await;
    let text = json!({ "scene": 1, "base": 1, "text": "雾来了。" });
    desk.call("scene.save_draft", text).await.unwrap();
    let tags = receiver.recv().await.unwrap();
    assert_eq!(serde_json::to_value(tags).unwrap(), json!(["drafts"]));
    let read = desk.call("scene.text", json!({ "scene": 1 })).await.unwrap();
    assert_eq!(read["draft"]["text"], "雾来了。");
    let change = json!({ "length": 4, "from": 1, "removed": "来", "added": "散" });
    let request = json!({ "scene": 1, "base": 1, "change": change });
    desk.call("scene.save_draft", request.clone()).await.unwrap();
    assert!(receiver.recv().await.is_some());
    let read = desk.call("scene.text", json!({ "scene": 1 })).await.unwrap();
    assert_eq!(read["draft"]["text"], "雾散了。");
    // The same change again is one of another text.
    assert_eq!(desk.call("scene.save_draft", request).await.unwrap_err().code, Code::BadRequest);
    // A query changes and reports nothing, and neither does a refused act.
    desk.call("scene.history", json!({ "scene": 1 })).await.unwrap();
    desk.call("scene.save", json!({ "scene": 99, "text": "" })).await.unwrap_err();
    assert!(receiver.try_recv().is_err());
    desk.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_sees_tokens_instead_of_paths() {
    let home = tempfile::tempdir().unwrap();
    let desk = desk(home.path(), &[home.path().join("a.wenfang")]);
    create(&desk).await;
    let secret = home.path().join("secret.txt");
    std::fs::write(&secret, "第一章\n\n不该读到的字。\n").unwrap();
    for command in ["project.import", "project.preview_import"] {
        let refused = desk.call(command, json!({ "source": secret })).await.unwrap_err();
        assert_eq!(refused.code, Code::BadRequest, "{command}");
    }
    let out = home.path().join("out.txt");
    let refused = desk.call("project.export", json!({ "out": out, "format": "txt" })).await.unwrap_err();
    assert_eq!((refused.code, out.exists()), (Code::BadRequest, false));
    let refused = desk.call("project.open", json!({ "path": secret })).await.unwrap_err();
    assert_eq!(refused.code, Code::BadRequest);
    desk.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_import_stores_nothing() {
    let home = tempfile::tempdir().unwrap();
    let source = home.path().join("长书.txt");
    let chapters: String = (1..=400).map(|n| format!("第{n}章 渡\n\n船到了第{n}个渡口。\n\n")).collect();
    std::fs::write(&source, chapters).unwrap();
    let desk = desk(home.path(), &[home.path().join("a.wenfang"), source]);
    create(&desk).await;
    let outline = desk.call("manuscript.outline", json!({})).await.unwrap();
    let token = chosen(&desk, "import_file").await;
    let shown = desk.call("import.preview", json!({ "source": token })).await.unwrap();
    assert_eq!(shown["chapters"], 400);

    let stopping = desk.clone();
    let ended = Arc::new(Mutex::new(None));
    let into = Arc::clone(&ended);
    desk.stream("project.import", json!({ "source": token }), move |item| {
        match item.event {
            StreamEvent::Started { job } => {
                // Stopped at once, so that the first report of the import ends it.
                let stop = stopping.call("job.stop", json!({ "job": job }));
                let stopped =
                    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(stop));
                assert_eq!(stopped.unwrap()["running"], true);
            }
            StreamEvent::Failed { error } => *into.lock().unwrap() = Some(error.code),
            _ => {}
        }
        true
    })
    .await;
    assert_eq!(*ended.lock().unwrap(), Some(Code::Stopped));
    assert_eq!(desk.call("manuscript.outline", json!({})).await.unwrap(), outline);

    let items = job(&desk, "project.import", json!({ "source": token })).await;
    assert!(matches!(items.first(), Some(StreamEvent::Started { .. })));
    assert!(items.iter().any(|event| matches!(event, StreamEvent::Progress { .. })));
    let Some(StreamEvent::Done { answer }) = items.last() else { panic!("the import failed: {items:?}") };
    assert_eq!(answer["chapters"], 400);
    desk.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_open_keeps_the_open_project() {
    let home = tempfile::tempdir().unwrap();
    let (novel, foreign) = (home.path().join("a.wenfang"), home.path().join("foreign.wenfang"));
    std::fs::write(&foreign, "no database").unwrap();
    let first = desk(home.path(), &[novel.clone(), foreign]);
    create(&first).await;
    let token = chosen(&first, "open_project").await;
    let refused = first.call("project.open", json!({ "path": token })).await.unwrap_err();
    assert_eq!(refused.code, Code::NotAProject);
    first.call("scene.save", json!({ "scene": 1, "text": "还在。" })).await.unwrap();

    // A second studio finds it locked, and may read it.
    let second = desk(&home.path().join("other"), &[]);
    second.begin(Start::Project(novel.clone())).await;
    let state = second.call("application.state", json!({})).await.unwrap();
    assert_eq!(state["opening"]["code"], "project_held");
    assert_eq!(state["opening"]["details"]["name"], "a.wenfang");
    let token = state["opening"]["details"]["path"].clone();
    let opened = second.call("project.open", json!({ "path": token, "mode": "read" })).await.unwrap();
    assert_eq!(opened["writable"], false);
    second.close().await.unwrap();
    first.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_go_to_the_configured_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("备份");
    let desk = desk(home.path(), &[home.path().join("a.wenfang"), folder.clone()]);
    create(&desk).await;
    desk.begin(Start::Last).await;
    let made = desk.call("project.back_up_now", json!({})).await.unwrap();
    assert_eq!(home.path().join("data/backups").read_dir().unwrap().count(), 1);
    let state = desk.call("application.state", json!({})).await.unwrap();
    assert_eq!(state["project"]["backed_up_at"], made["at"]);
    let token = chosen(&desk, "backup_folder").await;
    // The folder is tested when it is chosen: this one does not exist.
    let change = json!({ "changes": { "backup_folder": token } });
    let refused = desk.call("settings.change", change.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::BackupFolder);
    assert_eq!(refused.details["folder"], json!(folder));
    std::fs::create_dir(&folder).unwrap();
    desk.call("settings.change", change).await.unwrap();
    desk.call("project.back_up_now", json!({})).await.unwrap();
    assert_eq!(folder.read_dir().unwrap().count(), 1);
    // The disk is unplugged: the error names the folder, which is not created again.
    std::fs::rename(&folder, home.path().join("elsewhere")).unwrap();
    let refused = desk.call("project.back_up_now", json!({})).await.unwrap_err();
    assert_eq!((refused.code, &refused.details["folder"]), (Code::BackupFolder, &json!(folder)));
    assert!(!folder.exists());
    let forged = desk.call("settings.change", json!({ "changes": { "backup_folder": "elsewhere" } })).await;
    assert_eq!(forged.unwrap_err().code, Code::BadRequest);
    desk.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_view_of_a_project_is_restored() {
    let home = tempfile::tempdir().unwrap();
    let first = desk(home.path(), &[home.path().join("a.wenfang")]);
    let mut view = create(&first).await["view"].clone();
    view["scene"] = json!(1);
    view["caret"] = json!(7);
    view["folded"] = json!(["volume:1"]);
    first.call("view.keep", json!({ "view": view })).await.unwrap();
    first.close().await.unwrap();
    let again = desk(home.path(), &[]);
    again.begin(Start::Last).await;
    assert_eq!(again.call("application.state", json!({})).await.unwrap()["project"]["view"], view);
    again.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(debug_assertions)]
async fn a_panic_becomes_an_answer_and_keeps_the_project() {
    let home = tempfile::tempdir().unwrap();
    let desk = desk(home.path(), &[home.path().join("a.wenfang")]);
    create(&desk).await;
    let answer = desk.call("debug.panic", json!({})).await.unwrap_err();
    assert_eq!(answer.code, Code::Internal);
    desk.call("scene.save", json!({ "scene": 1, "text": "照旧。" })).await.unwrap();
    assert_eq!(desk.call("scene.text", json!({ "scene": 1 })).await.unwrap()["text"], "照旧。");
    desk.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_folder_is_chosen_by_token() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("model");
    let vocabulary = vocabulary_of("江上有风");
    let sizes = Sizes::TINY;
    let model = Seeded { seed: 1, sizes, vocabulary: &vocabulary, pooling: Pooling::Cls };
    write(&folder, &model).unwrap();
    let desk = desk(home.path(), std::slice::from_ref(&folder));
    let forged = desk.call("meaning.choose_folder", json!({ "folder": folder })).await.unwrap_err();
    assert_eq!(forged.code, Code::BadRequest);
    let token = chosen(&desk, "model_folder").await;
    let items = job(&desk, "meaning.choose_folder", json!({ "folder": token })).await;
    let Some(StreamEvent::Done { answer }) = items.last() else { panic!("{items:?}") };
    assert_eq!((&answer["agree"], &answer["state"]["model"]["name"]), (&json!(true), &json!("model")));
    let stages = items
        .iter()
        .filter(|event| matches!(event, StreamEvent::Progress { stage, .. } if stage == "model.check"));
    assert!(stages.count() >= 1, "{items:?}");
    let refused = desk.call("meaning.download", json!({})).await.unwrap_err();
    assert_eq!(refused.code, Code::ConsentNeeded);
    desk.call("meaning.remove", json!({})).await.unwrap();
    desk.close().await.unwrap();
}

/// Waits for a state of the index that satisfies `wanted`; the index is updated in the background, and querying it
/// does not advance it.
async fn index_once(desk: &Desk, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..6_000 {
        let state = desk.call("index.state", json!({})).await.unwrap();
        if wanted(&state) {
            return state;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the index did not reach the state within a minute")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_index_follows_edits_while_it_is_built() {
    let home = tempfile::tempdir().unwrap();
    let desk = desk(home.path(), &[home.path().join("a.wenfang")]);
    create(&desk).await;
    let is_done = |state: &Value| state["left"] == 0 && state["pending"] == 0;
    let book: Vec<String> = (0..400).map(|at| format!("第{at}日，雾从江上来，船不开。")).collect();
    let text = json!({ "scene": 1, "base": 1, "text": book.join("\n") });
    desk.call("scene.save_draft", text).await.unwrap();
    // All texts were read, and vectors are being computed.
    index_once(&desk, |state| state["paragraphs"] == 400 && state["left"] == 0).await;
    let more = json!({ "scene": 1, "base": 1, "text": format!("{}\n灯灭了。", book.join("\n")) });
    desk.call("scene.save_draft", more).await.unwrap();
    let state = index_once(&desk, |state| state["paragraphs"] == 401 && is_done(state)).await;
    assert_eq!(state["embedded"], 401);
    // The index stays complete.
    desk.call("scene.save_draft", json!({ "scene": 1, "base": 1, "text": "天亮了。" })).await.unwrap();
    index_once(&desk, |state| is_done(state) && state["sources"] == 1).await;
    let found = desk.call("search.find", json!({ "query": "天亮了" })).await.unwrap();
    assert!(found.to_string().contains("天亮了"), "{found}");
    desk.close().await.unwrap();
}

/// Overwrites `words` of a text in `path` with others of the same length. The text must be short: longer ones are
/// compressed.
fn overwrite(path: &Path, words: &str, with: &str) {
    let mut bytes = std::fs::read(path).unwrap();
    let places: Vec<usize> =
        (0..bytes.len() - words.len()).filter(|at| bytes[*at..].starts_with(words.as_bytes())).collect();
    assert!(!places.is_empty(), "the file does not contain the uncompressed text");
    for at in places {
        bytes[at..at + words.len()].copy_from_slice(with.as_bytes());
    }
    std::fs::write(path, &bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_reported_after_opening_offers_salvage_and_backup() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("a.wenfang");
    let first = desk(home.path(), std::slice::from_ref(&path));
    create(&first).await;
    let saved = json!({ "scene": 1, "base": 1, "text": "江上有风，无船可渡。" });
    first.call("scene.save", saved).await.unwrap();
    first.call("project.back_up_now", json!({})).await.unwrap();
    first.close().await.unwrap();
    overwrite(&path, "无船", "有船");

    let desk = desk(home.path(), &[]);
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    let listening = desk.clone();
    tokio::spawn(async move {
        listening.stream("desk.events", json!({}), move |item| sender.send(item.event).is_ok()).await;
    });
    while !desk.is_listened_to() {
        tokio::task::yield_now().await;
    }
    let recent = desk.call("recent.list", json!({})).await.unwrap();
    let token = recent["projects"][0]["path"].clone();
    desk.begin(Start::Project(path.clone())).await;
    let backup = loop {
        match receiver.recv().await {
            Some(StreamEvent::Desk { event: Event::Verified { damage, unclean, sound_backup_at } }) => {
                assert_eq!((damage, unclean), (1, false));
                break sound_backup_at;
            }
            Some(_) => {}
            None => panic!("no damage was reported"),
        }
    };
    let state = desk.call("application.state", json!({})).await.unwrap();
    assert_eq!((&state["project"]["writable"], &state["project"]["salvaged"]), (&json!(true), &Value::Null));
    assert_eq!(
        (&state["project"]["damage"], &state["project"]["sound_backup_at"]),
        (&json!(1), &json!(backup))
    );
    assert!(backup.is_some());
    assert_eq!(desk.call("project.back_up_now", json!({})).await.unwrap_err().code, Code::Damaged);

    let opened = desk.call("project.open", json!({ "path": token, "mode": "read" })).await.unwrap();
    assert_eq!(opened["salvaged"]["scenes"][0]["loss"], "newest");
    assert_eq!(opened["path"], token, "it has the path of the damaged file");
    assert_eq!(desk.call("project.back_up_now", json!({})).await.unwrap_err().code, Code::Damaged);

    let opened =
        desk.call("project.open_backup", json!({ "path": token, "label": "三月一日" })).await.unwrap();
    assert_eq!((&opened["name"], &opened["writable"]), (&json!("a (三月一日).wenfang"), &json!(true)));
    let read = desk.call("scene.text", json!({ "scene": 1 })).await.unwrap();
    assert_eq!(read["text"], "江上有风，无船可渡。");
    desk.close().await.unwrap();
    let left = std::fs::read(&path).unwrap();
    assert!(left.windows(6).any(|bytes| bytes == "有船".as_bytes()), "the damaged file is unchanged");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_language_is_detected_when_a_novel_opens() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("a.wenfang");
    let desk = desk(home.path(), &vec![path; 3]);
    desk.begin(Start::Last).await;
    let reopened = async || {
        desk.call("project.close", json!({})).await.unwrap();
        let path = chosen(&desk, "open_project").await;
        desk.call("project.open", json!({ "path": path })).await.unwrap()
    };
    assert_eq!(create(&desk).await["language"], Value::Null);
    let outline = desk.call("manuscript.outline", json!({})).await.unwrap();
    let scene = &outline["volumes"][0]["chapters"][0]["scenes"][0]["id"];
    let text = "It was a truth that nobody in the house had ever doubted. ".repeat(40);
    desk.call("scene.save", json!({ "scene": scene, "text": text })).await.unwrap();
    assert_eq!(reopened().await["language"], "en");
    // A language chosen by the author stays.
    desk.call("project.describe", json!({ "language": "zh" })).await.unwrap();
    assert_eq!(reopened().await["language"], "zh");
}

/// A process loses its locks on a file when it closes any descriptor of it: system dialogs read the files that they
/// show. Another program that reads the novel must still not take itself for the last one, and remove the log.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_file_that_is_read_meanwhile_keeps_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let novel = folder.path().join("渡口.wenfang");
    let desk = desk(&folder.path().join("home"), std::slice::from_ref(&novel));
    create(&desk).await;
    let read = |suffix: &str| {
        let file = folder.path().join(format!("渡口.wenfang{suffix}"));
        std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    };
    let save = |text: String| desk.call("scene.save", json!({ "scene": 1, "text": text }));
    for round in 0..3 {
        save(format!("雾{round}。")).await.unwrap();
        ["", "-wal", "-shm"].into_iter().for_each(read);
        let other =
            std::process::Command::new(wenfang_tests::kit::wenfang()).arg("outline").arg(&novel).output();
        assert!(other.unwrap().status.success());
        ["", "-wal", "-shm"].into_iter().for_each(read);
        save(format!("灯{round}。")).await.unwrap();
    }
    desk.call("project.close", json!({})).await.unwrap();
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains(".wenfang-")), "{left:?}");
}
