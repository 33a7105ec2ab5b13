//! Tests with random-weight models: choosing, downloading, checking, removing.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_embed::download::{RemoteFile, catalogue, is_sound};
use wenfang_embed::seeded::{Seeded, Sizes, vocabulary_of, write};
use wenfang_embed::{Identity, NGram, Pooling};
use wenfang_model_server::FileServer;
use wenfang_project::watch::Watch;
use wenfang_text::ContentHash;
use wenfang_usecase::{Code, Error};

use super::*;

/// A model of a few hundred kilobytes.
fn tiny(folder: &Path, seed: u64) {
    let vocabulary = vocabulary_of("江上有风船还没有来老周坐在石阶上等");
    let model = Seeded { seed, sizes: Sizes::TINY, vocabulary: &vocabulary, pooling: Pooling::Cls };
    write(folder, &model).unwrap();
}

/// Describes the files of a folder as a model to download.
fn published(folder: &Path) -> Model {
    let names = ["config.json", "vocab.txt", "sentence_bert_config.json", "model.safetensors"];
    let file = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let sha256 = ContentHash::of(&bytes).to_string();
        RemoteFile { name: name.to_owned(), size: bytes.len() as u64, sha256 }
    };
    Model {
        id: "tiny".to_owned(),
        repository: "us/tiny".to_owned(),
        revision: "0a1b2c".to_owned(),
        licence: "MIT".to_owned(),
        files: names.into_iter().map(file).collect(),
        written: Vec::new(),
    }
}

/// A machine with default settings, a folder with a model, and a server with the same model.
struct Machine {
    home: TempDir,
    server: FileServer,
    meaning: Meaning,
}

impl Machine {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        tiny(&home.path().join("hub"), 1);
        let server = FileServer::start(&home.path().join("hub")).unwrap();
        let meaning = Self::start(home.path(), &server);
        Self { home, server, meaning }
    }

    fn start(home: &Path, server: &FileServer) -> Meaning {
        let mirrors = vec![Mirror::parse(server.address()).unwrap()];
        let model = published(&home.join("hub"));
        assert!(is_sound(&model));
        let offer = Offer { models: vec![model], mirrors };
        Meaning::with(&Folders::within(home), offer)
    }

    /// Restarts the program.
    fn restart(&mut self) {
        self.meaning = Self::start(self.home.path(), &self.server);
    }

    async fn ask(&self, name: &str, request: Value) -> Result<Value, Error> {
        commands::call(&self.meaning, name, request, &Watch::silent()).await
    }

    async fn ok(&self, name: &str, request: Value) -> Value {
        self.ask(name, request).await.unwrap_or_else(|error| panic!("{name}: {error:?}"))
    }

    async fn choose(&self, folder: &str) -> Result<Value, Error> {
        self.ask("meaning.choose_folder", json!({ "folder": self.home.path().join(folder) })).await
    }

    async fn identity(&self) -> Identity {
        self.meaning.embedder().await.identity().clone()
    }

    fn downloaded(&self) -> PathBuf {
        self.home.path().join("data/embedding/tiny")
    }
}

fn fallback() -> Identity {
    NGram::new().identity().clone()
}

#[tokio::test]
async fn without_a_model_the_fallback_answers() {
    let machine = Machine::new();
    assert_eq!(machine.identity().await, fallback());
    let state = machine.ok("meaning.state", json!({})).await;
    assert_eq!((&state["model"]["type"], &state["scheme"]), (&json!("none"), &json!("f32")));
    assert_eq!((&state["loaded"]["engine"], &state["loaded"]["trouble"]), (&json!("fallback"), &Value::Null));
    assert_eq!((&state["pause_on_battery"], &state["mirrors"]), (&json!(true), &json!([])));
    let offered = &state["catalogue"][0];
    assert_eq!((&offered["id"], &offered["presence"]), (&json!("tiny"), &json!("absent")));
    assert_eq!(machine.server.asked().len(), 0);
    for (command, request) in [("meaning.check", json!({})), ("meaning.remove", json!({}))] {
        assert_eq!(machine.ask(command, request).await.unwrap_err().code, Code::NotFound);
    }
}

