//! Setting up the embedding model from the command line.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wenfang_embed::Pooling;
use wenfang_embed::seeded::{Seeded, Sizes, vocabulary_of, write};
use wenfang_model_server::FileServer;
use wenfang_text::ContentHash;

use crate::desk::{Desk, items};

/// A desk with a small model of random weights in `hub`, which its catalogue offers, and a server that has it.
fn set_up() -> (Desk, FileServer) {
    let desk = Desk::new();
    let hub = desk.path("hub");
    let vocabulary = vocabulary_of("江上有风船还没有来老周坐在石阶上等灯灭了");
    let model = Seeded { seed: 11, sizes: Sizes::TINY, vocabulary: &vocabulary, pooling: Pooling::Cls };
    write(&hub, &model).unwrap();
    let files = ["config.json", "vocab.txt", "sentence_bert_config.json", "model.safetensors"].map(|name| {
        let bytes = std::fs::read(hub.join(name)).unwrap();
        json!({ "name": name, "size": bytes.len(), "sha256": ContentHash::of(&bytes).to_string() })
    });
    let catalogue = json!([{
        "id": "tiny", "repository": "us/tiny", "revision": "0a1b2c", "licence": "MIT", "files": files, "written": [],
    }]);
    desk.write("catalogue.json", catalogue.to_string());
    let server = FileServer::start(&hub).unwrap();
    (desk, server)
}

#[test]
fn without_a_model_there_is_a_fallback() {
    let desk = Desk::new();
    let state = desk.ok("model state");
    assert_eq!((&state["model"]["type"], &state["scheme"]), (&json!("none"), &json!("f32")));
    let offered = &state["catalogue"][0];
    assert_eq!((&offered["id"], &offered["presence"]), (&json!("bge-small-zh-v1.5"), &json!("absent")));
    assert_eq!(offered["bytes"], 95_827_648 + 439_125 + 109_540);
    let embedded = desk.ok("model embed 江上有风 '船还没有来。'");
    assert_eq!((&embedded["engine"], &embedded["dimension"]), (&json!("fallback"), &json!(512)));
    assert_eq!(items(&embedded["vectors"]).len(), 2);
    assert_eq!(desk.refused("model check")["code"], "not_found");
    assert_eq!(desk.refused("model remove")["code"], "not_found");
    desk.misused("model embed");
    desk.misused("model");
}

