//! Received text survives killing the program.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wenfang_model_server::{Answer, answer};
use wenfang_tests::kit;

use crate::studio::{Studio, server};

fn wenfang(studio: &Studio, arguments: &[&str]) -> Command {
    let mut command = Command::new(kit::wenfang());
    command
        .args(arguments)
        .current_dir(studio.folder())
        .env("WENFANG_HOME", studio.folder())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[tokio::test]
async fn text_received_before_a_kill_survives() {
    // Two thousand bytes every half second, endlessly.
    let slow = Answer { delta_characters: 700, delta_delay_ms: 500, ..answer::prose(60_000) };
    let server = server(slow);
    let studio = Studio::with(&server).await;
    // The program opens the novel itself.
    let folder = studio.folder().to_owned();
    let path = folder.join("novel.wenfang");
    let copy = folder.join("copy.wenfang");
    studio.ok("project.back_up", json!({ "folder": folder })).await;
    let backup = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|file| file.extension().is_some_and(|kind| kind == "wenfang") && *file != path)
        .unwrap();
    std::fs::rename(&backup, &copy).unwrap();
    let mut child =
        wenfang(&studio, &["draft", "copy.wenfang", "--scene", "1", "--target", "20000"]).spawn().unwrap();

    let deadline = Instant::now() + Duration::from_secs(60);
    let partly = loop {
        let listed = wenfang(&studio, &["generations", "list", "copy.wenfang"]).output().unwrap();
        let listed: Value = serde_json::from_slice(&listed.stdout).unwrap_or_default();
        let text = listed["generations"][0]["text"].as_str().unwrap_or_default().to_owned();
        if text.chars().count() >= 700 {
            break text;
        }
        assert!(Instant::now() < deadline, "nothing was stored while text was arriving");
        std::thread::sleep(Duration::from_millis(100));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    let mut words = String::new();
    child.stdout.take().unwrap().read_to_string(&mut words).unwrap();
    assert!(words.is_empty(), "the program was killed before it answered");

    let listed = wenfang(&studio, &["generations", "list", "copy.wenfang", "--open"]).output().unwrap();
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    let found = &listed["generations"][0];
    assert_eq!((&found["interrupted"], &found["status"]), (&json!(true), &json!("incomplete")));
    assert!(found["text"].as_str().unwrap().starts_with(&partly), "{found}");
    let doctor = wenfang(&studio, &["doctor", "copy.wenfang"]).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stdout));
}
