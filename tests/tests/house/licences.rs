//! Licences of all packages built into Wenfang, checked against the list in `deny.toml`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{list, metadata, read, root, word};

// The packaging task shares this parser of `deny.toml`.
#[path = "../../../xtask/src/licences/rules.rs"]
mod rules;

use rules::{Rules, is_allowed};

/// The platform of this machine.
fn host() -> String {
    let output = std::process::Command::new("rustc").arg("-vV").output().unwrap();
    let about = String::from_utf8(output.stdout).unwrap();
    about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Dependencies of all platforms or, if not all of them are on this machine, of this platform.
fn dependencies() -> Vec<Value> {
    let metadata = metadata(&[]).or_else(|| metadata(&["--filter-platform", &host()])).unwrap();
    list(&metadata, "packages").iter().filter(|package| package["source"] != Value::Null).cloned().collect()
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let rules = Rules::read(&read("deny.toml"));
    assert!(!rules.allowed.is_empty());
    let dependencies = dependencies();
    assert!(dependencies.len() > 50, "{}", dependencies.len());
    let wrong: Vec<String> = dependencies
        .iter()
        .map(|package| (word(package, "name"), package["license"].as_str().unwrap_or("none")))
        .filter(|(name, licence)| !rules.allow(name, licence))
        .map(|(name, licence)| format!("{name}: {licence}"))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
    for licence in rules.allowed {
        let mut licences = dependencies.iter().filter_map(|package| package["license"].as_str());
        assert!(
            licences.any(|expression| expression.contains(&licence)),
            "{licence} is allowed but not used"
        );
    }
}

#[test]
fn every_dependency_of_the_pdf_program_is_allowed() {
    let rules = Rules::read(&read("pdf/deny.toml"));
    let Some(metadata) = metadata(&["--manifest-path", "pdf/Cargo.toml", "--filter-platform", &host()])
    else {
        eprintln!("skipped: the crates of `pdf` are not on this machine (`cargo xtask pdf`)");
        return;
    };
    let dependencies =
        || list(&metadata, "packages").iter().filter(|package| package["source"] != Value::Null);
    assert!(dependencies().count() > 50);
    let licence = |package: &Value| package["license"].as_str().unwrap_or("none").to_owned();
    let wrong: Vec<String> = dependencies()
        .filter(|package| !rules.allow(word(package, "name"), &licence(package)))
        .map(|package| format!("{}: {}", word(package, "name"), licence(package)))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
    for allowed in &rules.allowed {
        let is_used = dependencies().any(|package| licence(package).contains(allowed.as_str()));
        assert!(is_used, "{allowed} is allowed but not used");
    }
    assert!(dependencies().all(|package| word(package, "source").starts_with("registry+")));
}

#[test]
fn the_lock_of_the_pdf_program_is_complete() {
    let lock = read("pdf/Cargo.lock");
    assert!(lock.matches("[[package]]").count() > 100);
    let named = |name: &str| lock.contains(&format!("name = \"{name}\"\n"));
    assert!(named("typst") && named("wenfang-pdf"));
    // The program reaches no network: the packages of the layout language are not fetched.
    for network in ["ureq", "reqwest", "hyper", "native-tls", "openssl"] {
        assert!(!named(network), "{network}");
    }
}

#[test]
fn every_dependency_comes_from_the_same_registry() {
    let dependencies = dependencies();
    let sources: BTreeSet<&str> = dependencies.iter().map(|package| word(package, "source")).collect();
    assert_eq!(sources.len(), 1, "{sources:?}");
    assert!(sources.iter().all(|source| source.starts_with("registry+")), "{sources:?}");
}

#[test]
fn our_own_licences_exist() {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert!(root().join(name).is_file(), "{name}");
    }
    let metadata = metadata(&["--no-deps"]).unwrap();
    for package in list(&metadata, "packages") {
        assert_eq!(word(package, "license"), "MIT OR Apache-2.0", "{}", word(package, "name"));
    }
}

/// Allowed licences of npm packages: dependencies of the page, and tools to build and test it.
const PAGE_LICENCES: &[&str] =
    &["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "CC0-1.0", "BlueOak-1.0.0"];

/// Tools with other licences; they are not shipped.
const TOOLS: &[(&str, &str)] = &[("axe-core", "MPL-2.0"), ("lightningcss", "MPL-2.0")];

#[test]
fn npm_packages_are_licensed_portable_and_run_no_scripts() {
    let allowed: BTreeSet<String> = PAGE_LICENCES.iter().map(|&licence| licence.to_owned()).collect();
    let lock: Value = serde_json::from_str(&read("ui/package-lock.json")).unwrap();
    let mut wrong = Vec::new();
    for (path, package) in lock["packages"].as_object().unwrap() {
        let Some((_, name)) = path.rsplit_once("node_modules/") else { continue };
        let licence = package["license"].as_str().unwrap_or("none");
        let is_tool = package["dev"] == true
            && TOOLS.iter().any(|(tool, known)| name.starts_with(tool) && licence == *known);
        if !is_tool && !is_allowed(licence, &allowed) {
            wrong.push(format!("{name}: {licence}"));
        }
        if package.get("resolved").is_some() {
            wrong.push(format!("{name}: names a registry"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(read("ui/.npmrc").contains("ignore-scripts=true"), "packages must not run install scripts");
}