#[tokio::test]
async fn a_folder_is_checked_and_used_but_never_written() {
    let mut machine = Machine::new();
    tiny(&machine.home.path().join("mine/tiny-zh"), 7);
    let mine = machine.home.path().join("mine/tiny-zh");
    let names = || std::fs::read_dir(&mine).unwrap().count();
    let before = names();
    let checked = machine.choose("mine/tiny-zh").await.unwrap();
    assert_eq!((&checked["name"], &checked["agree"]), (&json!("tiny-zh"), &json!(true)), "{checked}");
    assert_eq!((&checked["dimension"], &checked["engine"]), (&json!(48), &json!("packed")));
    assert!(checked["least_cosine"].as_f64().unwrap() > 0.999_99);
    assert_eq!(checked["state"]["model"]["present"], true);
    let identity = machine.identity().await;
    assert_eq!((identity.name.as_str(), identity.dimension), ("tiny-zh", 48));
    assert_eq!(identity.weights, checked["weights"]);
    let vectors = machine.meaning.embedder().await.embed(&["江上有风"], VectorRole::Query.into()).unwrap();
    assert_eq!(vectors[0].len(), 48);
    assert_eq!(names(), before);
    machine.restart();
    assert_eq!(machine.identity().await, identity, "the choice persists");
    let removed = machine.ok("meaning.remove", json!({})).await;
    assert_eq!(removed["model"]["type"], "none");
    assert_eq!((names(), machine.identity().await), (before, fallback()));
}

#[tokio::test]
async fn a_folder_without_a_model_changes_nothing() {
    let machine = Machine::new();
    machine.choose("hub").await.unwrap();
    let identity = machine.identity().await;
    std::fs::create_dir(machine.home.path().join("empty")).unwrap();
    tiny(&machine.home.path().join("cut"), 3);
    let weights = machine.home.path().join("cut/model.safetensors");
    let bytes = std::fs::read(&weights).unwrap();
    std::fs::write(&weights, &bytes[..bytes.len() / 2]).unwrap();
    for (folder, code) in
        [("nowhere", Code::FileNotFound), ("empty", Code::ModelUnusable), ("cut", Code::ModelUnusable)]
    {
        let refused = machine.choose(folder).await.unwrap_err();
        assert_eq!(refused.code, code, "{refused}");
        assert!(refused.hint.starts_with("Nothing was changed."), "{}", refused.hint);
        assert_eq!(machine.identity().await, identity);
    }
}

#[tokio::test]
async fn a_missing_folder_yields_the_fallback_with_a_reason() {
    let mut machine = Machine::new();
    tiny(&machine.home.path().join("stick"), 3);
    machine.choose("stick").await.unwrap();
    let identity = machine.identity().await;
    std::fs::rename(machine.home.path().join("stick"), machine.home.path().join("away")).unwrap();
    machine.restart();
    assert_eq!(machine.identity().await, fallback());
    let state = machine.ok("meaning.state", json!({})).await;
    assert_eq!(state["loaded"]["trouble"]["code"], "model_unusable");
    assert_eq!((&state["model"]["type"], &state["model"]["present"]), (&json!("folder"), &json!(false)));
    std::fs::rename(machine.home.path().join("away"), machine.home.path().join("stick")).unwrap();
    machine.ok("meaning.check", json!({})).await;
    assert_eq!(machine.identity().await, identity, "a check loads the model again");
}

#[tokio::test]
async fn nothing_is_downloaded_without_agreement() {
    let machine = Machine::new();
    for request in [json!({}), json!({ "agreed": false }), json!({ "mirror": machine.server.address() })] {
        let refused = machine.ask("meaning.download", request).await.unwrap_err();
        assert_eq!(refused.code, Code::ConsentNeeded);
        assert_eq!(refused.details["hosts"], json!(["127.0.0.1"]));
        assert!(refused.details["bytes"].as_u64().unwrap() > 10_000);
    }
    assert_eq!((machine.server.asked().len(), machine.downloaded().exists()), (0, false));
    let public = Meaning::new(&Folders::within(machine.home.path()));
    let refused = commands::call(&public, "meaning.download", json!({}), &Watch::silent()).await.unwrap_err();
    assert_eq!(refused.details["model"], catalogue()[0].id);
}

