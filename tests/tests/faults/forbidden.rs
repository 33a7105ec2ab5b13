//! Files and folders without write or read permission.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result};
use wenfang_project::Mode;
use wenfang_tests::crash::workload::template;
use wenfang_tests::kit;

use crate::{code, names, open, runtime, text};

/// Runs `wenfang` as a user who is not root.
fn run_unprivileged(binary: &Path, args: &[&Path], input: &str) -> Result<Output> {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(binary);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if is_root() {
        command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    }
    let mut child = command.spawn()?;
    child.stdin.take().context("no pipe")?.write_all(input.as_bytes())?;
    Ok(child.wait_with_output()?)
}

const UNPRIVILEGED: u32 = 65_534;

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}

#[test]
#[cfg(target_os = "linux")]
fn a_write_protected_path_is_named_and_readable() -> Result<()> {
    use std::os::unix::fs::{PermissionsExt, chown};
    let home = tempfile::tempdir()?;
    let allow = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    allow(home.path(), 0o755)?;
    let binary = home.path().join("wenfang");
    std::fs::copy(kit::wenfang(), &binary)?;
    allow(&binary, 0o755)?;
    // Permissions of the file and of the folder, the result of saving, and whether the file can be read.
    for (of_file, of_folder, saving, is_readable) in [
        (0o444, 0o777, "not_writable", true),
        (0o666, 0o555, "not_writable", true),
        (0o444, 0o555, "not_writable", true),
        (0o000, 0o777, "io", false),
        (0o666, 0o777, "", true),
    ] {
        let folder = home.path().join(format!("{of_file:o}-{of_folder:o}"));
        std::fs::create_dir(&folder)?;
        let path = runtime()?.block_on(template(&folder))?;
        if is_root() {
            chown(&path, Some(UNPRIVILEGED), Some(UNPRIVILEGED))?;
        }
        let before = std::fs::read(&path)?;
        allow(&path, of_file)?;
        allow(&folder, of_folder)?;
        let what = format!("file {of_file:o}, folder {of_folder:o}");
        let args = [Path::new("save"), &path, Path::new("--scene"), Path::new("1")];
        let saved = run_unprivileged(&binary, &args, "新的一页。\n")?;
        assert_eq!(code(&saved), saving, "{what}: {saved:?}");
        let read = run_unprivileged(&binary, &[Path::new("outline"), &path], "")?;
        assert_eq!(read.status.success(), is_readable, "{what}: {read:?}");
        assert!(!["internal", "damaged"].contains(&code(&read).as_str()), "{what}: {read:?}");
        if !saving.is_empty() {
            assert_eq!(std::fs::read(&path)?, before, "{what}");
        }
        assert_eq!(names(&folder)?, ["novel.wenfang"], "{what}");
        allow(&folder, 0o777)?;
        allow(&path, 0o666)?;
        let args = [Path::new("save"), &path, Path::new("--scene"), Path::new("1")];
        let saved = run_unprivileged(&binary, &args, "又一页。\n")?;
        assert!(saved.status.success(), "{what}, afterwards: {saved:?}");
        assert_eq!(
            runtime()?.block_on(async {
                let (project, _) = open(&path, Mode::Read).await?;
                let now = text(&project, 1).await?;
                project.close().await?;
                anyhow::Ok(now)
            })?,
            "又一页。\n"
        );
    }
    Ok(())
}