#[test]
fn a_model_folder_is_used_checked_and_removed() {
    let (desk, server) = set_up();
    let before = desk.list("hub");
    let used = desk.ok("model use hub");
    assert_eq!(
        (&used["agree"], &used["engine"], &used["dimension"]),
        (&json!(true), &json!("packed"), &json!(48))
    );
    assert_eq!(desk.ok("model state")["model"]["type"], "folder");
    let checked = desk.ok("model check");
    assert_eq!(checked["weights"], used["weights"]);
    assert_eq!(desk.ok("model use hub --engine candle")["engine"], "candle");
    assert_eq!(desk.ok("model set --engine auto")["engine"], "auto");
    let vector = |line: &str| desk.ok(line)["vectors"][0].clone();
    let passage = vector("model embed 老周坐在石阶上等");
    let length: f64 = items(&passage).iter().map(|x| x.as_f64().unwrap().powi(2)).sum();
    assert!((length - 1.0).abs() < 1e-5, "{length}");
    assert_eq!(vector("model embed 老周坐在石阶上等"), passage, "the vector is the same at each start");
    vector("model embed 老周坐在石阶上等 --query");
    desk.write("old.txt", "江上有风，船还没有来。\n");
    desk.write("new.txt", "天亮以前，雾散了。\n");
    let ways = || -> Vec<String> {
        let found = desk.ok("reanchor --old old.txt --new new.txt --start 0 --end 5");
        items(&found["attempts"]).iter().map(|tried| tried["strategy"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ways().last().unwrap(), "semantic_search", "rewritten passages are searched by the model");
    let empty = desk.path("empty");
    std::fs::create_dir(empty).unwrap();
    let refused = desk.refused("model use empty");
    assert_eq!(refused["code"], "model_unusable");
    assert!(refused["hint"].as_str().unwrap().starts_with("Nothing was changed."));
    assert_eq!(desk.refused("model use nowhere")["code"], "file_not_found");
    assert_eq!(desk.ok("model state")["model"]["name"], "hub");
    assert_eq!(desk.ok("model remove")["model"]["type"], "none");
    assert_eq!(ways().last().unwrap(), "ngram_similarity", "without a model, characters are compared");
    assert_eq!((desk.list("hub"), server.asked().len()), (before, 0));
}

#[test]
fn a_model_is_downloaded_after_the_author_agrees() {
    let (desk, server) = set_up();
    let mirror = server.address();
    let asked = desk.refused(&format!("model download --mirror {mirror}"));
    assert_eq!(
        (&asked["code"], &asked["details"]["hosts"]),
        (&json!("consent_needed"), &json!(["127.0.0.1"]))
    );
    assert_eq!(server.asked().len(), 0);
    let fetched = desk.ok(&format!("model download tiny --mirror {mirror} --yes"));
    assert_eq!((&fetched["name"], &fetched["agree"]), (&json!("tiny"), &json!(true)));
    let folder = "studio/data/embedding/tiny";
    assert!(desk.list(folder).contains(&"model.safetensors".to_owned()));
    assert_eq!(desk.ok("model embed 灯灭了")["engine"], "packed");
    desk.ok("model check");
    desk.write(&format!("{folder}/model.safetensors"), "spoilt");
    assert_eq!(desk.refused("model check")["details"]["damaged"], json!(["model.safetensors"]));
    assert_eq!(desk.ok("model embed 灯灭了")["trouble"]["code"], "model_unusable");
    desk.ok(&format!("model set --mirror {mirror}"));
    desk.ok("model download --yes");
    assert_eq!(server.asked().len(), 5, "only the damaged file is downloaded again");
    assert_eq!(desk.ok("model remove --model tiny")["catalogue"][0]["presence"], "absent");
    assert!(!desk.path(folder).exists());
    assert_eq!(desk.refused("model remove --model other")["code"], "not_found");
    drop(server);
    let failed = desk.refused("model download --yes");
    assert_eq!(failed["code"], "download_failed");
}

#[test]
fn a_killed_download_resumes() {
    let (desk, server) = set_up();
    server.stall_after("model.safetensors", 7_000);
    let line = format!("model download --mirror {} --yes", server.address());
    let mut child = desk.command(&line).spawn().unwrap();
    let part = desk.path("studio/data/embedding/tiny/model.safetensors.part");
    let begun = Instant::now();
    while std::fs::metadata(&part).map_or(0, |part| part.len()) < 7_000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing was downloaded");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let state = desk.ok("model state");
    assert_eq!(
        (&state["model"]["type"], &state["catalogue"][0]["presence"]),
        (&json!("none"), &json!("partial"))
    );
    desk.ok(&line);
    assert_eq!(server.asked().last().and_then(|asked| asked.from), Some(7_000));
    assert_eq!(desk.ok("model state")["model"]["present"], true);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_leaves_room() {
    let (desk, server) = set_up();
    // The limit is 40 blocks of 512 or 1024 bytes per file, which the weights exceed.
    let line = format!("model download --mirror {} --yes", server.address());
    let limited = desk.command(&line);
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", "ulimit -f 40 && exec \"$0\" \"$@\""])
        .arg(limited.get_program())
        .args(limited.get_args());
    for (name, value) in limited.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    let output = shell.current_dir(desk.path("")).output().unwrap();
    let error = crate::desk::failure(&line, &output, 1);
    assert_eq!(error["code"], "disk_full", "{error}");
    let left = desk.list("studio/data/embedding/tiny");
    assert!(!left.iter().any(|name| name.starts_with("model.safetensors")), "{left:?}");
    desk.ok(&line);
}

#[test]
fn the_use_of_the_model_is_configured() {
    let (desk, _server) = set_up();
    desk.ok("model use hub");
    let set = desk.ok("model set --scheme int8 --threads 1 --battery work --mirror https://example.com/hub");
    assert_eq!((&set["scheme"], &set["threads"]), (&json!("int8"), &json!(1)));
    assert_eq!(
        (&set["pause_on_battery"], &set["mirrors"]),
        (&json!(false), &json!(["https://example.com/hub"]))
    );
    assert_eq!(desk.ok("model check")["scheme"], "int8");
    let kept = desk.ok("model set --threads 0 --no-mirrors");
    assert_eq!((&kept["scheme"], &kept["chosen_threads"]), (&json!("int8"), &Value::Null));
    assert_eq!((&kept["mirrors"], &kept["pause_on_battery"]), (&json!([]), &json!(false)));
    assert_eq!(desk.refused("model set --mirror http://example.com")["code"], "bad_request");
    assert_eq!(desk.refused("model set --threads 100000")["code"], "bad_request");
    desk.misused("model set --scheme f16");
    desk.misused("model set --battery perhaps");
}
