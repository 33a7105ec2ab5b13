//! Sets up a fresh machine: system packages, components of the Rust toolchain and the JavaScript packages of the
//! page. Installs them where possible and lists them otherwise.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{answers, cargo, npm, root, run, say, succeeds};

/// How to detect that something is installed.
enum Probe {
    /// A program on the path.
    Program(&'static str),
    /// A library known to `pkg-config`.
    Library(&'static str),
    /// A font family that covers Chinese.
    ChineseFont,
    File(&'static str),
    /// A file in the module folder of GTK 3.
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
                .is_ok_and(|found| {
                    let folder = String::from_utf8_lossy(&found.stdout);
                    Path::new(folder.trim()).join("gtk-3.0/3.0.0").join(name).is_file()
                }),
        }
    }
}

/// A requirement, with the Debian package that provides it.
struct Needed {
    probe: Probe,
    package: &'static str,
    why: &'static str,
}

/// Requirements of every build.
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

/// Reads what was printed, and the pages of a PDF.
const READS_PDF: Needed =
    Needed { probe: Probe::Program("pdftotext"), package: "poppler-utils", why: "reads the text of a PDF" };

/// Requirements of the tests only.
const TO_TEST: &[Needed] = &[
    Needed {
        probe: Probe::Program("git"),
        package: "git",
        why: "tests list the files under version control",
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
    READS_PDF,
];

/// Requirements for building the Debian package.
const TO_PACKAGE: &[Needed] = &[Needed {
    probe: Probe::Program("dpkg-shlibdeps"),
    package: "dpkg-dev",
    why: "finds the libraries that the package depends on",
}];

/// Additional requirements for testing the package.
const TO_TEST_THE_PACKAGE: &[Needed] = &[
    Needed {
        probe: Probe::Program("desktop-file-validate"),
        package: "desktop-file-utils",
        why: "validates the desktop entry, and registers the file type",
    },
    Needed { probe: Probe::Program("gio"), package: "libglib2.0-bin", why: "opens a novel as desktops do" },
    Needed { probe: Probe::Program("dbus-run-session"), package: "dbus-daemon", why: "a session bus" },
];

/// Additional requirements for testing the program for PDF.
const TO_TEST_PDF: &[Needed] = &[
    READS_PDF,
    Needed { probe: Probe::ChineseFont, package: "fonts-noto-cjk", why: "the pages of a Chinese novel" },
];

/// The oldest Node.js supported by the tools of the page (Vite 8).
const NODE: (u32, u32) = (20, 19);

/// Makes sure that the requirements of the build are met.
///
/// # Errors
/// When something is missing and cannot be installed; the message says what to run.
pub fn set_up() -> Result<()> {
    say("Checking the requirements of the build");
    provide(TO_BUILD)?;
    node()
}

/// Makes sure that the requirements of the tests are met.
///
/// # Errors
/// See [`set_up`].
pub fn set_up_tests() -> Result<()> {
    say("Checking the requirements of the tests");
    provide(TO_TEST)
}

/// Makes sure that the package can be built.
///
/// # Errors
/// See [`set_up`].
pub fn set_up_packaging() -> Result<()> {
    provide(TO_PACKAGE)
}

/// Makes sure that the additional requirements for testing the program for PDF are met.
///
/// # Errors
/// See [`set_up`].
pub fn set_up_pdf_tests() -> Result<()> {
    provide(TO_TEST_PDF)
}

/// Makes sure that the additional requirements for testing the package are met.
///
/// # Errors
/// See [`set_up`].
pub fn set_up_package_tests() -> Result<()> {
    provide(TO_TEST_THE_PACKAGE)
}

/// Whether packages can be installed without a password.
pub fn can_be_root() -> bool {
    privileged().is_some()
}

fn provide(needed: &[Needed]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("   not on Linux: the build will report what is missing");
        return Ok(());
    }
    let mut missing = Vec::new();
    for needed in needed {
        let there = needed.probe.is_there();
        println!("   {}: {} ({})", needed.probe.name(), if there { "found" } else { "missing" }, needed.why);
        if !there {
            missing.push(needed.package);
        }
    }
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Checks the version of Node.js.
fn node() -> Result<()> {
    let found = Command::new("node").arg("--version").output();
    let version =
        found.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    let mut numbers = version.trim_start_matches('v').split('.').map(|part| part.parse().unwrap_or(0));
    if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= NODE {
        println!("   node {version}: found (builds the window's page)");
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

/// Makes sure that the JavaScript packages match the lock file.
///
/// # Errors
/// When npm cannot install them.
pub fn set_up_packages() -> Result<()> {
    let ui = root().join("ui");
    let time = |path: &str| std::fs::metadata(ui.join(path)).and_then(|found| found.modified()).ok();
    let installed = time("node_modules/.package-lock.json");
    if installed.is_some() && installed >= time("package-lock.json") {
        println!("   JavaScript packages: up to date");
        return Ok(());
    }
    say("Fetching JavaScript packages, as listed in the lock file; their scripts are not run");
    run(npm().args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
}

/// Makes sure that `cargo fmt` and `cargo clippy` are installed.
///
/// # Errors
/// When they are missing and the toolchain is not managed by rustup.
pub fn set_up_components() -> Result<()> {
    let missing: Vec<&str> = [("fmt", "rustfmt"), ("clippy", "clippy")]
        .into_iter()
        .filter(|(command, _)| !succeeds(cargo().args([command, "--version"])))
        .map(|(_, component)| component)
        .collect();
    if missing.is_empty() {
        println!("   rustfmt, clippy: found");
        return Ok(());
    }
    say(&format!("Adding {} to the Rust tool chain", missing.join(" and ")));
    if !answers("rustup", &["--version"]) {
        bail!("{} missing: add them to the Rust tool chain and run this again", missing.join(" and "));
    }
    run(Command::new("rustup").args(["component", "add"]).args(&missing))
}

/// Installs Debian packages, as root or with a sudo that needs no password.
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

/// A way to run commands as root without a password, if there is one.
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