#[tokio::test]
async fn a_model_is_downloaded_checked_repaired_and_removed() {
    let mut machine = Machine::new();
    let agreed = json!({ "agreed": true });
    let fetched = machine.ok("meaning.download", agreed.clone()).await;
    assert_eq!((&fetched["name"], &fetched["agree"]), (&json!("tiny"), &json!(true)));
    assert_eq!(fetched["state"]["catalogue"][0]["presence"], "complete");
    let identity = machine.identity().await;
    assert_eq!(identity.weights, fetched["weights"]);
    assert_eq!(machine.server.asked().len(), 4);
    machine.ok("meaning.download", agreed.clone()).await;
    assert_eq!(machine.server.asked().len(), 4, "existing files are not fetched again");
    // A file damaged on disk is detected by a check and not used after a restart.
    let weights = machine.downloaded().join("model.safetensors");
    let mut bytes = std::fs::read(&weights).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&weights, &bytes).unwrap();
    let found = machine.ask("meaning.check", json!({})).await.unwrap_err();
    assert_eq!((found.code, &found.details["damaged"]), (Code::ModelUnusable, &json!(["model.safetensors"])));
    machine.restart();
    assert_eq!(machine.identity().await, fallback());
    machine.ok("meaning.download", agreed).await;
    assert_eq!(
        machine.server.asked().last().map(|asked| asked.file.clone()).as_deref(),
        Some("model.safetensors")
    );
    assert_eq!((machine.server.asked().len(), machine.identity().await), (5, identity));
    machine.ok("meaning.check", json!({})).await;
    machine.ok("meaning.remove", json!({})).await;
    assert_eq!((machine.downloaded().exists(), machine.identity().await), (false, fallback()));
}

#[tokio::test]
async fn a_stopped_download_can_be_resumed() {
    let machine = Machine::new();
    machine.server.stall_after("model.safetensors", 5_000);
    let stop = Arc::<AtomicBool>::default();
    let wanted = Arc::clone(&stop);
    let small: u64 =
        published(&machine.home.path().join("hub")).files[..3].iter().map(|file| file.size).sum();
    let watch = Watch::new(stop, move |at| {
        if at.stage == "model.download" && at.done as u64 == small + 5_000 {
            wanted.store(true, Ordering::Relaxed);
        }
    });
    let agreed = json!({ "agreed": true });
    let call = commands::call(&machine.meaning, "meaning.download", agreed.clone(), &watch);
    let stopped = call.await.unwrap_err();
    assert_eq!(stopped.code, Code::Stopped);
    assert!(stopped.hint.starts_with("The data received so far is kept"), "{}", stopped.hint);
    let state = machine.ok("meaning.state", json!({})).await;
    assert_eq!(state["model"]["type"], "none");
    assert_eq!(state["catalogue"][0]["bytes_present"], json!(small + 5_000));
    machine.ok("meaning.download", agreed).await;
    assert_eq!(machine.server.asked().last().and_then(|asked| asked.from), Some(5_000));
}

#[tokio::test]
async fn download_errors_name_the_host_and_reason() {
    let machine = Machine::new();
    std::fs::remove_file(machine.home.path().join("hub/vocab.txt")).unwrap();
    let failed = machine.ask("meaning.download", json!({ "agreed": true })).await.unwrap_err();
    assert_eq!(failed.code, Code::DownloadFailed);
    assert_eq!(
        (&failed.details["reason"], &failed.details["file"]),
        (&json!("refused"), &json!("vocab.txt"))
    );
    assert_eq!(failed.details["tried"], json!([{ "host": "127.0.0.1", "trouble": "status", "status": 404 }]));
    std::fs::write(machine.home.path().join("hub/vocab.txt"), "other").unwrap();
    let failed = machine.ask("meaning.download", json!({ "agreed": true })).await.unwrap_err();
    assert_eq!((failed.code, &failed.details["reason"]), (Code::DownloadFailed, &json!("wrong_bytes")));
    let unknown = json!({ "agreed": true, "model": "other" });
    assert_eq!(machine.ask("meaning.download", unknown).await.unwrap_err().code, Code::NotFound);
    let plain = json!({ "agreed": true, "mirror": "http://example.com" });
    let refused = machine.ask("meaning.download", plain).await.unwrap_err();
    assert_eq!((refused.code, &refused.details["mirror"]), (Code::BadRequest, &json!("not_encrypted")));
}

