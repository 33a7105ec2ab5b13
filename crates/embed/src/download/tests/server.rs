//! A scripted test server: it answers each request as the test specifies, and breaks off where the test specifies.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, mpsc};

/// A received request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub path: String,
    pub range: Option<u64>,
    pub if_range: Option<String>,
    pub headers: Vec<String>,
}

/// A scripted response.
pub struct Answer {
    pub head: String,
    pub body: Vec<u8>,
    /// Bytes of head and body to send before the connection is closed.
    pub cut: Option<usize>,
    /// Stop sending after this many bytes of the body, until the server ends.
    pub stall: Option<usize>,
}

impl Answer {
    /// The bytes from the requested offset on, as a server with range support sends them.
    pub fn of(content: &[u8], request: &Request) -> Self {
        match request.range {
            None => Self::with(200, "", content),
            Some(from) => {
                let from = usize::try_from(from).unwrap();
                let last = content.len() - 1;
                let range = format!("Content-Range: bytes {from}-{last}/{}\r\n", content.len());
                Self::with(206, &range, &content[from..])
            }
        }
    }

    /// A response with a status, extra headers, and a body of known length.
    pub fn with(status: u16, headers: &str, body: &[u8]) -> Self {
        let head = format!(
            "HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            body.len()
        );
        Self { head, body: body.to_vec(), cut: None, stall: None }
    }

    /// The same without a `Content-Length`.
    pub fn unmeasured(status: u16, body: &[u8]) -> Self {
        let head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\n\r\n");
        Self { head, body: body.to_vec(), cut: None, stall: None }
    }

    /// The same with one more header.
    pub fn header(mut self, header: &str) -> Self {
        self.head = format!("{}{header}\r\n\r\n", self.head.strip_suffix("\r\n").unwrap());
        self
    }

    /// The same, broken off after this many bytes of head and body.
    pub fn cut(self, bytes: usize) -> Self {
        Self { cut: Some(bytes), ..self }
    }

    /// The same, broken off after this many bytes of the body.
    pub fn cut_body(self, bytes: usize) -> Self {
        let bytes = self.head.len() + bytes;
        self.cut(bytes)
    }
}

/// A running server; it stops when dropped.
pub struct Server {
    pub address: String,
    requests: Arc<Mutex<Vec<Request>>>,
    _open: mpsc::Sender<()>,
}

impl Server {
    /// Answers the n-th request, counted from 0, with `script`.
    pub fn start(script: impl Fn(usize, &Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let (open, closed) = mpsc::channel::<()>();
        let closed = Arc::new(Mutex::new(closed));
        let (script, seen) = (Arc::new(script), Arc::clone(&requests));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (script, seen, closed) = (Arc::clone(&script), Arc::clone(&seen), Arc::clone(&closed));
                std::thread::spawn(move || {
                    let Some(request) = read(&stream) else { return };
                    let nth = {
                        let mut seen = seen.lock().unwrap();
                        seen.push(request.clone());
                        seen.len() - 1
                    };
                    answer(stream, &script(nth, &request), &closed);
                });
            }
        });
        Self { address, requests, _open: open }
    }

    /// Serves a file to every client.
    pub fn of(content: Vec<u8>) -> Self {
        Self::start(move |_, request| Answer::of(&content, request))
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// The requested ranges, in order.
    pub fn ranges(&self) -> Vec<Option<u64>> {
        self.requests().iter().map(|request| request.range).collect()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let header = |name: &str| {
        headers.iter().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then(|| value.to_owned())
        })
    };
    let range = header("range")
        .map(|range| range.strip_prefix("bytes=").unwrap().strip_suffix('-').unwrap().parse().unwrap());
    Some(Request { path, range, if_range: header("if-range"), headers })
}

fn answer(mut stream: TcpStream, answer: &Answer, closed: &Mutex<mpsc::Receiver<()>>) {
    let mut all = answer.head.clone().into_bytes();
    let body = answer.stall.unwrap_or(answer.body.len());
    all.extend_from_slice(&answer.body[..body]);
    all.truncate(answer.cut.unwrap_or(all.len()));
    // The client may have disconnected.
    let _ = stream.write_all(&all);
    let _ = stream.flush();
    if answer.stall.is_some() {
        let _ = closed.lock().unwrap().recv();
    }
    let _ = stream.shutdown(Shutdown::Both);
}
