//! The installable package: builds it, inspects it, bundles it, and on request installs, runs and removes it.
//!
//! Tauri's bundler creates the package from `src-tauri/tauri*.conf.json`; this module adds what the bundler cannot
//! know: the licences of what ships, the system libraries that the programs need, and the path of the built command
//! line.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::{answers, cargo, npm, output_of, root, run, say};
use crate::{app, licences, pdf, seams, setup};

/// Builds the package for this platform; with `--test`, installs it, runs it and removes it again.
///
/// # Errors
/// When something cannot be built or must not ship, or when a test of the installed package fails.
pub fn package(rest: &[&str]) -> Result<()> {
    let is_tested = match rest {
        [] => false,
        ["--test"] => true,
        _ => bail!("`package` accepts only --test"),
    };
    if is_tested {
        require_installable()?;
        setup::set_up_tests()?;
        setup::set_up_package_tests()?;
    }
    let bundle = make()?;
    if is_tested {
        say("Installing, running and removing the package");
        run(npm().env("WENFANG_PACKAGE", &bundle).args(["run", "--silent", "test:package"]))?;
        say("The package passed its tests");
    }
    Ok(())
}

/// Refuses to replace an installed Wenfang.
fn require_installable() -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("only the Debian package can be tested from here");
    }
    if answers("dpkg", &["--status", "wenfang"]) {
        bail!("Wenfang is installed on this machine: the test would remove it; remove it yourself first");
    }
    if !setup::can_be_root() {
        bail!("the test installs a package: run it as root, or with a sudo that needs no password");
    }
    Ok(())
}

/// Builds and bundles; returns the path of the package, or on other systems the folder of all bundles.
fn make() -> Result<PathBuf> {
    setup::set_up()?;
    setup::set_up_packaging()?;
    app::page()?;
    let built = app::built()?;
    let pdf = pdf::program()?;
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
    seams::none_in(&window, &[&cli, &pdf])?;
    say("Bundling");
    let config = folder.join("bundle.json");
    std::fs::write(&config, configuration(&folder, &licences, [&window, &cli, &pdf])?)?;
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
    let packages = std::fs::read_dir(bundles.join("deb"))?.filter_map(|entry| Some(entry.ok()?.path()));
    let package = packages.filter(|path| path.extension() == Some("deb".as_ref())).max();
    let package = package.context("the bundler created no .deb")?;
    for file in [&window, &cli, &pdf, &package] {
        println!("   {} {:.1} MB", file.display(), std::fs::metadata(file)?.len() as f64 / 1e6);
    }
    Ok(package)
}

/// The configuration for the bundler, in addition to the files of `src-tauri`: the paths of the files just built.
fn configuration(folder: &Path, licences: &Path, [window, cli, pdf]: [&PathBuf; 3]) -> Result<String> {
    if !cfg!(target_os = "linux") {
        // Other bundles do not include the command line: they have no folder on the path.
        return Ok(format!(
            r#"{{"bundle":{{"externalBin":[{}],"resources":{{{}:"THIRD-PARTY-LICENSES"}}}}}}"#,
            json(beside(folder, pdf)?),
            json(licences)
        ));
    }
    let libraries = libraries(folder, [window, cli, pdf])?;
    let depends: Vec<String> = libraries.iter().map(json).collect();
    Ok(format!(
        r#"{{"bundle":{{"linux":{{"deb":{{"depends":[{}],"files":{{"/usr/bin/wenfang":{},"/usr/bin/wenfang-pdf":{},"/usr/share/doc/wenfang/THIRD-PARTY-LICENSES":{}}}}}}}}}}}"#,
        depends.join(","),
        json(cli),
        json(pdf),
        json(licences)
    ))
}

/// Copies a program under the name that the bundler expects of one that goes beside the window: with the name of the
/// platform. Returns its path without that name.
fn beside(folder: &Path, program: &Path) -> Result<PathBuf> {
    let about = output_of(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let named = folder.join("wenfang-pdf");
    let full = format!("{}-{host}{}", named.display(), std::env::consts::EXE_SUFFIX);
    std::fs::copy(program, &full).context(full)?;
    Ok(named)
}

/// A JSON string.
fn json(text: impl AsRef<Path>) -> String {
    format!("\"{}\"", text.as_ref().to_string_lossy().replace('\\', "\\\\").replace('"', "\\\""))
}

/// The Debian packages with the libraries that the programs need, with minimum versions, determined by Debian's own
/// tool.
fn libraries(folder: &Path, programs: [&PathBuf; 3]) -> Result<Vec<String>> {
    // The tool must run in the source folder of a package.
    std::fs::create_dir_all(folder.join("debian"))?;
    std::fs::write(
        folder.join("debian/control"),
        "Source: wenfang\n\nPackage: wenfang\nArchitecture: any\n",
    )?;
    let found = output_of(Command::new("dpkg-shlibdeps").current_dir(folder).arg("-O").args(programs))?;
    let (_, depends) = found.trim().split_once("shlibs:Depends=").context("dpkg-shlibdeps found nothing")?;
    Ok(depends.split(", ").map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_as_json_strings() {
        assert_eq!(json("a/作品 b"), "\"a/作品 b\"");
        assert_eq!(json("a\\\"b"), "\"a\\\\\\\"b\"");
    }
}
