//! The scripts and commands in the documents run.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use wenfang_tests::kit;

use crate::commands;
use crate::desk::Desk;

const README: &str = include_str!("../../../README.md");
const FILE_FORMAT: &str = include_str!("../../../docs/file-format.md");
const SAMPLE: &str = include_str!("../../../samples/渡口.md");

/// The code blocks of a document in a language.
fn blocks(document: &'static str, language: &str) -> Vec<&'static str> {
    let begin = format!("```{language}\n");
    let blocks = document.split(&*begin).skip(1).map(|after| after.split("```").next());
    blocks.map(Option::unwrap_or_default).collect()
}

/// Whether all of these programs are installed; prints the missing ones.
fn are_here(programs: &[&str]) -> bool {
    let is_here = |program: &&&str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let missing: Vec<_> = programs.iter().filter(|program| !is_here(program)).collect();
    if !missing.is_empty() {
        eprintln!("skipped: {missing:?} not found on this machine");
    }
    missing.is_empty()
}

/// A novel with volumes, scene breaks, texts stored as deltas, and parts in the bin; with a copy beside it.
fn novel() -> Desk {
    let desk = Desk::new();
    desk.write("ferry.md", SAMPLE);
    desk.ok("new novel.wenfang --title 渡口");
    desk.ok("import novel.wenfang ferry.md");
    desk.ok("create novel.wenfang --title 下卷");
    desk.ok("create novel.wenfang --volume 2 --title '第四章 灯'");
    for scene in [1, 2, 4] {
        for round in 1..4 {
            let text = desk.text(scene).replacen('。', &format!("，这是第{round}遍。"), 1);
            desk.save(scene, &text);
        }
    }
    desk.ok("checkpoint create novel.wenfang --name 初稿");
    desk.ok("checkpoint create novel.wenfang --name 又一稿");
    desk.ok("bin put novel.wenfang --scene 3");
    desk.ok("check novel.wenfang --rules punctuation");
    desk.ok("workflow run novel.wenfang scene_check --chapter 1 --wait");
    std::fs::copy(desk.path("novel.wenfang"), desk.path("copy.wenfang")).unwrap();
    desk
}

/// A program in the folder of a desk, with `wenfang` on the path.
fn run_in(desk: &Desk, program: &str) -> Command {
    let mut folders = vec![kit::wenfang().parent().unwrap().to_path_buf()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let mut command = Command::new(program);
    command
        .current_dir(desk.path("."))
        .env("PATH", std::env::join_paths::<_, PathBuf>(folders).unwrap())
        .env("WENFANG_HOME", desk.path("studio"));
    command
}

/// Runs a program in the folder of a desk and returns its output; it must succeed without writing to standard error.
fn printed(desk: &Desk, program: &str, arguments: &[&str]) -> String {
    let output = run_in(desk, program).args(arguments).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{program} {arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty()).collect()
}

#[test]
fn the_script_extracts_the_novel_without_wenfang() {
    if !are_here(&["python3", "zstd"]) {
        return;
    }
    let desk = novel();
    let count = "import sqlite3; print(sqlite3.connect('copy.wenfang').execute('select max(codec) from blobs').fetchone()[0])";
    assert_eq!(printed(&desk, "python3", &["-c", count]).trim(), "2", "no text is stored as a delta");

    let [script] = blocks(FILE_FORMAT, "python")[..] else { panic!("expected one script in the document") };
    desk.write("novel.py", script);
    let by_hand = printed(&desk, "python3", &["novel.py", "copy.wenfang"]);
    desk.ok("export novel.wenfang novel.txt");
    let exported = desk.read("novel.txt");
    // The script omits the title of the book, which begins an export.
    assert_eq!(lines(&by_hand), lines(&exported)[1..]);
    assert!(by_hand.contains("这是第3遍") && by_hand.contains("下卷"), "{by_hand}");
}

#[test]
fn every_command_of_the_document_runs() {
    if !are_here(&["sqlite3", "zstd", "sha256sum"]) {
        return;
    }
    let desk = novel();
    let mut answered = 0;
    for block in blocks(FILE_FORMAT, "sh") {
        answered += usize::from(!printed(&desk, "sh", &["-euc", block]).is_empty());
    }
    assert!(answered >= 5, "only {answered} of the commands printed anything");
    // The commands reconstruct the text of scene 1 from its deltas.
    assert_eq!(desk.read("text"), desk.text(1));
}

#[test]
fn the_readme_names_every_command_and_its_example_runs() {
    let desk = Desk::new();
    let unnamed = commands(&desk, "").into_iter().filter(|name| !README.contains(&format!("`{name}`")));
    assert_eq!(unnamed.collect::<Vec<_>>(), Vec::<String>::new());

    if cfg!(windows) {
        eprintln!("skipped: the example needs a shell that this system lacks");
        return;
    }
    desk.write("samples/渡口.md", SAMPLE);
    let blocks = blocks(README, "sh");
    let example = blocks.iter().find(|block| block.starts_with("wenfang new")).unwrap();
    let output = printed(&desk, "sh", &["-euc", example]);
    assert!(output.contains("healthy: yes"), "{output}");
}