#[tokio::test]
async fn the_scheme_is_part_of_the_vector_key() {
    let machine = Machine::new();
    machine.choose("hub").await.unwrap();
    let exact = machine.identity().await;
    assert_eq!(machine.meaning.previous().await.map(|it| it.identity().clone()), Some(fallback()));
    machine.ok("meaning.set", json!({ "scheme": "int8" })).await;
    let quick = machine.identity().await;
    assert_ne!(quick.key(), exact.key());
    assert_eq!(machine.meaning.previous().await.map(|it| it.identity().clone()), Some(exact.clone()));
    let checked = machine.ok("meaning.check", json!({})).await;
    assert_eq!((&checked["scheme"], &checked["agree"]), (&json!("int8"), &json!(true)), "{checked}");
    machine.ok("meaning.set", json!({ "threads": 1 })).await;
    assert_eq!(machine.identity().await, quick, "the number of threads does not affect vectors");
    machine.ok("meaning.set", json!({ "scheme": "f32" })).await;
    assert_eq!(machine.identity().await, exact);
}

#[tokio::test]
async fn the_reference_engine_is_used_if_the_engines_disagree() {
    let machine = Machine::new();
    machine.choose("hub").await.unwrap();
    machine.ok("meaning.set", json!({ "scheme": "int8" })).await;
    machine.ok("meaning.check", json!({})).await;
    machine
        .meaning
        .inner
        .store
        .lock()
        .change(|settings| settings.verdicts.iter_mut().for_each(|verdict| verdict.agree = false))
        .unwrap();
    machine.meaning.unload().await;
    let loaded = machine.meaning.loaded().await;
    assert_eq!((loaded.engine, loaded.trouble.is_none()), (EngineName::Candle, true));
    assert_eq!(
        loaded.embedder.identity().scheme,
        wenfang_embed::Scheme::F32,
        "the reference engine has no 8-bit scheme"
    );
}

#[tokio::test]
async fn the_reference_engine_can_be_chosen() {
    let machine = Machine::new();
    machine.choose("hub").await.unwrap();
    let fast = machine.identity().await;
    let state = machine.ok("meaning.set", json!({ "engine": "candle", "scheme": "int8" })).await;
    assert_eq!(state["engine"], "candle");
    let loaded = machine.meaning.loaded().await;
    assert_eq!(loaded.engine, EngineName::Candle);
    assert_eq!(loaded.embedder.identity().key(), fast.key(), "its floats are those of the fast engine");
    let checked = machine.ok("meaning.check", json!({})).await;
    assert_eq!((&checked["engine"], &checked["agree"]), (&json!("candle"), &json!(true)));
    machine.ok("meaning.set", json!({ "engine": "auto" })).await;
    let loaded = machine.meaning.loaded().await;
    assert_eq!(
        (loaded.engine, loaded.embedder.identity().scheme),
        (EngineName::Packed, wenfang_embed::Scheme::Int8)
    );
}

#[tokio::test]
async fn settings_out_of_range_are_rejected() {
    let machine = Machine::new();
    let many = vec!["https://example.com"; 17];
    for wrong in [
        json!({ "threads": 100_000 }),
        json!({ "mirrors": ["http://example.com"] }),
        json!({ "mirrors": many }),
        json!({ "scheme": "f16" }),
        json!({ "engine": "onnx" }),
    ] {
        let refused = machine.ask("meaning.set", wrong.clone()).await.unwrap_err();
        assert_eq!(refused.code, Code::BadRequest, "{wrong}");
    }
    let set = json!({ "threads": 1, "pause_on_battery": false, "mirrors": [" https://example.com/hub/ "] });
    let state = machine.ok("meaning.set", set).await;
    assert_eq!((&state["threads"], &state["chosen_threads"]), (&json!(1), &json!(1)));
    assert_eq!(
        (&state["mirrors"], &state["pause_on_battery"]),
        (&json!(["https://example.com/hub"]), &json!(false))
    );
    assert!(machine.meaning.may_work(), "background work is allowed on battery");
    let state = machine.ok("meaning.set", json!({ "threads": 0 })).await;
    assert_eq!(
        (&state["chosen_threads"], &state["mirrors"]),
        (&Value::Null, &json!(["https://example.com/hub"]))
    );
    let cores = state["cores"].as_u64().unwrap();
    assert_eq!(state["threads"].as_u64(), Some((cores - 1).max(1)));
}
