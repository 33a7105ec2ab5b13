//! Backups, compaction, verification, and write locks.

use serde_json::json;
use wenfang_studio::{Mode, projects};

use crate::desk::{Desk, failure, items};

#[test]
fn a_backup_is_a_whole_project() {
    let desk = Desk::with_novel();
    let made = desk.ok("backup novel.wenfang copies");
    let names = desk.list("copies");
    assert_eq!(names.len(), 1);
    assert_eq!(made["path"], json!(format!("copies/{}", names[0])));
    assert!(made["bytes"].as_u64().unwrap() > 0 && made["proved_at"].is_i64());
    let copy = desk.ok(&format!("outline copies/{}", names[0]));
    assert_eq!(copy, desk.ok("outline novel.wenfang"));
    desk.ok("backup novel.wenfang copies");
    assert_eq!(desk.list("copies").len(), 2, "a second backup does not replace the first");
}

#[test]
fn compaction_previews_what_it_would_free() {
    let desk = Desk::with_novel();
    desk.save(1, "江上无风。");
    let preview = desk.ok("compact novel.wenfang --dry-run");
    assert_eq!((&preview["applied"], &preview["versions_before"]), (&json!(false), &json!(5)));
    assert_eq!(preview["versions_removed"], 0, "the author's own versions stay");
    desk.ok("compact novel.wenfang");
    assert_eq!(desk.ok("info novel.wenfang")["versions"], 5);
}

#[test]
fn the_doctor_reports_a_sound_project_as_healthy() {
    let desk = Desk::with_novel();
    let found = desk.ok("doctor novel.wenfang");
    assert_eq!((&found["healthy"], &found["damage"]), (&json!(true), &json!([])));
    assert_eq!((&found["scenes"], &found["versions"]), (&json!(4), &json!(4)));
    let rebuilt = desk.ok("doctor novel.wenfang --rebuild");
    assert_eq!((&rebuilt["healthy"], &rebuilt["rebuilt"]), (&json!(true), &json!(0)));
}

#[test]
fn the_doctor_names_the_damaged_parts() {
    let desk = Desk::with_novel();
    let mut bytes = std::fs::read(desk.path("novel.wenfang")).unwrap();
    let title = "第二章 灯".as_bytes();
    let places: Vec<usize> =
        (0..bytes.len() - title.len()).filter(|at| bytes[*at..].starts_with(title)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + 3].copy_from_slice("笫".as_bytes());
    }
    desk.write("novel.wenfang", bytes);
    let output = desk.run("doctor novel.wenfang", "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["healthy"], false);
    let named = items(&report["damage"]).iter();
    assert!(named.clone().any(|damage| damage["part"] == "chapter" && damage["id"] == 2), "{report}");
    assert_eq!(failure("doctor", &output, 1)["code"], "damaged");
    assert_eq!(desk.text(1).lines().count(), 2, "the rest can be read");
}

