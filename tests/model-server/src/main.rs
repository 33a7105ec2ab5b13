//! `wenfang-model-server [--script FILE] [--port N]`: the scripted model server as a process, for tests that are not
//! in Rust.
//!
//! It prints one line, `listening http://127.0.0.1:PORT/v1`, and exits when its standard input closes (so make that a
//! pipe, not `/dev/null`), or on SIGTERM or Ctrl+C. FILE is a `Script` as JSON; without it every chat gets a few
//! sentences. Tests control it at the root of the port, without a key:
//!
//! - `GET /__requests`: the requests so far, as a list of `Recorded`;
//! - `POST /__script` with a `Script`: replaces the script; 400 with the reason if it is invalid;
//! - `POST /__reset`: discards the recorded requests and the rules' counters.
//!
//! From node: `spawn(binary, [], { stdio: ["pipe", "pipe", "inherit"] })`, read the line, and end it with
//! `child.stdin.end()`.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use wenfang_model_server::{ModelServer, Script};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wenfang-model-server: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let (script, port) = arguments(std::env::args_os().skip(1))?;
    let server = ModelServer::start_on(script, port)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(serve(&server))?)
}

const USAGE: &str = "usage: wenfang-model-server [--script FILE] [--port N]";

fn arguments(mut given: impl Iterator<Item = OsString>) -> Result<(Script, u16), Box<dyn std::error::Error>> {
    let (mut script, mut port) = (Script::default(), 0);
    while let Some(name) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{} needs a value; {USAGE}", name.display()));
        match name.to_str() {
            Some("--script") => script = serde_json::from_slice(&std::fs::read(value()?)?)?,
            Some("--port") => port = value()?.to_string_lossy().parse()?,
            _ => return Err(format!("there is no argument {}; {USAGE}", name.display()).into()),
        }
    }
    Ok((script, port))
}

/// Prints the address; returns when standard input ends or the process is asked to stop.
async fn serve(server: &ModelServer) -> std::io::Result<()> {
    // Installed before the address is known, so that the process always ends cleanly.
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let (orphaned, parent) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        let _ = orphaned.send(());
    });
    let mut out = std::io::stdout();
    writeln!(out, "listening {}", server.base_url())?;
    out.flush()?;
    let terminated = async {
        #[cfg(unix)]
        terminate.recv().await;
        #[cfg(not(unix))]
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = parent => Ok(()),
        () = terminated => Ok(()),
        pressed = tokio::signal::ctrl_c() => pressed,
    }
}
