//! The bytes of the server, as a client on the raw connection sees them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed claim"
)]

mod dialects;
mod faults;
mod process;
mod scripts;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};
use wenfang_model_server::{ModelServer, Script};

/// Everything a client read until the connection ended.
struct Seen {
    status: u16,
    head: String,
    /// The body, without chunk sizes.
    body: Vec<u8>,
    /// The chunks of the body; one chunk if the framing has none.
    chunks: Vec<Vec<u8>>,
    /// Whether the framing ended: the last chunk arrived, or as many bytes as the head announced.
    is_whole: bool,
    was_reset: bool,
}

impl Seen {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The JSON of the events of a stream.
    fn events(&self) -> Vec<Value> {
        let data = self.text().lines().filter_map(|line| line.strip_prefix("data: "));
        data.filter(|data| *data != "[DONE]").map(|data| serde_json::from_str(data).unwrap()).collect()
    }

    /// The words in the `content` of the events.
    fn words(&self) -> String {
        let events = self.events();
        events.iter().filter_map(|event| event["choices"][0]["delta"]["content"].as_str()).collect()
    }
}

/// A chat with one user message.
fn chat(words: &str, stream: bool) -> Value {
    json!({ "model": "墨", "stream": stream, "messages": [{ "role": "user", "content": words }] })
}

fn connect(address: SocketAddr, request_line: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{request_line} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer key\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    stream
}

/// Reads until the server closes.
fn read(mut stream: TcpStream) -> Seen {
    let mut bytes = Vec::new();
    let was_reset = match stream.read_to_end(&mut bytes) {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::ConnectionReset);
            true
        }
    };
    let at = bytes.windows(4).position(|end| end == b"\r\n\r\n").map(|at| at + 4);
    // After a reset, some systems discard unread data.
    let at = at.or(was_reset.then_some(0)).expect("a head");
    let head = String::from_utf8(bytes[..at].to_vec()).unwrap();
    let status = head.split(' ').nth(1).map_or(0, |status| status.parse().unwrap());
    let mut rest = &bytes[at..];
    let (mut chunks, mut is_whole) = (Vec::new(), false);
    if head.contains("transfer-encoding: chunked") {
        while let Some(end) = rest.windows(2).position(|end| end == b"\r\n") {
            let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
            rest = &rest[end + 2..];
            if size == 0 {
                is_whole = rest == b"\r\n";
                break;
            }
            chunks.push(rest[..size].to_vec());
            rest = &rest[size + 2..];
        }
    } else {
        let announced = head.split("content-length: ").nth(1).map(|rest| rest.lines().next().unwrap());
        is_whole = announced.is_none_or(|announced| announced.parse() == Ok(rest.len()));
        chunks.push(rest.to_vec());
    }
    Seen { status, head, body: chunks.concat(), chunks, is_whole, was_reset }
}

fn ask(server: &ModelServer, body: &Value) -> Seen {
    read(connect(server.address(), "POST /v1/chat/completions", &body.to_string()))
}

/// The response to a streaming chat with this script.
async fn streamed(script: impl Into<Script>) -> Seen {
    ask(&ModelServer::start(script).await, &chat("写", true))
}

/// The response to a non-streaming chat with this script.
async fn whole(script: impl Into<Script>) -> Seen {
    ask(&ModelServer::start(script).await, &chat("写", false))
}
