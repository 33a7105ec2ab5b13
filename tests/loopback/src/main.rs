//! `wenfang-loopback`: the desk over HTTP on this machine alone, so that tests can drive the window in a browser.
//!
//! Only debug builds hold a server; any other build says so and ends. The first line on standard output is the
//! address with a new token for each start; nothing is answered without it but the files of the page.
//! It ends when its standard input does, so that nothing is left behind by a test that broke off.

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
    eprintln!("wenfang-loopback: this build holds no server; tests use a debug build");
    std::process::ExitCode::from(2)
}
