//! The server: `POST /call`, `POST /stream`, `POST /drag`, `POST /close`, `GET /host`, and the files of the page.
//!
//! It always listens on the loopback address only, refuses a request that names another host or comes from another
//! page, and does nothing without the token.

use std::convert::Infallible;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use http_body_util::{BodyExt, Full, Limited, combinators::BoxBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use wenfang_studio::desk::{Desk, Drag, Event};

use crate::recorder::Recorder;
use crate::token::Token;
use crate::{arguments, policy, site};

/// The longest request: several times a whole novel as one text.
const MAX_LEN: usize = 256 << 20;
/// Time from closing the window to the end of the program, for the last answer to be sent.
const LAST_ANSWER_DELAY: Duration = Duration::from_millis(300);

type Body = BoxBody<Bytes, Infallible>;

struct Server {
    desk: Desk,
    host: Recorder,
    token: Token,
    ui: PathBuf,
    policy: HeaderValue,
    address: SocketAddr,
}

/// A command and its request.
#[derive(Deserialize)]
struct Asked {
    name: String,
    request: Value,
}

/// What happens to files that another program drags, as the shell reports it.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Dragged {
    Over(Vec<PathBuf>),
    Left,
    Dropped(Vec<PathBuf>),
}

/// Serves until the window is closed or standard input ends.
pub fn run() -> Result<()> {
    let arguments = arguments::read(std::env::args_os().skip(1))?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(arguments))
}

async fn serve(arguments: arguments::Arguments) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no port is free")?;
    let host = Recorder::default();
    wenfang_studio::diagnostics::start_log(&arguments.folders);
    let desk = Desk::new(host.clone(), arguments.folders);
    let server = Arc::new(Server {
        desk: desk.clone(),
        host: host.clone(),
        token: Token::new()?,
        ui: arguments.ui,
        policy: HeaderValue::try_from(policy::header()?)?,
        address: listener.local_addr()?,
    });
    announce(&server)?;
    tokio::spawn(async move { desk.begin(arguments.start).await });
    let (orphaned, parent) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        let _ = orphaned.send(());
    });
    tokio::select! {
        accepted = accept(&listener, server) => accepted,
        () = host.closed() => {
            tokio::time::sleep(LAST_ANSWER_DELAY).await;
            Ok(())
        }
        _ = parent => Ok(()),
    }
}

/// Prints the address once for the process that started the server.
fn announce(server: &Server) -> Result<()> {
    let url = format!("http://{}/#token={}", server.address, server.token.reveal());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", json!({ "url": url }))?;
    Ok(out.flush()?)
}

async fn accept(listener: &TcpListener, server: Arc<Server>) -> Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        let server = Arc::clone(&server);
        tokio::spawn(async move {
            let answer = service_fn(|request| {
                let server = Arc::clone(&server);
                async move { Ok::<_, Infallible>(server.answer(request).await) }
            });
            // A browser that disconnects is not an error.
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), answer)
                .await;
        });
    }
}

