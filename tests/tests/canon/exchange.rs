//! Lorebooks, cards and Markdown: an export equals its import, a second import creates no duplicates, and no file
//! contains secrets by default.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::{Code, Project};
use wenfang_tests::canon::{LOREBOOK, fill};
use wenfang_tests::kit::TestProject;

use crate::{ask, each, list, novel, number, refused};

const CARD: &str = r#"{
  "spec": "chara_card_v2", "spec_version": "2.0",
  "data": {
    "name": "老周", "description": "撑船的人。", "personality": "沉默", "scenario": "", "first_mes": "「再等一等。」",
    "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
    "alternate_greetings": [], "tags": ["江"], "creator": "甲", "character_version": "1",
    "extensions": { "vendor": { "depth": 4 } },
    "character_book": {
      "name": "江上", "scan_depth": 3, "extensions": {},
      "entries": [
        { "keys": ["渡口", "码头"], "content": "江边。", "extensions": { "other": true }, "enabled": true, "insertion_order": 100, "name": "渡口", "case_sensitive": null }
      ]
    }
  }
}"#;

/// The CRC of PNG chunks.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = (0..3).fold(0u32, |number, at| number << 8 | u32::from(*three.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let sign = SIGNS[(number >> (18 - 6 * at) & 63) as usize] as char;
            text.push(if at <= three.len() { sign } else { '=' });
        }
    }
    text
}

/// A picture of one pixel that contains a card.
fn picture(card: &str) -> Vec<u8> {
    let carried = [b"chara\0".as_slice(), base64(card.as_bytes()).as_bytes()].concat();
    let chunks: [(&[u8; 4], &[u8]); 4] = [
        (b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]),
        (b"tEXt", &carried),
        (b"IDAT", &[0x78, 0x9c, 0x63, 0x60, 0, 0, 0, 2, 0, 1]),
        (b"IEND", &[]),
    ];
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in chunks {
        png.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        let body = [name.as_slice(), content].concat();
        png.extend(&body);
        png.extend(crc(&body).to_be_bytes());
    }
    png
}

async fn import(project: &Project, source: &Path) -> Result<Value> {
    ask(project, "lore.import", json!({ "source": source })).await
}

async fn export(project: &Project, out: &Path, more: Value) -> Result<Value> {
    let mut request = json!({ "out": out, "existing": "replace" });
    for (field, value) in more.as_object().unwrap() {
        request[field] = value.clone();
    }
    ask(project, "lore.export", request).await
}

fn read_json(path: &Path) -> Result<Value> {
    Ok(serde_json::from_slice(&std::fs::read(path)?)?)
}

/// `added updated locked` of an import.
fn done(imported: &Value) -> [i64; 3] {
    ["added", "updated", "locked"].map(|field| number(&imported[field]))
}

#[tokio::test]
async fn lorebooks_and_cards_are_exported_as_imported() -> Result<()> {
    let (novel, _) = novel(&["渡口有船。"]).await?;
    let project = &novel.project;
    let at = |name: &str| novel.folder().join(name);
    std::fs::write(at("江上.json"), LOREBOOK)?;
    std::fs::write(at("card.json"), CARD)?;
    std::fs::write(at("card.png"), picture(&CARD.replace("老周", "阿芷")))?;
    let preview = ask(project, "lore.preview_import", json!({ "source": at("江上.json") })).await?;
    assert_eq!((done(&preview), &preview["before"]), ([1, 0, 0], &Value::Null));
    assert_eq!(ask(project, "lore.list", json!({})).await?, json!({ "entries": [], "books": [] }));

    for (name, format, added) in
        [("江上.json", "world_info", 1), ("card.json", "card_v2", 2), ("card.png", "card_v2", 2)]
    {
        let imported = import(project, &at(name)).await?;
        assert_eq!((&imported["format"], done(&imported)), (&json!(format), [added, 0, 0]), "{name}");
        assert!(imported["before"].is_i64());
        let again = import(project, &at(name)).await?;
        assert_eq!(done(&again), [0, added, 0], "{name} a second time");
    }
    let lore = ask(project, "lore.list", json!({})).await?;
    assert_eq!(list(&lore["entries"]).len(), 5);
    assert_eq!(each(&lore["books"], "format"), ["world_info", "card_v2", "card_v2"]);

    let whole: Value = serde_json::from_str(CARD)?;
    let young: Value = serde_json::from_str(&CARD.replace("老周", "阿芷"))?;
    export(project, &at("out.json"), json!({ "format": "world_info", "book": 1 })).await?;
    assert_eq!(read_json(&at("out.json"))?, serde_json::from_str::<Value>(LOREBOOK)?);
    export(project, &at("out.json"), json!({ "format": "card_v2", "book": 2 })).await?;
    assert_eq!(read_json(&at("out.json"))?, whole);
    export(project, &at("out.json"), json!({ "format": "card_v2", "book": 3 })).await?;
    assert_eq!(read_json(&at("out.json"))?, young);
    // Exported as a picture, it is the imported picture.
    export(project, &at("out.png"), json!({ "format": "card_v2", "book": 3, "container": "png" })).await?;
    let other = TestProject::new().await?;
    import(&other.project, &at("out.png")).await?;
    export(&other.project, &at("out.json"), json!({ "format": "card_v2", "book": 1 })).await?;
    assert_eq!(read_json(&at("out.json"))?, young);
    Ok(())
}

