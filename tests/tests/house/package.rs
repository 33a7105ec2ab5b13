//! Rules for the packages: the configuration per system is valid and matches the program.

use serde_json::Value;
use wenfang_project::schema;

use crate::{list, read, root, word};

/// The systems with their own configuration.
const SYSTEMS: [&str; 3] = ["linux", "windows", "macos"];

fn json(name: &str) -> Value {
    serde_json::from_str(&read(name)).unwrap()
}

/// The configuration that Tauri uses on a system: the common one, merged with the system's.
fn configuration(system: &str) -> Value {
    let mut all = json("src-tauri/tauri.conf.json");
    overlay(&mut all, json(&format!("src-tauri/tauri.{system}.conf.json")));
    all
}

fn overlay(under: &mut Value, over: Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (key, value) in over {
                overlay(under.entry(key).or_insert(Value::Null), value);
            }
        }
        (under, over) => *under = over,
    }
}

#[test]
fn the_bundler_accepts_the_configuration_of_every_system() {
    let Ok(schema) = std::fs::read(root().join("ui/node_modules/@tauri-apps/cli/config.schema.json")) else {
        eprintln!("skipped: the bundler is not installed (`npm ci` in `ui`)");
        return;
    };
    let schema = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
    let faults = |configuration: &Value| {
        schema.iter_errors(configuration).map(|fault| fault.to_string()).collect::<Vec<_>>()
    };
    for system in SYSTEMS {
        assert_eq!(faults(&configuration(system)), Vec::<String>::new(), "{system}");
    }
    let mut misspelt = configuration("linux");
    misspelt["bundle"]["shortDescriptoin"] = "a misspelt word".into();
    assert_ne!(faults(&misspelt), Vec::<String>::new(), "the schema accepts anything");
}

#[test]
fn every_packaged_file_exists() {
    for system in SYSTEMS {
        let bundle = &configuration(system)["bundle"];
        let mut files: Vec<&str> = list(bundle, "icon").iter().filter_map(Value::as_str).collect();
        let deb = &bundle["linux"]["deb"];
        files.extend(deb["files"].as_object().into_iter().flatten().filter_map(|(_, file)| file.as_str()));
        files.extend(deb["desktopTemplate"].as_str());
        files.extend(bundle["windows"]["nsis"]["installerIcon"].as_str());
        assert!(files.len() >= 5, "{system}: {files:?}");
        for file in files {
            assert!(root().join("src-tauri").join(file).is_file(), "{system}: {file}");
        }
    }
}

#[test]
fn all_version_numbers_are_equal() {
    let version = json("src-tauri/tauri.conf.json")["version"].clone();
    assert_eq!(word(&json("ui/package.json"), "version"), version);
    assert!(read("Cargo.toml").contains(&format!("[workspace.package]\nversion = {version}\n")));
}

#[test]
fn novels_are_recognised_by_extension_and_header() {
    let configuration = configuration("linux");
    let [association] = list(&configuration["bundle"], "fileAssociations") else {
        panic!("expected exactly one file association")
    };
    let kind = word(association, "mimeType");
    assert_eq!(association["ext"], serde_json::json!(["wenfang"]));
    let types = read("src-tauri/linux/wenfang.xml");
    assert!(types.contains(&format!("<mime-type type=\"{kind}\">")), "{types}");
    assert!(types.contains("<glob pattern=\"*.wenfang\"/>"), "{types}");
    let number = u32::try_from(schema::NOVEL.application_id).unwrap();
    let mark: String = number.to_be_bytes().map(char::from).iter().collect();
    assert!(types.contains(&format!("offset=\"68\" value=\"{mark}\"")), "{mark} in {types}");
    let entry = read("src-tauri/linux/wenfang.desktop");
    for line in ["Exec={{exec}} %f", "MimeType={{mime_type}}", "Name[zh_CN]=文房"] {
        assert!(entry.lines().any(|found| found == line), "{line} in {entry}");
    }
}

#[test]
fn the_package_states_our_licences() {
    let stated = read("src-tauri/linux/copyright").replace("\n .\n", "\n\n").replace("\n ", "\n");
    let mit = read("LICENSE-MIT");
    let (_, terms) = mit.split_once("The Wenfang authors\n\n").unwrap();
    assert!(stated.ends_with(terms), "{stated}");
    assert!(stated.contains("\nLicense: MIT or Apache-2.0\n"), "{stated}");
}
