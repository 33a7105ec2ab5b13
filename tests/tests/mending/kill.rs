//! A mending whose process is killed at any moment is taken up, and ends as if nothing had happened.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use wenfang_tests::crash::scratch;
use wenfang_tests::kit::wenfang;
use wenfang_tests::rng::Rng;

use crate::novel::{Novel, items};

/// Number of kills; `WENFANG_KILLS` sets another one.
const KILLS: usize = 24;

/// Paragraphs with and without an error.
const PARAGRAPHS: usize = 60;

fn command(file: &Path, line: &str) -> Command {
    let mut words = line.split(' ').map(std::ffi::OsString::from).collect::<Vec<_>>();
    let at = words.iter().position(|word| word == "FILE").unwrap_or_default();
    words[at] = file.into();
    let mut command = Command::new(wenfang());
    command.args(words).env("WENFANG_HOME", file.with_extension("home")).stderr(Stdio::null());
    command
}

fn ok(file: &Path, line: &str) -> Result<Value> {
    let output = command(file, line).output()?;
    ensure!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
    serde_json::from_slice(&output.stdout).context("an answer")
}

const BEGIN: &str = "mend begin FILE --book --rules punctuation --by rules --wait";

/// What a mending came to, without times and ids of runs.
fn outcome(file: &Path) -> Result<Value> {
    let shown = ok(file, "mend show FILE 1")?;
    let rounds = items(&shown["scenes"]).iter().map(|scene| (&scene["best_round"], &scene["rounds"]));
    let issues = items(&shown["issues"]).iter().map(|issue| (&issue["id"], &issue["state"], &issue["fixes"]));
    let rounds: Vec<_> = rounds.collect();
    let issues: Vec<_> = issues.collect();
    let status = &shown["session"]["status"];
    Ok(json!({ "status": status, "rounds": rounds, "issues": issues }))
}

#[tokio::test]
async fn a_killed_mending_ends_as_an_uninterrupted_one() -> Result<()> {
    let folder = scratch()?;
    let text: Vec<String> = (0..PARAGRAPHS)
        .map(|at| format!("第{at}天江上有风{}船还没有来。", if at % 3 == 0 { "，，" } else { "，" }))
        .collect();
    let text = text.join("\n");
    let novel = Novel::of(&[("第一章", &text), ("第二章", &text), ("第三章", "没有风。")]).await;
    let template = novel.project.path().to_path_buf();
    novel.project.tidy().await?;
    let whole = folder.path().join("whole.wenfang");
    std::fs::copy(&template, &whole)?;
    ok(&whole, BEGIN)?;
    let expected = outcome(&whole)?;

    let kills = std::env::var("WENFANG_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS);
    let mut rng = Rng::new(20_261_128);
    let (mut killed, mut round) = (0, 0);
    while killed < kills {
        let file = folder.path().join(format!("{round}.wenfang"));
        std::fs::copy(&template, &file)?;
        round += 1;
        for attempt in 0.. {
            let mut process = command(&file, BEGIN).stdout(Stdio::null()).spawn()?;
            // Later kills come later, so that it ends.
            let wait = Duration::from_millis(rng.within(20..150 * (attempt / 4 + 1)) as u64);
            let began = Instant::now();
            while began.elapsed() < wait && process.try_wait()?.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            if process.try_wait()?.is_some() {
                break;
            }
            process.kill()?;
            process.wait()?;
            killed += 1;
        }
        ok(&file, BEGIN)?;
        ensure!(outcome(&file)? == expected, "after kills: {} instead of {expected}", outcome(&file)?);
        ensure!(ok(&file, "doctor FILE")?["healthy"] == true, "a killed mending damaged the file");
        ok(&file, "mend accept FILE 1")?;
        let accepted = ok(&file, "text FILE --scene 1")?;
        ensure!(accepted["text"].as_str() == Some(&text.replace("，，", "，")), "{accepted}");
        std::fs::remove_file(&file)?;
    }
    Ok(())
}
