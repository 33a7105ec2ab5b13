//! What people install: built, looked through, bundled, and on request installed, run and removed.
//!
//! Tauri's own bundler makes the package from `src-tauri/tauri*.conf.json`; here is what it cannot know: the licences of
//! what ships, the libraries of the system that the programs want, and where the command line was built.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::{answers, cargo, npm, root, run, say, told};
use crate::{app, licences, seams, setup};

/// Makes the package of this platform; with `--test`, installs it, runs it and removes it again.
///
/// # Errors
/// When something cannot be built or must not ship, or at the first thing that does not hold of the installed package.
pub fn package(rest: &[&str]) -> Result<()> {
    let is_tested = match rest {
        [] => false,
        ["--test"] => true,
        _ => bail!("`package` takes nothing but --test"),
    };
    if is_tested {
        may_install()?;
        setup::set_up_tests()?;
        setup::set_up_package_tests()?;
    }
    let bundle = make()?;
    if is_tested {
        say("Installing, running and removing the package");
        run(npm().env("WENFANG_PACKAGE", &bundle).args(["run", "--silent", "test:package"]))?;
        say("The package holds what it promises");
    }
    Ok(())
}

/// The package would take the place of one that somebody uses.
fn may_install() -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("only the Debian package can be tested from here");
    }
    if answers("dpkg", &["--status", "wenfang"]) {
        bail!("Wenfang is installed on this machine: the test would remove it. Remove it yourself first.");
    }
    if !setup::can_be_root() {
        bail!("the test installs a package: run it as root, or where sudo asks for no password");
    }
    Ok(())
}

/// Builds and bundles; answers where the package lies, or on other systems the folder of all that was made.
fn make() -> Result<PathBuf> {
    setup::set_up()?;
    setup::set_up_packaging()?;
    app::page()?;
    let built = app::built()?;
    let folder = built.join("package");
    std::fs::create_dir_all(&folder)?;
    say("Gathering the licences of everything that ships");
    let licences = folder.join("THIRD-PARTY-LICENSES");
    std::fs::write(&licences, licences::third_party(&folder.join("page"))?)?;
    say("Building the programs; this takes a while");
    run(cargo().args([
        "build",
        "--release",
        "--locked",
        "--package",
        "wenfang-desktop",
        "--package",
        "wenfang-cli",
    ]))?;
    let program = |name: &str| built.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let (window, cli) = (program("wenfang-desktop"), program("wenfang"));
    say("Looking for test seams and developers' tools in the programs");
    seams::none_in(&window, &cli)?;
    say("Bundling");
    let config = folder.join("bundle.json");
    std::fs::write(&config, configuration(&folder, &licences, [&window, &cli])?)?;
    let bundles = built.join("release/bundle");
    if bundles.exists() {
        std::fs::remove_dir_all(&bundles)?;
    }
    let tauri = root().join("ui/node_modules/@tauri-apps/cli/tauri.js");
    let mut bundler = Command::new("node");
    bundler.current_dir(root().join("src-tauri")).arg(tauri).args(["bundle", "--ci", "--no-binary-patching"]);
    run(bundler.arg("--config").arg(&config))?;
    if !cfg!(target_os = "linux") {
        println!("   {}", bundles.display());
        return Ok(bundles);
    }
    let made = std::fs::read_dir(bundles.join("deb"))?.filter_map(|entry| Some(entry.ok()?.path()));
    let package = made.filter(|path| path.extension() == Some("deb".as_ref())).max();
    let package = package.context("the bundler made no .deb")?;
    for made in [&window, &cli, &package] {
        println!("   {} {:.1} MB", made.display(), std::fs::metadata(made)?.len() as f64 / 1e6);
    }
    Ok(package)
}

/// What the bundler is told beside the files of `src-tauri`: where things lie that were just made.
fn configuration(folder: &Path, licences: &Path, [window, cli]: [&PathBuf; 2]) -> Result<String> {
    if !cfg!(target_os = "linux") {
        // The command line is not in these bundles: they have no folder that is on everybody's path.
        return Ok(format!(r#"{{"bundle":{{"resources":{{{}:"THIRD-PARTY-LICENSES"}}}}}}"#, json(licences)));
    }
    let libraries = libraries(folder, [window, cli])?;
    let depends: Vec<String> = libraries.iter().map(json).collect();
    Ok(format!(
        r#"{{"bundle":{{"linux":{{"deb":{{"depends":[{}],"files":{{"/usr/bin/wenfang":{},"/usr/share/doc/wenfang/THIRD-PARTY-LICENSES":{}}}}}}}}}}}"#,
        depends.join(","),
        json(cli),
        json(licences)
    ))
}

/// A string of JSON.
fn json(text: impl AsRef<Path>) -> String {
    format!("\"{}\"", text.as_ref().to_string_lossy().replace('\\', "\\\\").replace('"', "\\\""))
}

/// The packages that the programs take libraries from, in releases that are new enough, as Debian's own tool finds them.
fn libraries(folder: &Path, programs: [&PathBuf; 2]) -> Result<Vec<String>> {
    // It wants to stand in the source of a package.
    std::fs::create_dir_all(folder.join("debian"))?;
    std::fs::write(
        folder.join("debian/control"),
        "Source: wenfang\n\nPackage: wenfang\nArchitecture: any\n",
    )?;
    let found = told(Command::new("dpkg-shlibdeps").current_dir(folder).arg("-O").args(programs))?;
    let (_, depends) = found.trim().split_once("shlibs:Depends=").context("dpkg-shlibdeps found nothing")?;
    Ok(depends.split(", ").map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_string_of_json_whatever_it_holds() {
        assert_eq!(json("a/作品 b"), "\"a/作品 b\"");
        assert_eq!(json("a\\\"b"), "\"a\\\\\\\"b\"");
    }
}
