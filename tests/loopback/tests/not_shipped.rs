//! Nothing of this server is in what people install.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn root() -> PathBuf {
    here().join("../..").canonicalize().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_build_without_debug_assertions_contains_no_server() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("loopback");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    // No crate is passed to it, not even `studio`: if it contained any server code, it would not compile.
    let built = Command::new(rustc)
        .args(["--edition", "2024", "-C", "debug-assertions=off", "-D", "warnings", "-o"])
        .arg(&program)
        .arg(here().join("src/main.rs"))
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    let Output { status, stdout, stderr } = Command::new(&program)
        .args(["--ui", ".", "--home", "."])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(status.code(), Some(2));
    assert_eq!(text(&stdout), "", "no address is printed");
    assert!(text(&stderr).contains("contains no server"), "{}", text(&stderr));
}

/// Crates that serve HTTP.
const SERVERS: &[&str] =
    &["actix-web", "axum", "httpdate", "poem", "rocket", "rouille", "salvo", "tiny_http", "tide", "warp"];

#[test]
fn the_shell_is_built_without_an_http_server() {
    let tree = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "-p", "wenfang-desktop", "-e", "normal,build", "--prefix", "none"])
            .args(["--format", "{p} features: {f}"])
            .args(arguments)
            .current_dir(root())
            .output()
            .unwrap();
        output.status.success().then(|| text(&output.stdout))
    };
    // Every platform, if all of their crates are on this machine.
    let tree = tree(&["--target", "all"]).or_else(|| tree(&[])).unwrap();
    assert!(tree.lines().any(|line| line.starts_with("tauri v")), "{tree}");
    let serves = |line: &&str| {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let features = rest.split_once("features: ").map_or("", |(_, features)| features);
        // The client half of hyper comes with tauri; only the server half depends on `httpdate`.
        let is_server_half = name.starts_with("hyper")
            && features.split([',', ' ']).any(|feature| feature.starts_with("server"));
        SERVERS.contains(&name) || name == "wenfang-loopback" || is_server_half
    };
    assert_eq!(tree.lines().filter(serves).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn the_built_page_of_the_shell_calls_no_server() {
    let built = root().join("ui/dist/assets");
    let Ok(files) = std::fs::read_dir(&built) else {
        eprintln!("skipped: the page is not built (`npx vite build` in `ui`)");
        return;
    };
    let mut scripts = 0;
    for file in files {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "js") {
            continue;
        }
        scripts += 1;
        let script = std::fs::read_to_string(&path).unwrap();
        for trace in ["/call", "/stream", "Bearer", "#token"] {
            assert!(!script.contains(trace), "{trace} in {}", path.display());
        }
    }
    assert!(scripts > 0, "no script in {}", built.display());
}