#[tokio::test]
async fn exports_contain_edits_and_imports_respect_locks() -> Result<()> {
    let (novel, _) = novel(&["渡口有船。"]).await?;
    let project = &novel.project;
    let at = |name: &str| novel.folder().join(name);
    std::fs::write(at("card.json"), CARD)?;
    import(project, &at("card.json")).await?;
    let lore = ask(project, "lore.list", json!({})).await?;
    let ferry = list(&lore["entries"]).iter().find(|entry| entry["title"] == "渡口").unwrap()["id"].clone();
    ask(project, "lore.save", json!({ "entry": ferry, "content": "江北岸。", "locked": true })).await?;
    let before = ask(project, "lore.get", json!({ "entry": ferry })).await?;
    assert_eq!(done(&import(project, &at("card.json")).await?), [0, 1, 1]);
    assert_eq!(ask(project, "lore.get", json!({ "entry": ferry })).await?, before);
    export(project, &at("out.json"), json!({ "format": "card_v2", "book": 1 })).await?;
    let mut wanted: Value = serde_json::from_str(CARD)?;
    let out = read_json(&at("out.json"))?;
    let entry = &out["data"]["character_book"]["entries"][0];
    assert_eq!((&entry["content"], &entry["case_sensitive"]), (&json!("江北岸。"), &Value::Null));
    wanted["data"]["character_book"]["entries"][0] = entry.clone();
    assert_eq!(out, wanted, "only the entry changed");
    // The import can be undone.
    ask(project, "checkpoint.restore", json!({ "checkpoint": 1 })).await?;
    assert_eq!(ask(project, "lore.list", json!({})).await?, json!({ "entries": [], "books": [] }));
    // By default an export does not replace an existing file; it never replaces the project itself.
    let request = json!({ "out": at("out.json"), "format": "markdown" });
    refused(project, "lore.export", request, Code::FileExists).await?;
    let request = json!({ "out": novel.path, "format": "markdown", "existing": "replace" });
    refused(project, "lore.export", request, Code::FileExists).await?;
    let request = json!({ "out": at("x.png"), "format": "world_info", "container": "png" });
    refused(project, "lore.export", request, Code::BadRequest).await?;
    assert!(!at("x.png").exists());
    Ok(())
}

/// The content of an entry, without its id and position.
async fn entries_without_ids(project: &Project) -> Result<Vec<Value>> {
    let lore = ask(project, "lore.list", json!({})).await?;
    let mut entries_without_ids = Vec::new();
    for entry in list(&lore["entries"]) {
        let mut entry = ask(project, "lore.get", json!({ "entry": entry["id"] })).await?;
        for field in ["id", "book", "entity"] {
            entry[field] = Value::Null;
        }
        entries_without_ids.push(entry);
    }
    Ok(entries_without_ids)
}

