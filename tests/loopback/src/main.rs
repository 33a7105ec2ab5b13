//! `wenfang-loopback`: serves the desk over HTTP on this machine only, so that tests can drive the window in a
//! browser.
//!
//! Only debug builds contain a server; any other build prints an error and exits. The first line on standard output
//! is the address with a token that is new at each start. Without the token the server answers only requests for
//! files of the page. The process ends when its standard input closes, so that an aborted test leaves nothing behind.

#[cfg(debug_assertions)]
mod arguments;
#[cfg(debug_assertions)]
mod policy;
#[cfg(debug_assertions)]
mod recorder;
#[cfg(debug_assertions)]
mod server;
#[cfg(debug_assertions)]
mod site;
#[cfg(debug_assertions)]
mod token;

#[cfg(debug_assertions)]
fn main() -> std::process::ExitCode {
    match server::run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wenfang-loopback: {error:#}");
            std::process::ExitCode::from(2)
        }
    }
}

#[cfg(not(debug_assertions))]
fn main() -> std::process::ExitCode {
    eprintln!("wenfang-loopback: this build contains no server; tests use a debug build");
    std::process::ExitCode::from(2)
}
