//! User stories with real novels, told through the studio's command list.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_project::meta;
use wenfang_story::ProjectRecord;
use wenfang_studio::commands::call_on as call;
use wenfang_studio::projects::{CreateProject, create};
use wenfang_studio::{Code, Project};
use wenfang_tests::corpus;

/// A project in a temporary folder.
struct Novel {
    project: Project,
    folder: TempDir,
}

impl Novel {
    async fn new(title: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("novel.wenfang");
        let project = create(CreateProject {
            path,
            title: title.into(),
            author: String::new(),
            language: None,
            chapter_target: None,
        })
        .await?;
        Ok(Self { project, folder })
    }

    async fn ask(&self, command: &str, request: Value) -> Result<Value> {
        call(&self.project, command, request).await.with_context(|| command.to_owned())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Titles and texts of the whole manuscript, in order.
    async fn content(&self) -> Result<Vec<(String, Vec<(String, Vec<String>)>)>> {
        let outline = self.ask("manuscript.outline", json!({})).await?;
        let mut volumes = Vec::new();
        for volume in outline["volumes"].as_array().context("volumes")? {
            let mut chapters = Vec::new();
            for chapter in volume["chapters"].as_array().context("chapters")? {
                let mut scenes = Vec::new();
                for scene in chapter["scenes"].as_array().context("scenes")? {
                    let text = self.ask("scene.text", json!({ "scene": scene["id"] })).await?;
                    scenes.push(text["text"].as_str().context("text")?.to_owned());
                }
                chapters.push((chapter["title"].as_str().context("title")?.to_owned(), scenes));
            }
            volumes.push((volume["title"].as_str().context("title")?.to_owned(), chapters));
        }
        Ok(volumes)
    }
}

async fn import(novel: &Novel, source: &Path, split: Value) -> Result<Value> {
    novel.ask("project.import", json!({ "source": source, "split": split })).await
}

/// The expected result for a corpus file: its name, the title, the split rule, the chapters.
const BOOKS: [(&str, &str, usize); 5] = [
    ("hongloumeng.zh-Hans.txt", "红楼梦", 120),
    ("hongloumeng.zh-Hant.raw.txt", "紅樓夢", 120),
    ("aq-zhengzhuan.zh-Hans.txt", "阿Ｑ正传", 9),
    // 61 chapters and the text before them.
    ("pride-and-prejudice.en.raw.txt", "Pride and Prejudice", 62),
    ("kokoro.ja.aozora.txt", "こころ", 110),
];

#[tokio::test]
async fn real_novels_survive_import_and_export() -> Result<()> {
    for (file, title, chapters) in BOOKS {
        let Some(bytes) = corpus::bytes(file) else { return Ok(()) };
        let novel = Novel::new(title).await?;
        let source = novel.path(file);
        std::fs::write(&source, bytes)?;
        let preview = novel.ask("project.preview_import", json!({ "source": source })).await?;
        assert_eq!(preview["chapters"], json!(chapters), "{file}");
        assert_eq!(novel.content().await?.len(), 0, "a preview imports nothing");
        let imported = import(&novel, &source, json!("auto")).await?;
        assert_eq!(imported["chapters"], json!(chapters), "{file}");
        let content = novel.content().await?;

        for (format, layout, out) in [
            ("txt", "whole", "out.txt"),
            ("md", "whole", "out.md"),
            ("txt", "per_chapter", "txt"),
            ("md", "per_chapter", "md"),
        ] {
            let request = json!({ "out": novel.path(out), "format": format, "layout": layout });
            novel.ask("project.export", request).await?;
            let again = Novel::new(title).await?;
            import(&again, &novel.path(out), json!("auto")).await?;
            assert!(
                again.content().await? == content,
                "{file} as {format}, {layout}, is different after the round trip"
            );
        }

        novel.ask("checkpoint.restore", json!({ "checkpoint": imported["before"] })).await?;
        assert_eq!(novel.content().await?.len(), 0, "an import can be undone");
        let doctor = novel.ask("project.doctor", json!({})).await?;
        assert_eq!(doctor["healthy"], json!(true));
    }
    Ok(())
}

#[tokio::test]
async fn stories_are_split_by_a_list_of_titles() -> Result<()> {
    let Some(bytes) = corpus::bytes("panghuang.zh-Hans.txt") else { return Ok(()) };
    let novel = Novel::new("彷徨").await?;
    let source = novel.path("彷徨.txt");
    std::fs::write(&source, bytes)?;
    let titles = [
        "祝福",
        "在酒楼上",
        "幸福的家庭",
        "肥皂",
        "长明灯",
        "示众",
        "高老夫子",
        "孤独者",
        "伤逝",
        "弟兄",
        "离婚",
    ];
    import(&novel, &source, json!({ "titles": titles })).await?;
    let content = novel.content().await?;
    let found: Vec<&str> = content[0].1.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(found, titles);
    assert!(content[0].1[0].1[0].starts_with("旧历的年底毕竟最像年底"));
    Ok(())
}

#[tokio::test]
async fn a_ruined_novel_is_restored_by_chapter_and_whole() -> Result<()> {
    let Some(bytes) = corpus::bytes("aq-zhengzhuan.zh-Hans.txt") else { return Ok(()) };
    let novel = Novel::new("阿Ｑ正传").await?;
    let source = novel.path("aq.txt");
    std::fs::write(&source, bytes)?;
    import(&novel, &source, json!("auto")).await?;
    let whole = novel.content().await?;
    let checkpoint =
        novel.ask("checkpoint.create", json!({ "name": "完稿", "note": "第一遍" })).await?["id"].clone();

    novel.ask("scene.save", json!({ "scene": 1, "text": "毁了" })).await?;
    novel.ask("scene.save_draft", json!({ "scene": 2, "base": 1, "text": "也毁了" })).await?;
    novel.ask("manuscript.bin", json!({ "part": { "chapter": 3 } })).await?;
    novel.ask("manuscript.move", json!({ "part": { "chapter": 9 }, "at": 0 })).await?;
    novel.ask("manuscript.rename", json!({ "part": { "chapter": 4 }, "title": "改坏的题目" })).await?;
    novel.ask("manuscript.create", json!({ "parent": { "chapter": 5 }, "title": "多出的一场" })).await?;
    let ruined = novel.content().await?;

    let compared = novel.ask("checkpoint.compare", json!({ "from": checkpoint, "words": "shown" })).await?;
    let kinds: Vec<String> = compared["changes"]
        .as_array()
        .context("changes")?
        .iter()
        .map(|change| format!("{} {} {}", change["kind"], change["id"], change["change"]).replace('"', ""))
        .collect();
    for expected in
        ["text 1 changed", "chapter 3 removed", "chapter 4 changed", "outline 1 changed", "text 3 removed"]
    {
        assert!(kinds.iter().any(|kind| kind == expected), "{expected} is missing in {kinds:?}");
    }

    let preview = json!({ "checkpoint": checkpoint, "chapter": 3 });
    let changes = novel.ask("checkpoint.preview_restore", preview.clone()).await?;
    assert!(!changes["changes"].as_array().context("changes")?.is_empty());
    novel.ask("checkpoint.restore", preview).await?;
    let titles: Vec<String> = novel.content().await?[0].1.iter().map(|(title, _)| title.clone()).collect();
    assert!(titles.contains(&whole[0].1[2].0), "the chapter is restored");
    assert_eq!(novel.content().await?[0].1[1].1[0], "毁了", "nothing else is restored");

    let restored = novel.ask("checkpoint.restore", json!({ "checkpoint": checkpoint })).await?;
    assert!(novel.content().await? == whole);
    let history = novel.ask("scene.history", json!({ "scene": 2 })).await?;
    let drafted =
        history["versions"].as_array().context("versions")?.iter().any(|v| v["kind"] == "automatic");
    assert!(drafted, "the draft became a version before the restore");
    novel.ask("checkpoint.restore", json!({ "checkpoint": restored["before"] })).await?;
    let undone = novel.content().await?;
    assert_eq!(undone[0].1.len(), ruined[0].1.len() + 1, "the ruined state with the one restored chapter");
    Ok(())
}

#[tokio::test]
async fn a_restore_reports_changes_and_restores_one_scene() -> Result<()> {
    let novel = Novel::new("试").await?;
    novel.ask("manuscript.create", json!({ "parent": "manuscript" })).await?;
    novel.ask("manuscript.create", json!({ "parent": { "volume": 1 }, "title": "第一章" })).await?;
    for text in ["一", "二"] {
        let created = novel.ask("manuscript.create", json!({ "parent": { "chapter": 1 } })).await?;
        novel.ask("scene.save", json!({ "scene": created["scene"], "text": text })).await?;
    }
    novel.ask("checkpoint.create", json!({ "name": "起" })).await?;
    novel.ask("manuscript.rename", json!({ "part": { "chapter": 1 }, "title": "改" })).await?;
    novel.ask("scene.save_draft", json!({ "scene": 1, "base": 2, "text": "未存" })).await?;
    let restored = novel.ask("checkpoint.restore", json!({ "checkpoint": 1 })).await?;
    let changes = restored["changes"].as_array().context("changes")?;
    let chapter = changes.iter().find(|change| change["kind"] == "chapter").context("the chapter")?;
    assert_eq!((&chapter["before"]["title"], &chapter["after"]["title"]), (&json!("改"), &json!("第一章")));
    assert!(changes.iter().any(|change| change["kind"] == "text"), "the draft was reverted too");

    novel.ask("manuscript.bin", json!({ "part": { "chapter": 1 } })).await?;
    novel.ask("checkpoint.restore", json!({ "checkpoint": 1, "scene": 2 })).await?;
    let content = novel.content().await?;
    assert_eq!(
        content[0].1,
        [("第一章".to_owned(), vec!["二".to_owned()])],
        "the other scene stays in the bin"
    );
    Ok(())
}

#[tokio::test]
async fn bad_requests_change_nothing_and_give_a_reason() -> Result<()> {
    let novel = Novel::new("试").await?;
    for (command, request, code) in [
        ("scene.text", json!({ "scene": 7 }), Code::NotFound),
        ("scene.save", json!({ "scene": 7, "text": "" }), Code::NotFound),
        ("scene.save", json!({ "scene": "七" }), Code::BadRequest),
        ("manuscript.create", json!({ "parent": { "volume": 5 } }), Code::NotFound),
        ("manuscript.create", json!({ "parent": { "chapter": 5 } }), Code::NotFound),
        (
            "manuscript.rename",
            json!({ "part": { "volume": 1 }, "title": "长".repeat(501) }),
            Code::BadRequest,
        ),
        ("checkpoint.create", json!({ "name": "  " }), Code::BadRequest),
        ("checkpoint.restore", json!({ "checkpoint": 3 }), Code::NotFound),
        ("branch.merge", json!({ "scene": 1, "branch": 1 }), Code::NotFound),
        ("project.import", json!({ "source": "nowhere.txt" }), Code::FileNotFound),
        ("project.import", json!({ "source": novel.path("novel.wenfang") }), Code::ImportRefused),
        ("project.import", json!({ "source": "x", "encoding": "latin-9" }), Code::BadRequest),
        ("project.import", json!({ "source": "x", "split": { "pattern": "(" } }), Code::BadRequest),
        (
            "project.export",
            json!({ "out": novel.path("novel.wenfang"), "format": "txt", "existing": "replace" }),
            Code::FileExists,
        ),
        ("no.such", json!({}), Code::BadRequest),
    ] {
        let Err(error) = call(&novel.project, command, request.clone()).await else {
            panic!("{command} {request} was accepted")
        };
        assert_eq!(error.code, code, "{command} {request}: {error}");
        assert!(!error.message.is_empty() && !error.hint.is_empty(), "{command} has no message or hint");
    }
    let info = novel.ask("project.info", json!({})).await?;
    assert_eq!(
        (&info["volumes"], &info["versions"], &info["checkpoints"]),
        (&json!(0), &json!(0), &json!(0))
    );
    Ok(())
}

#[tokio::test]
async fn a_new_novel_records_the_version_of_its_marks() -> Result<()> {
    let novel = Novel::new("渡口").await?;
    let old = tempfile::tempdir()?;
    let record = ProjectRecord { title: "渡口".into(), ..ProjectRecord::default() };
    let path = old.path().join("old.wenfang");
    let old = Novel {
        project: Project::create(&path, &record, wenfang_project::Clock::system()).await?,
        folder: old,
    };
    for (novel, version) in [(&novel, wenfang_text::marks::VERSION), (&old, 0)] {
        let source = novel.path("渡口.txt");
        std::fs::write(&source, "第一章 雾\n\n雨**停了**^[见第二章]。\n")?;
        novel.ask("project.import", json!({ "source": source })).await?;
        novel.ask("project.describe", json!({ "title": "渡口夜话" })).await?;
        let record = meta::require(&mut *novel.project.begin_read().await?).await?;
        assert_eq!((record.marks, record.title.as_str()), (version, "渡口夜话"));
        // The same rules read the text of an old novel.
        let info = novel.ask("project.info", json!({})).await?;
        assert_eq!(info["counts"]["standard"], 4);
    }
    Ok(())
}
