//! The server answers only its own page.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]
#![cfg(debug_assertions)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A running server with its own home and a page of one line.
struct Served {
    process: Child,
    folder: TempDir,
    address: String,
    token: String,
}

/// An answer: status, head and body.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Served {
    fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let ui = folder.path().join("ui");
        std::fs::create_dir(&ui).unwrap();
        std::fs::write(ui.join("index.html"), "<!doctype html>page").unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_wenfang-loopback"))
            .arg("--ui")
            .arg(&ui)
            .arg("--home")
            .arg(folder.path().join("home"))
            .args(arguments)
            .env("WENFANG_DIALOG_ANSWERS", folder.path().join("answers"))
            // Hides the message of the panic that a test causes.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let greeting: Value = serde_json::from_str(&line).unwrap();
        let url = greeting["url"].as_str().unwrap();
        let (address, token) = url.strip_prefix("http://").unwrap().split_once("/#token=").unwrap();
        Self { process, folder, address: address.to_owned(), token: token.to_owned() }
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if method == "POST" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        write!(stream, "{head}\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    fn post(&self, path: &str, name: &str, request: Value) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("Host", self.address.as_str()), ("Authorization", &bearer)];
        self.ask("POST", path, &headers, &json!({ "name": name, "request": request }).to_string())
    }

    fn call(&self, name: &str, request: Value) -> Value {
        let answer = self.post("/call", name, request);
        assert_eq!(answer.status, 200, "{name}: {}", answer.body);
        answer.json()
    }

    fn noted(&self) -> Value {
        let bearer = format!("Bearer {}", self.token);
        let answer = self.ask("GET", "/host", &[("Host", &self.address), ("Authorization", &bearer)], "");
        assert_eq!(answer.status, 200);
        answer.json()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn it_answers_with_the_token() {
    let served = Served::start(&["--sample"]);
    assert!(served.address.starts_with("127.0.0.1:"));
    let state = served.call("application.state", json!({}));
    assert_eq!(state["project"]["title"], "渡口");
    served.call("window.set_title", json!({ "title": "渡口" }));
    assert_eq!(served.noted()["title"], "渡口");
    let failure = served.post("/call", "scene.text", json!({ "scene": 999 }));
    assert_eq!((failure.status, failure.json()["code"].as_str()), (422, Some("not_found")));
}

#[test]
fn requests_without_the_token_do_nothing() {
    let served = Served::start(&[]);
    let body = json!({ "name": "window.set_title", "request": { "title": "no" } }).to_string();
    let wrong = format!("Bearer {}", "0".repeat(64));
    let basic = format!("Basic {}", served.token);
    for authorization in [None, Some(wrong.as_str()), Some("Bearer "), Some(&basic)] {
        let mut headers = vec![("Host", served.address.as_str())];
        headers.extend(authorization.map(|value| ("Authorization", value)));
        for path in ["/call", "/stream", "/host", "/"] {
            assert_eq!(served.ask("POST", path, &headers, &body).status, 401, "{path} {authorization:?}");
        }
        let host = served.ask("GET", "/host", &headers, "");
        assert_eq!(host.status, 401);
        assert!(!host.body.contains("menus"), "{}", host.body);
    }
    // A token in the address would end up in logs, so it is ignored there.
    let in_address = format!("/call?token={}", served.token);
    assert_eq!(served.ask("POST", &in_address, &[("Host", &served.address)], &body).status, 401);
    assert_eq!(served.noted()["title"], "");
}

#[test]
fn another_host_or_page_is_refused() {
    let served = Served::start(&[]);
    let bearer = format!("Bearer {}", served.token);
    let port = served.address.rsplit(':').next().unwrap();
    let body = json!({ "name": "window.set_title", "request": { "title": "no" } }).to_string();
    let others = ["evil.example", "localhost", "127.0.0.1", &format!("localhost:{port}")];
    for host in others {
        for (method, path) in [("POST", "/call"), ("POST", "/stream"), ("GET", "/"), ("GET", "/host")] {
            let answer = served.ask(method, path, &[("Host", host), ("Authorization", &bearer)], &body);
            assert_eq!(answer.status, 403, "{method} {path} {host}");
        }
    }
    let own = served.address.as_str();
    assert_eq!(served.ask("POST", "/call", &[("Authorization", &bearer)], &body).status, 403, "no host");
    for origin in ["https://evil.example", "null", &format!("http://localhost:{port}")] {
        let headers = [("Host", own), ("Origin", origin), ("Authorization", &bearer)];
        assert_eq!(served.ask("POST", "/call", &headers, &body).status, 403, "{origin}");
    }
    assert_eq!(served.noted()["title"], "");
    let origin = format!("http://{own}");
    let headers = [("Host", own), ("Origin", &origin), ("Authorization", &bearer)];
    assert_eq!(served.ask("POST", "/call", &headers, &body).status, 200, "its own page");
}

#[test]
fn the_page_has_the_policy_of_the_shell() {
    let served = Served::start(&[]);
    let page = served.ask("GET", "/", &[("Host", &served.address)], "");
    assert_eq!((page.status, page.body.as_str()), (200, "<!doctype html>page"));
    for header in [
        "cache-control: no-store",
        "content-security-policy: default-src 'none'; script-src 'self'",
        "connect-src 'self';",
        "require-trusted-types-for 'script'",
    ] {
        assert!(page.head.contains(header), "{header} in {}", page.head);
    }
    let elsewhere = served.ask("GET", "/../home/config/settings.json", &[("Host", &served.address)], "");
    assert_eq!(elsewhere.status, 404);
}

#[test]
fn a_stream_arrives_line_by_line() {
    let served = Served::start(&["--sample"]);
    served.call("application.state", json!({}));
    let out = served.folder.path().join("out.txt");
    std::fs::write(served.folder.path().join("answers"), format!("{}\n", out.display())).unwrap();
    let chosen =
        served.call("window.choose", json!({ "kind": "export_file", "title": "导出", "name": null }));
    let request = json!({ "out": chosen["path"]["path"], "format": "txt", "layout": "whole" });
    let answer = served.post("/stream", "project.export", request);
    assert_eq!(answer.status, 200);
    let items: Vec<Value> = answer
        .body
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let types: Vec<&str> = items.iter().map(|item| item["event"]["type"].as_str().unwrap()).collect();
    assert_eq!((types.first(), types.last()), (Some(&"started"), Some(&"done")), "{types:?}");
    assert!(std::fs::read_to_string(out).unwrap().contains('渡'));
    // A dialog without a prepared answer counts as cancelled.
    let nothing =
        served.call("window.choose", json!({ "kind": "export_file", "title": "导出", "name": null }));
    assert_eq!(nothing["path"], Value::Null);
}

#[test]
fn a_panic_becomes_an_answer_and_the_server_continues() {
    let served = Served::start(&["--sample"]);
    // Answered once the novel is open, so that the panic happens with an open project.
    served.call("application.state", json!({}));
    let failure = served.post("/call", "debug.panic", json!({}));
    assert_eq!((failure.status, failure.json()["code"].as_str()), (422, Some("internal")));
    let saved = served.call("scene.save", json!({ "scene": 1, "text": "照写。" }));
    assert_eq!(saved["unchanged"], false);
}

#[test]
fn closing_the_window_answers_and_then_ends() {
    let mut served = Served::start(&["--sample"]);
    served.call("application.state", json!({}));
    served.call("window.close", json!({}));
    assert!(served.process.wait().unwrap().success());
    let mut left: Vec<String> = std::fs::read_dir(served.folder.path().join("home/data"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["log", "渡口.wenfang"], "the project is closed");
}

#[test]
fn it_ends_when_its_parent_closes_standard_input() {
    let mut served = Served::start(&[]);
    drop(served.process.stdin.take());
    assert!(served.process.wait().unwrap().success());
}