#[tokio::test]
async fn bible_and_lore_survive_a_markdown_round_trip() -> Result<()> {
    let (novel, s) = novel(&["江上有风。"]).await?;
    let project = &novel.project;
    fill(project, s[0]).await?;
    let content = "第一行\n## 不是标题\n- 类型：也不是\n\\反斜杠\n";
    ask(project, "lore.save", json!({ "entry": 2, "content": content, "keywords": ["甲、乙", "丙"] }))
        .await?;
    let file = novel.folder().join("设定.md");
    for labels in ["chinese", "english"] {
        export(project, &file, json!({ "format": "markdown", "secrets": "keep", "labels": labels })).await?;
        let other = TestProject::new().await?;
        let imported = import(&other.project, &file).await?;
        assert_eq!((done(&imported), &imported["fields"]), ([3, 0, 0], &json!(2)), "{labels}");
        assert_eq!(
            entries_without_ids(&other.project).await?,
            entries_without_ids(project).await?,
            "{labels}"
        );
        let bible = ask(&other.project, "bible.list", json!({})).await?;
        assert_eq!(bible, ask(project, "bible.list", json!({})).await?, "{labels}");
        // Edited elsewhere and imported again: locked fields stay.
        let text = std::fs::read_to_string(&file)?;
        std::fs::write(&file, text.replace("白描", "铺张").replace("再等一等", "不等了"))?;
        let again = import(&other.project, &file).await?;
        assert_eq!(done(&again), [0, 3, 1], "{labels}");
        let bible = ask(&other.project, "bible.list", json!({})).await?;
        assert_eq!(
            (&bible["fields"][1]["value"], &bible["fields"][9]["value"]),
            (&json!("白描"), &json!("不等了"))
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_broken_file_is_refused_with_the_position() -> Result<()> {
    let (novel, _) = novel(&["渡口有船。"]).await?;
    let project = &novel.project;
    let mut png = picture(CARD);
    let middle = png.len() / 2;
    png[middle] ^= 1;
    for (name, bytes, words) in [
        (
            "a.json",
            b"{\n  \"entries\": {\n    \"0\": { \"comment\": \"x\",, }\n  }\n}".to_vec(),
            "line 3, column 27",
        ),
        ("b.json", b"{\"entries\":{\"0\":{\"comment\":\"x\",\"key\":5}}}".to_vec(), "entries.0.key"),
        ("c.json", b"[1, 2]".to_vec(), "should be an object"),
        ("d.png", png, "byte"),
        ("e.md", "## 设定\n\n### 文风\n\n白描\n\n## 人物表\n".as_bytes().to_vec(), "line 7"),
        ("f.md", b"## \xff".to_vec(), "byte 3"),
    ] {
        let source = novel.folder().join(name);
        std::fs::write(&source, bytes)?;
        for command in ["lore.preview_import", "lore.import"] {
            let error = refused(project, command, json!({ "source": source }), Code::ImportRefused).await?;
            assert!(error.message.contains(words), "{name}: {error}");
        }
    }
    let source = novel.folder().join("nowhere.json");
    refused(project, "lore.import", json!({ "source": source }), Code::FileNotFound).await?;
    Ok(())
}

const CANARY: &str = "CANARY-4711";

fn holds_canary(bytes: &[u8]) -> bool {
    bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes())
}

#[tokio::test]
async fn secrets_are_exported_only_on_request() -> Result<()> {
    let (novel, _) = novel(&["渡口有船。"]).await?;
    let project = &novel.project;
    let secret = json!({ "title": "老周", "content": "撑船的人。", "secrets": format!("他是{CANARY}。") });
    ask(project, "lore.save", secret).await?;
    for (format, container) in [
        ("markdown", "json"),
        ("world_info", "json"),
        ("card_v2", "json"),
        ("card_v2", "png"),
        ("card_v3", "json"),
        ("card_v3", "png"),
        ("novel_ai", "json"),
    ] {
        let name = if format == "markdown" { "out.md".to_owned() } else { format!("out.{container}") };
        let file = novel.folder().join(name);
        for (secrets, is_wanted) in [(None, false), (Some("leave"), false), (Some("keep"), true)] {
            let mut request = json!({ "format": format, "container": container });
            if let Some(secrets) = secrets {
                request["secrets"] = json!(secrets);
            }
            export(project, &file, request.clone()).await?;
            let bytes = std::fs::read(&file)?;
            assert_eq!(
                holds_canary(&bytes),
                is_wanted && container == "json",
                "{format} {container} {secrets:?}"
            );
            // Compressed content of the file appears where it is read.
            let other = TestProject::new().await?;
            import(&other.project, &file).await?;
            let read = ask(&other.project, "lore.list", json!({})).await?;
            let mut found = String::new();
            for entry in list(&read["entries"]) {
                found += &ask(&other.project, "lore.get", json!({ "entry": entry["id"] })).await?.to_string();
            }
            assert!(found.contains("撑船的人"), "{format} {container}");
            assert_eq!(found.contains(CANARY), is_wanted, "{format} {container} {secrets:?}");
            if is_wanted {
                // An import with secrets is also exported without them.
                let again = novel.folder().join(if format == "markdown" { "again.md" } else { "again.json" });
                request["secrets"] = json!("leave");
                request["container"] = json!("json");
                export(&other.project, &again, request).await?;
                assert!(!holds_canary(&std::fs::read(&again)?), "{format} {container} out again");
            }
        }
    }
    Ok(())
}
