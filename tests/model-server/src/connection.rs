//! One connection: reads a request, answers it and closes; there is never a second one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::net::TcpStream;

use crate::compose::compose;
use crate::deliver::deliver;
use crate::recorded::Recorded;
use crate::server::Shared;
use crate::{Answer, Fault, How, Script, answer};

/// The maximum length of a head and of a body, in bytes.
const MAX_HEAD_LEN: usize = 64 << 10;
const MAX_BODY_LEN: usize = 64 << 20;

/// Answers the one request of a connection.
pub(crate) async fn serve(mut stream: TcpStream, shared: Arc<Shared>) {
    let _ = stream.set_nodelay(true);
    let Some(mut request) = read(&mut stream).await else { return };
    let (answer, nth, id) = match control(&request, &shared) {
        Some(answer) => (answer, 1, None),
        None => {
            let (answer, nth, rule) = shared.choose(&request);
            request.rule = rule;
            (answer, nth, Some(shared.record(&request)))
        }
    };
    if matches!(answer.fault, Some(Fault::Reset(_))) {
        let _ = stream.set_zero_linger();
    }
    let response = compose(&answer, &request, nth);
    let written = AtomicU64::new(0);
    let how = {
        let (mut incoming, outgoing) = stream.split();
        tokio::select! {
            how = deliver(outgoing, &answer, &response, &written) => how,
            () = closed(&mut incoming) => How::ClientClosed,
        }
    };
    drop(stream);
    if let Some(id) = id {
        shared.end(id, how, written.load(Ordering::SeqCst));
    }
}

/// Completes when the client has closed its side.
async fn closed(incoming: &mut (impl AsyncRead + Unpin)) {
    let mut more = [0; 256];
    while let Ok(1..) = incoming.read(&mut more).await {}
}

/// The answer to a control request, which is not recorded.
fn control(request: &Recorded, shared: &Shared) -> Option<Answer> {
    let done = || answer::body("application/json", "{}");
    match (request.method.as_str(), request.path_alone()) {
        ("GET", "/__requests") => {
            Some(answer::body("application/json", json!(shared.requests()).to_string()))
        }
        ("POST", "/__script") => Some(match serde_json::from_value::<Script>(request.body.clone()) {
            Ok(script) => {
                shared.set_script(script);
                done()
            }
            Err(error) => Answer { status: 400, text: Some(error.to_string()), ..Answer::default() },
        }),
        ("POST", "/__reset") => {
            shared.reset();
            Some(done())
        }
        _ => None,
    }
}

/// Reads a request with a body of known length; `None` if it is invalid or the client disconnected.
async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Recorded> {
    let mut bytes = Vec::new();
    let (mut request, head, length) = loop {
        if bytes.len() > MAX_HEAD_LEN || stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut parsed = httparse::Request::new(&mut headers);
        if let httparse::Status::Complete(head) = parsed.parse(&bytes).ok()? {
            let mut named: BTreeMap<String, String> = BTreeMap::new();
            for header in parsed.headers.iter() {
                let value = String::from_utf8_lossy(header.value).into_owned();
                let seen = named.entry(header.name.to_ascii_lowercase()).or_default();
                *seen = if seen.is_empty() { value } else { format!("{seen}, {value}") };
            }
            let length = named.get("content-length").map_or(Ok(0), |length| length.parse::<usize>());
            let request = Recorded {
                id: 0,
                method: parsed.method?.to_owned(),
                path: parsed.path?.to_owned(),
                headers: named,
                body: Value::Null,
                started_ms: 0,
                rule: None,
                ended: None,
            };
            break (request, head, length.ok().filter(|length| *length <= MAX_BODY_LEN)?);
        }
    };
    while bytes.len() < head + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    request.body = serde_json::from_slice(&bytes[head..head + length]).unwrap_or_default();
    Some(request)
}