impl Server {
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let mut response = self.route(request).await;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        response
    }

    async fn route(&self, request: Request<Incoming>) -> Response<Body> {
        if !self.is_own(request.headers()) {
            return refused(StatusCode::FORBIDDEN, "the request is for another host or from another page");
        }
        let path = request.uri().path().to_owned();
        match (request.method(), path.as_str()) {
            (&Method::GET, "/host") | (&Method::POST, _) if !self.is_allowed(request.headers()) => {
                refused(StatusCode::UNAUTHORIZED, "the token is missing or wrong")
            }
            (&Method::GET, "/host") => match serde_json::to_value(self.host.noted()) {
                Ok(noted) => json_answer(StatusCode::OK, &noted),
                Err(error) => refused(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
            },
            // Browsers request it on their own; a refusal would appear among the errors of the page.
            (&Method::GET, "/favicon.ico") => answer(StatusCode::NO_CONTENT, "image/x-icon", Vec::new()),
            (&Method::GET, _) => match site::file(&self.ui, &path).await {
                Some((bytes, media)) => answer(StatusCode::OK, media, bytes),
                None => refused(StatusCode::NOT_FOUND, "there is no such file"),
            },
            (&Method::POST, "/call") => match read(request).await {
                Ok(Asked { name, request }) => self.call(&name, request).await,
                Err(refusal) => *refusal,
            },
            (&Method::POST, "/stream") => match read(request).await {
                Ok(asked) => self.stream(asked),
                Err(refusal) => *refusal,
            },
            (&Method::POST, "/drag") => match read(request).await {
                Ok(dragged) => {
                    self.desk.drag(match dragged {
                        Dragged::Over(paths) => Drag::Over(paths),
                        Dragged::Left => Drag::Left,
                        Dragged::Dropped(paths) => Drag::Dropped(paths),
                    });
                    answer(StatusCode::NO_CONTENT, "text/plain", Vec::new())
                }
                Err(refusal) => *refusal,
            },
            // The request that the shell sends when the author closes the window.
            (&Method::POST, "/close") => {
                self.desk.tell(Event::Closing { last_key: false });
                answer(StatusCode::NO_CONTENT, "text/plain", Vec::new())
            }
            (&Method::POST, _) => refused(StatusCode::NOT_FOUND, "there is no such address"),
            _ => refused(StatusCode::METHOD_NOT_ALLOWED, "this method is not allowed"),
        }
    }

    /// Whether a request is meant for this server, and comes from its own page if it names one.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let host = self.address.to_string();
        let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
        headers.get(header::HOST).is_some_and(|given| given.as_bytes() == host.as_bytes())
            && origin.is_none_or(|origin| origin == format!("http://{host}").as_bytes())
    }

    fn is_allowed(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(header::AUTHORIZATION).map(HeaderValue::as_bytes);
        given.and_then(|given| given.strip_prefix(b"Bearer ")).is_some_and(|given| self.token.is(given))
    }

    async fn call(&self, name: &str, request: Value) -> Response<Body> {
        match self.desk.call(name, request).await {
            Ok(answer) => json_answer(StatusCode::OK, &answer),
            Err(failure) => json_answer(StatusCode::UNPROCESSABLE_ENTITY, &json!(failure)),
        }
    }

    /// Streams the items, one per line, each as soon as it is available.
    fn stream(&self, Asked { name, request }: Asked) -> Response<Body> {
        let (items, received) = mpsc::unbounded_channel();
        let desk = self.desk.clone();
        tokio::spawn(async move {
            let send = move |item| {
                let line = serde_json::to_vec(&item).map(|mut line| {
                    line.push(b'\n');
                    Bytes::from(line)
                });
                line.is_ok_and(|line| items.send(line).is_ok())
            };
            desk.stream(&name, request, send).await;
        });
        let mut response = Response::new(BoxBody::new(Lines(received)));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
        response
    }
}

/// The lines of a stream as a body.
struct Lines(UnboundedReceiver<Bytes>);

impl hyper::body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

/// The target of a request.
async fn read<T: DeserializeOwned>(request: Request<Incoming>) -> Result<T, Box<Response<Body>>> {
    let bytes = match Limited::new(request.into_body(), MAX_LEN).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) => return Err(Box::new(refused(StatusCode::PAYLOAD_TOO_LARGE, &error.to_string()))),
    };
    serde_json::from_slice(&bytes)
        .map_err(|error| Box::new(refused(StatusCode::BAD_REQUEST, &error.to_string())))
}

fn answer(status: StatusCode, media: &'static str, bytes: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(BoxBody::new(Full::new(Bytes::from(bytes))));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    response
}

fn json_answer(status: StatusCode, value: &Value) -> Response<Body> {
    answer(status, "application/json", value.to_string().into_bytes())
}

/// A refusal in the format of the desk's own failures.
fn refused(status: StatusCode, message: &str) -> Response<Body> {
    json_answer(status, &json!({ "code": "bad_request", "message": message, "hint": "Nothing was changed." }))
}