#[test]
fn a_file_cut_in_half_is_diagnosed_and_salvaged() {
    let desk = Desk::with_novel();
    let bytes = std::fs::read(desk.path("novel.wenfang")).unwrap();
    let half = &bytes[..bytes.len() / 2];
    desk.write("novel.wenfang", half);
    assert_eq!(
        desk.refused("describe --title 灯 novel.wenfang")["code"],
        "damaged",
        "the file is not written"
    );
    let output = desk.run("doctor novel.wenfang", "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(failure("doctor", &output, 1)["code"], "damaged");
    assert!(!items(&report["salvage"]["tables"]).is_empty(), "{report}");
    assert!(!items(&report["salvage"]["pages"]).is_empty(), "{report}");
    let refused = desk.refused("export novel.wenfang novel.txt");
    assert!(refused["hint"].as_str().unwrap().contains("wenfang salvage"), "{refused}");
    assert_eq!(
        desk.refused("backup novel.wenfang copies")["code"],
        "damaged",
        "a bad backup would displace good ones"
    );
    let kept = desk.ok("salvage novel.wenfang kept.wenfang");
    assert_eq!(kept["salvage"]["scenes"], report["salvage"]["scenes"]);
    assert_eq!(desk.ok("doctor kept.wenfang")["healthy"], true);
    desk.ok("describe kept.wenfang --title 找回");
    assert_eq!(std::fs::read(desk.path("novel.wenfang")).unwrap(), half, "the damaged file is unchanged");
    assert_eq!(desk.refused("salvage kept.wenfang other.wenfang")["code"], "bad_request");
}

#[test]
fn an_unreadable_file_is_reported() {
    let desk = Desk::with_novel();
    let mut bytes = std::fs::read(desk.path("novel.wenfang")).unwrap();
    bytes[4096..].fill(0xA5);
    desk.write("novel.wenfang", bytes);
    for command in ["salvage novel.wenfang kept.wenfang", "doctor novel.wenfang"] {
        let error = desk.refused(command);
        assert_eq!((&error["code"], &error["details"]["unreadable"]), (&json!("damaged"), &json!(true)));
        assert!(!error["hint"].as_str().unwrap().contains("wenfang doctor"), "{error}");
    }
}

#[test]
fn other_files_are_refused_and_unchanged() {
    let desk = Desk::with_novel();
    desk.write("empty.wenfang", "");
    desk.write("words.wenfang", "只是一些字");
    for name in ["empty.wenfang", "words.wenfang", "novel.txt"] {
        let before = std::fs::read(desk.path(name)).unwrap();
        for command in ["info", "doctor", "describe --title 灯"] {
            assert_eq!(desk.refused(&format!("{command} {name}"))["code"], "not_a_project", "{name}");
        }
        assert_eq!(std::fs::read(desk.path(name)).unwrap(), before);
    }
    assert_eq!(desk.refused("info gone.wenfang")["code"], "file_not_found");
}

#[test]
fn a_locked_project_is_taken_over_only_on_request() {
    let desk = Desk::with_novel();
    desk.write("novel.wenfang-lock", r#"{"host":"another-desk","pid":7,"since":1700000000000}"#);
    let error = desk.refused_with("save novel.wenfang --scene 1", "灯");
    assert_eq!(error["code"], "project_held");
    assert_eq!(error["details"]["holder"]["host"], "another-desk");
    assert!(desk.text(1).starts_with("江上有风"), "reading still works");
    desk.ok_with("save novel.wenfang --scene 1 --take-over", "灯");
    assert_eq!(desk.text(1), "灯");
    assert_eq!(desk.list(""), ["novel.txt", "novel.wenfang"], "a clean close leaves one file");
}

#[test]
fn a_project_open_here_is_left_to_its_window() {
    let desk = Desk::with_novel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let window = runtime.block_on(projects::open(&desk.path("novel.wenfang"), Mode::Write)).unwrap();
    let error = desk.refused_with("save novel.wenfang --scene 1", "灯");
    assert_eq!((&error["code"], &error["details"]["here"]), (&json!("project_held"), &json!(true)));
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.contains("window") && !hint.contains("take"), "{hint}");
    // No lock of a living process can be taken over.
    let refused = desk.refused_with("save novel.wenfang --scene 1 --take-over", "灯");
    assert_eq!(refused["code"], "project_held");
    runtime.block_on(window.close()).unwrap();
    desk.ok_with("save novel.wenfang --scene 1", "灯");
}

#[test]
fn diagnostics_show_the_program_and_its_log() {
    let desk = Desk::new();
    assert_eq!(desk.ok("diagnostics")["log"], "");
    std::fs::create_dir_all(desk.path("studio/data/log")).unwrap();
    desk.write("studio/data/log/wenfang.previous.log", "{\"event\":\"first\"}\n");
    desk.write("studio/data/log/wenfang.log", "{\"event\":\"second\"}\n");
    let shown = desk.ok("diagnostics");
    assert_eq!(shown["log"], "{\"event\":\"first\"}\n{\"event\":\"second\"}\n");
    assert_eq!(shown["version"], env!("CARGO_PKG_VERSION"));
}
