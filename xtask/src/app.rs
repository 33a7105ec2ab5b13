//! The product as it is today: the sample novel, made and shown through `wenfang`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::run::{cargo, root, run, say};
use crate::setup;

/// Sets the machine up, builds `wenfang`, makes the sample novel once and shows it.
///
/// # Errors
/// When the build or a command of `wenfang` fails.
pub fn app() -> Result<()> {
    setup::set_up()?;
    say("Building wenfang");
    run(cargo().args(["build", "--package", "wenfang-cli"]))?;
    let built = built()?;
    let wenfang =
        || Command::new(built.join("debug").join(format!("wenfang{}", std::env::consts::EXE_SUFFIX)));
    let novel = sample(&built, wenfang)?;
    say("The novel at a glance");
    run(wenfang().arg("--pretty").arg("info").arg(&novel))?;
    say("Its chapters and scenes");
    run(wenfang().arg("--pretty").arg("outline").arg(&novel))?;
    say("The text of its first scene");
    run(wenfang().arg("--pretty").arg("text").arg(&novel).args(["--scene", "1"]))?;
    say("Done");
    println!("   `wenfang --help` lists what else it does; README.md walks through it.");
    println!("   wenfang: {}", built.join("debug").display());
    println!("   novel:   {}", novel.display());
    Ok(())
}

/// The folder cargo builds into: this program lies in `debug/` of it.
fn built() -> Result<PathBuf> {
    let own = std::env::current_exe().context("this program does not know where it is")?;
    own.ancestors().nth(2).map(Path::to_owned).context("this program is not in a target folder")
}

/// The sample novel; made unless it is there from last time.
fn sample(built: &Path, wenfang: impl Fn() -> Command) -> Result<PathBuf> {
    let folder = built.join("sample");
    let novel = folder.join("渡口.wenfang");
    if novel.exists() {
        say("The sample novel is there from last time and stays as it is");
        println!("   delete it to have it made anew: {}", novel.display());
        return Ok(novel);
    }
    say("Making the sample novel");
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    // It gets its name when it is whole, so that an interrupted run leaves nothing half made.
    let half = folder.join("half-made.wenfang");
    if half.exists() {
        std::fs::remove_file(&half).with_context(|| format!("{} cannot be removed", half.display()))?;
    }
    let text = root().join("samples/渡口.md");
    run(wenfang().arg("--pretty").arg("new").arg(&half).args(["--title", "渡口", "--author", "文房"]))?;
    run(wenfang().arg("--pretty").arg("import").arg(&half).arg(&text))?;
    run(wenfang().arg("--pretty").args(["checkpoint", "create"]).arg(&half).args(["--name", "初稿"]))?;
    std::fs::rename(&half, &novel).with_context(|| format!("{} cannot be named", novel.display()))?;
    Ok(novel)
}
