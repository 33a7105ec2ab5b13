//! Set-up of a fresh machine: system packages, parts of the Rust tool chain and the window's JavaScript packages,
//! installed where that is possible and named where it is not.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{answers, cargo, npm, root, run, say, succeeds};

/// How to see that something is there.
enum Probe {
    /// A program on the path.
    Program(&'static str),
    /// A library that `pkg-config` knows.
    Library(&'static str),
    /// A font family that covers Chinese.
    ChineseFont,
    /// A file.
    File(&'static str),
    /// A file within GTK 3's folder of modules.
    GtkModule(&'static str),
}

impl Probe {
    fn name(&self) -> &'static str {
        match self {
            Self::Program(name) | Self::Library(name) | Self::File(name) | Self::GtkModule(name) => name,
            Self::ChineseFont => "a Chinese font",
        }
    }

    fn is_there(&self) -> bool {
        match self {
            Self::Program(name) => {
                let path = std::env::var_os("PATH").unwrap_or_default();
                std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
            }
            Self::Library(name) => answers("pkg-config", &["--exists", name]),
            Self::ChineseFont => Command::new("fc-list")
                .arg(":lang=zh-cn")
                .output()
                .is_ok_and(|found| !found.stdout.is_empty()),
            Self::File(path) => Path::new(path).is_file(),
            Self::GtkModule(name) => Command::new("pkg-config")
                .args(["--variable=libdir", "gtk+-3.0"])
                .output()
                .is_ok_and(|told| {
                    let folder = String::from_utf8_lossy(&told.stdout);
                    Path::new(folder.trim()).join("gtk-3.0/3.0.0").join(name).is_file()
                }),
        }
    }
}

/// Something that must be there, and the Debian package that brings it.
struct Needed {
    probe: Probe,
    package: &'static str,
    why: &'static str,
}

/// What every build needs.
const TO_BUILD: &[Needed] = &[
    Needed { probe: Probe::Program("cc"), package: "build-essential", why: "builds SQLite and zstd" },
    Needed { probe: Probe::Program("pkg-config"), package: "pkg-config", why: "finds libraries" },
    Needed {
        probe: Probe::Library("webkit2gtk-4.1"),
        package: "libwebkit2gtk-4.1-dev",
        why: "shows the window",
    },
    Needed { probe: Probe::ChineseFont, package: "fonts-noto-cjk", why: "shows Chinese" },
];

/// What only the tests need.
const TO_TEST: &[Needed] = &[
    Needed {
        probe: Probe::Program("git"),
        package: "git",
        why: "tests look at the files under version control",
    },
    Needed {
        probe: Probe::Program("chromium-headless-shell"),
        package: "chromium-headless-shell",
        why: "browser tests",
    },
    Needed {
        probe: Probe::Program("WebKitWebDriver"),
        package: "webkit2gtk-driver",
        why: "drives the window",
    },
    Needed {
        probe: Probe::File("/usr/share/hunspell/en_US.dic"),
        package: "hunspell-en-us",
        why: "a dictionary for English spelling",
    },
    Needed { probe: Probe::Program("Xvfb"), package: "xvfb", why: "a screen for the window" },
    Needed { probe: Probe::Program("xauth"), package: "xauth", why: "belongs to xvfb-run" },
    Needed { probe: Probe::Program("xdotool"), package: "xdotool", why: "keys of a real keyboard" },
    Needed { probe: Probe::Program("xprop"), package: "x11-utils", why: "looks at windows" },
    Needed { probe: Probe::Program("import"), package: "imagemagick", why: "pictures of the window" },
    Needed { probe: Probe::Program("openbox"), package: "openbox", why: "a window manager on that screen" },
    Needed {
        probe: Probe::Program("dbus-daemon"),
        package: "dbus-daemon",
        why: "a bus for the input method",
    },
    Needed { probe: Probe::Program("fcitx5"), package: "fcitx5", why: "an input method with real keys" },
    Needed {
        probe: Probe::File("/usr/share/fcitx5/inputmethod/pinyin.conf"),
        package: "fcitx5-pinyin",
        why: "composes Chinese from pinyin",
    },
    Needed {
        probe: Probe::GtkModule("immodules/im-fcitx5.so"),
        package: "fcitx5-frontend-gtk3",
        why: "lets the window compose by it",
    },
];

/// What the Debian package is made with.
const TO_PACKAGE: &[Needed] = &[Needed {
    probe: Probe::Program("dpkg-shlibdeps"),
    package: "dpkg-dev",
    why: "finds the libraries that the package depends on",
}];

/// What the test of the package needs beside that.
const TO_TEST_THE_PACKAGE: &[Needed] = &[
    Needed {
        probe: Probe::Program("desktop-file-validate"),
        package: "desktop-file-utils",
        why: "judges the desktop entry, and tells desktops what opens a novel",
    },
    Needed { probe: Probe::Program("gio"), package: "libglib2.0-bin", why: "opens a novel as desktops do" },
    Needed { probe: Probe::Program("dbus-run-session"), package: "dbus-daemon", why: "a session bus" },
];

/// The oldest Node.js that the tools of the window run with (Vite 8).
const NODE: (u32, u32) = (20, 19);

/// Makes sure that the build has what it needs.
///
/// # Errors
/// When something is missing and cannot be installed from here; the message says what to run.
pub fn set_up() -> Result<()> {
    say("Looking for what the build needs");
    provide(TO_BUILD)?;
    node()
}

/// Makes sure that the tests have what they need.
///
/// # Errors
/// Those of [`set_up`].
pub fn set_up_tests() -> Result<()> {
    say("Looking for what the tests need");
    provide(TO_TEST)
}

/// Makes sure that the package can be made.
///
/// # Errors
/// Those of [`set_up`].
pub fn set_up_packaging() -> Result<()> {
    provide(TO_PACKAGE)
}

/// Makes sure that the test of the package has what it needs beside what the others do.
///
/// # Errors
/// Those of [`set_up`].
pub fn set_up_package_tests() -> Result<()> {
    provide(TO_TEST_THE_PACKAGE)
}

/// Whether packages can be installed from here without a question.
pub fn can_be_root() -> bool {
    privileged().is_some()
}

fn provide(needed: &[Needed]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("   not on Linux: the build itself will name what is missing");
        return Ok(());
    }
    let mut missing = Vec::new();
    for needed in needed {
        let there = needed.probe.is_there();
        println!("   {}: {} ({})", needed.probe.name(), if there { "there" } else { "missing" }, needed.why);
        if !there {
            missing.push(needed.package);
        }
    }
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Node.js in a release the window's tools run with.
fn node() -> Result<()> {
    let found = Command::new("node").arg("--version").output();
    let version =
        found.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    let mut numbers = version.trim_start_matches('v').split('.').map(|part| part.parse().unwrap_or(0));
    if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= NODE {
        println!("   node {version}: there (builds the window's page)");
        return Ok(());
    }
    bail!(
        "Node.js {}.{} or later is needed to build the window's page; found: {}\n\n    \
         install it from https://nodejs.org or with a version manager, then run this again\n",
        NODE.0,
        NODE.1,
        if version.is_empty() { "none" } else { &version },
    );
}

/// Makes sure that the window's JavaScript packages are those of the lock file.
///
/// # Errors
/// When npm cannot bring them.
pub fn set_up_packages() -> Result<()> {
    let ui = root().join("ui");
    let time = |path: &str| std::fs::metadata(ui.join(path)).and_then(|found| found.modified()).ok();
    let installed = time("node_modules/.package-lock.json");
    if installed.is_some() && installed >= time("package-lock.json") {
        println!("   JavaScript packages: there");
        return Ok(());
    }
    say("Fetching JavaScript packages, as the lock file names them; none of their scripts is run");
    run(npm().args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
}

/// Makes sure that `cargo fmt` and `cargo clippy` are there.
///
/// # Errors
/// When they are missing and the tool chain is not rustup's.
pub fn set_up_components() -> Result<()> {
    let missing: Vec<&str> = [("fmt", "rustfmt"), ("clippy", "clippy")]
        .into_iter()
        .filter(|(command, _)| !succeeds(cargo().args([command, "--version"])))
        .map(|(_, component)| component)
        .collect();
    if missing.is_empty() {
        println!("   rustfmt, clippy: there");
        return Ok(());
    }
    say(&format!("Adding {} to the Rust tool chain", missing.join(" and ")));
    if !answers("rustup", &["--version"]) {
        bail!("{} missing: add them to the Rust tool chain and run this again", missing.join(" and "));
    }
    run(Command::new("rustup").args(["component", "add"]).args(&missing))
}

/// Installs Debian packages, as root or with a sudo that asks for no password.
fn install(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if !answers("apt-get", &["--version"]) {
        bail!("install these with the package manager of this system, then run this again: {list}");
    }
    let Some(prefix) = privileged() else {
        bail!(
            "run this, then the same command again:\n\n    sudo apt-get update && sudo apt-get install -y {list}\n"
        );
    };
    say(&format!("Installing {list} with apt-get"));
    run(prefix().args(["apt-get", "update", "-qq"]))?;
    let options = ["-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600"];
    run(prefix().args(["apt-get", "install"]).args(options).args(packages))
}

/// How to run something as root without a question, if there is a way.
fn privileged() -> Option<impl Fn() -> Command> {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == "0");
    if !is_root && !answers("sudo", &["-n", "true"]) {
        return None;
    }
    Some(move || {
        let mut command = Command::new(if is_root { "env" } else { "sudo" });
        if !is_root {
            command.args(["-n", "env"]);
        }
        command.arg("DEBIAN_FRONTEND=noninteractive");
        command
    })
}
