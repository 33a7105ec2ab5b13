//! The server as a process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use serde_json::json;
use wenfang_model_server::Recorded;

use super::{chat, connect, read};

fn start(arguments: &[&str]) -> (Child, SocketAddr) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_wenfang-model-server"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim_end().strip_prefix("listening http://").unwrap().strip_suffix("/v1").unwrap();
    (process, address.parse().unwrap())
}

#[test]
fn it_is_scripted_over_http_and_exits_with_stdin() {
    let (mut process, address) = start(&["--port", "0"]);
    let post = |path: &str, body: &str| read(connect(address, &format!("POST {path}"), body));
    let script = json!({ "default": { "text": "渡口" } }).to_string();
    assert_eq!(post("/__script", &script).status, 200);
    let refused = post("/__script", r#"{"default": {"txt": ""}}"#);
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("txt"), "{}", refused.text());
    assert_eq!(post("/v1/chat/completions", &chat("写", true).to_string()).words(), "渡口");
    let recorded = || -> Vec<Recorded> {
        serde_json::from_value(read(connect(address, "GET /__requests", "")).json()).unwrap()
    };
    assert_eq!(recorded().len(), 1, "the control is not recorded");
    assert_eq!(recorded()[0].body["model"], "墨");
    assert_eq!(post("/__reset", "").status, 200);
    assert_eq!(recorded(), []);
    drop(process.stdin.take());
    assert!(process.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn it_exits_when_asked_to() {
    let (mut process, _) = start(&[]);
    let asked = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap();
    assert!(asked.success());
    assert!(process.wait().unwrap().success(), "a clean exit");
}

#[test]
fn invalid_arguments_are_reported() {
    let output = Command::new(env!("CARGO_BIN_EXE_wenfang-model-server")).arg("--ports").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
}
