//! A file of every released schema opens with its content and supports everything it did before.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use wenfang_model_server::{ModelServer, answer};
use wenfang_project::artifacts::{self, Artifact, NewVersion};
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::issues::{self, NewIssue};
use wenfang_project::mend::rounds::{self, NewRound};
use wenfang_project::mend::scenes;
use wenfang_project::mend::sessions::{self, NewSession};
use wenfang_project::schema::MIGRATIONS;
use wenfang_project::{Mode, Project, blobs, pipelines, scene_versions};
use wenfang_story::artifact::{ArtifactKind, ArtifactPlace, Subject, Visibility};
use wenfang_story::mend::{Actor, AuditAction, IssueState, MendScope, RoundRecord, SessionRecord};
use wenfang_story::pipeline::PipelineProfileRecord;
use wenfang_story::{ProjectRecord, SceneId};
use wenfang_studio::Folders;
use wenfang_studio::Session;
use wenfang_studio::commands::{self, call_on as call};
use wenfang_studio::drafting::Observer;
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::{self, Models};
use wenfang_studio::watch::Watch;
use wenfang_studio::{search, workflows};
use wenfang_tests::crash::child::NEWEST;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{assert_whole, state};
use wenfang_tests::host::TestHost;
use wenfang_tests::kit::TestClock;
use wenfang_text::ContentHash;

use super::{open, runtime};

const FIXTURE_TEXTS: [(&str, &str); 3] = [
    (
        "第一章 渡口",
        "　　渡口的风从午后就没有停过。\n　　船家把缆绳绕了三圈，又解开一圈。「再等一等，」他说，「人还没有到齐。」\n",
    ),
    ("第二章 夜雨", "　　信只有两行，第二行被雨洇开了。\n　　「你认得这个字么？」「认得，是个归字。」\n"),
    ("第三章 归", "　　天黑下来以后，江面反而亮了一些。\n　　那一夜谁也没有睡着，谁也没有说破。\n"),
];
const SECOND_VERSION: &str = "　　渡口的风从午后就没有停过，到夜里才小了些。\n";
const BRANCH_VERSION: &str = "　　没有渡口，也没有风。\n";
const DRAFT: &str = "　　信只有一行。\n";

/// The project file as written with a released schema.
fn fixture(schema: i64) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/schema-{schema}.wenfang"))
}

/// Writes the fixture of the newest schema again, which is allowed only until that schema is released.
#[test]
#[ignore = "writes the fixture"]
fn make_the_fixture_of_the_newest_schema() -> Result<()> {
    runtime()?.block_on(async {
        let path = fixture(NEWEST);
        if path.exists() {
            std::fs::remove_file(&path)?;
        }
        let record =
            ProjectRecord { title: "渡口".into(), author: "文房".into(), ..ProjectRecord::default() };
        let project = Project::create(&path, &record, TestClock::default().clock()).await?;
        let volume =
            call(&project, "manuscript.create", json!({ "parent": "manuscript", "title": "上卷" })).await?;
        for (title, text) in FIXTURE_TEXTS {
            let chapter = json!({ "parent": { "volume": volume["volume"] }, "title": title });
            let chapter = call(&project, "manuscript.create", chapter).await?;
            let scene = json!({ "parent": { "chapter": chapter["chapter"] } });
            let scene = call(&project, "manuscript.create", scene).await?;
            call(&project, "scene.save", json!({ "scene": scene["scene"], "text": text })).await?;
        }
        call(&project, "checkpoint.create", json!({ "name": "初稿", "note": "三章" })).await?;
        call(&project, "scene.save", json!({ "scene": 1, "text": SECOND_VERSION })).await?;
        call(&project, "scene.label", json!({ "scene": 1, "version": 3, "label": "改过" })).await?;
        let branch =
            call(&project, "branch.create", json!({ "scene": 1, "from": 2, "name": "另写" })).await?;
        let request = json!({ "scene": 1, "base": branch["version"], "text": BRANCH_VERSION });
        call(&project, "scene.save", request).await?;
        call(&project, "manuscript.bin", json!({ "part": { "chapter": 3 } })).await?;
        call(&project, "bible.set", json!({ "key": "genre", "value": "江湖", "locked": true })).await?;
        let entry = json!({ "title": "船家", "kind": "character", "aliases": ["老周"] });
        call(&project, "lore.save", entry).await?;
        let fact = json!({
            "subject": { "name": "船家" }, "predicate": "所在", "object": { "text": "渡口" }, "valid_from": 1,
            "passage": { "scene": 1, "quote": "渡口的风" },
        });
        call(&project, "kg.save_fact", fact).await?;
        let thread = json!({
            "title": "第二行", "due_after": 20, "passage": { "scene": 2, "version": 2, "quote": "被雨洇开了" },
        });
        call(&project, "threads.save", thread).await?;
        let event = json!({
            "title": "夜渡", "time": "康熙五十一年三月", "participants": [{ "name": "船家" }], "scene": 1,
        });
        call(&project, "timeline.save", event).await?;
        call(&project, "checkpoint.create", json!({ "name": "有设定" })).await?;
        call(&project, "scene.save_draft", json!({ "scene": 2, "base": 2, "text": DRAFT })).await?;
        let scene = call(&project, "manuscript.create", json!({ "parent": { "chapter": 2 } })).await?;
        call(&project, "scene.save", json!({ "scene": scene["scene"], "text": "灯又亮了。\n" })).await?;
        let project = Arc::new(project);
        go_on(&project, &scene["scene"]).await?;
        remember(&project, &scene["scene"]).await?;
        complete(&project).await?;
        mend(&project).await?;
        write_profile(&project).await?;
        write_comment(&project).await?;
        let project = Arc::into_inner(project).context("the project is still in use")?;
        Ok(project.close().await?)
    })
}

/// Lets a scripted model continue a scene, and accepts its text.
async fn go_on(project: &Arc<Project>, scene: &serde_json::Value) -> Result<()> {
    let server = ModelServer::start_on(answer::prose(60).into(), 0)?;
    let config = scratch()?;
    let models = Models::new(config.path().to_owned());
    let meaning = Meaning::new(&Folders::within(config.path()));
    let session = Session { project: Box::new(project.clone()), models: models.clone(), meaning };
    let provider = json!({
        "id": "home", "name": "home", "preset": "custom", "base_url": server.base_url(),
        "models": [{ "name": "scripted" }],
    });
    let route = json!({ "default": { "targets": [{ "provider": "home", "model": "scripted" }] } });
    for (command, request) in [
        ("providers.save", json!({ "provider": provider })),
        ("providers.consent", json!({ "id": "home", "agreed": true })),
        ("providers.set_routes", json!({ "routes": route })),
    ] {
        models::commands::call(&models, command, request, &Watch::silent()).await?;
    }
    let request = json!({ "scene": scene, "act": "continue", "target": 60 });
    let mut host = TestHost::of(project, &session).with_engine().await?;
    let done = commands::call(&host, "generation.run", request, &Observer::silent()).await?;
    if let Some(engine) = host.engine.take() {
        engine.close().await;
    }
    call(project, "generation.accept", json!({ "generation": done["generations"][0]["id"] })).await?;
    let mut prompt = json!({ "group": "scene_generation", "key": "continue", "language": "zh" });
    let shipped = call(project, "prompts.get", prompt.clone()).await?;
    let shipped = shipped["template"].as_str().context("no template")?;
    prompt["template"] = json!(format!("{}\n写得短些。\n", shipped.trim_end()));
    call(project, "prompts.save", prompt).await?;
    Ok(())
}

/// Plans a scene and retrieves its memory.
async fn remember(project: &Arc<Project>, scene: &serde_json::Value) -> Result<()> {
    let folders = scratch()?;
    let folders = Folders::within(folders.path());
    let (models, meaning) = (Models::new(folders.config.clone()), Meaning::new(&folders));
    let session = Session { project: Box::new(project.clone()), models, meaning };
    let plan = json!({ "part": { "scene": scene }, "plan": { "location": "渡口", "characters": ["船家"] } });
    call(project, "manuscript.describe", plan).await?;
    let memory = wenfang_studio::memory_queries::commands::call(
        &session,
        "memory.retrieve",
        json!({ "scene": scene }),
        &Observer::silent(),
    )
    .await?;
    let first = &memory["relevant_memories"][0]["id"];
    wenfang_studio::memory_queries::commands::call(
        &session,
        "memory.drop",
        json!({ "scene": scene, "dropped": [first] }),
        &Observer::silent(),
    )
    .await?;
    search::close(project).await;
    Ok(())
}

/// Completes a chapter, and waives a finding.
async fn complete(project: &Arc<Project>) -> Result<()> {
    call(project, "bible.set", json!({ "key": "taboo", "value": "灯又亮" })).await?;
    let folders = scratch()?;
    let workflow_service = workflow_service(project, folders.path()).await?;
    let request = json!({ "workflow": "chapter_completion", "chapter": 1, "input": { "by": "local" } });
    let run = workflows::commands::call(&workflow_service, "workflow.start", request, &Watch::silent())
        .await?["run"]
        .clone();
    loop {
        let shown = workflows::commands::call(
            &workflow_service,
            "workflow.show",
            json!({ "run": run }),
            &Watch::silent(),
        )
        .await?;
        match shown["summary"]["status"].as_str() {
            Some("completed") => break,
            Some("running") => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
            other => anyhow::bail!("{other:?}: {shown}"),
        }
    }
    workflow_service.close().await;
    let found =
        call(project, "check.run", json!({ "rules": ["punctuation", "length", "forbidden_words"] })).await?;
    let first = found["findings"][0]["id"].clone();
    ensure!(!first.is_null(), "no finding: {found}");
    let waiver = json!({ "finding": first, "scope": "intended", "reason": "有意如此" });
    call(project, "check.waive", waiver).await?;
    Ok(())
}

const MENDING: &str = "0d9c1f52-8c1e-4b57-9a35-5a5b7c1e2f10";

/// Opens a mending of the first scene, with a round and an issue.
async fn mend(project: &Project) -> Result<()> {
    let (mut tx, now, scene) = (project.begin_write().await?, project.now(), SceneId::from(1));
    let head = scene_versions::head(&mut tx, scene).await?;
    let text = blobs::read_text(&mut tx, head.blob).await?;
    let record = SessionRecord::default();
    let new =
        NewSession { uid: MENDING, scope: MendScope::Scene, target: Some(1), run: None, record: &record };
    let session = sessions::open(&mut tx, &new, now).await?;
    scenes::claim(&mut tx, (session, &[(scene, head.version)]), "fixture", now).await?;
    let record = RoundRecord { open: 1, ..RoundRecord::default() };
    let round = NewRound { session, scene, round: 0, text: &text, weight: 1_800, record: &record };
    rounds::insert(&mut tx, &round, now).await?;
    let issue = serde_json::from_value(json!({
        "rule": "attribute", "severity": "medium", "expected": "大", "found": "小", "confidence": 0.9,
        "anchor": {
            "text_hash": head.hash.to_string(), "range": { "start": 19, "end": 20 }, "quote": "小",
            "checksum": ContentHash::of("小".as_bytes()).to_string(), "method": "exact_match", "confidence": 1.0,
        },
    }))?;
    issues::file(&mut tx, session, &[NewIssue { scene, finding: None, record: &issue }], now).await?;
    let opened = AuditEntry::new(AuditAction::Opened, Actor::Author, now);
    audit::append(&mut tx, &AuditEntry { session: Some(session), ..opened }).await?;
    Ok(tx.commit().await?)
}

const PROFILE: &str = "careful";

/// Saves a profile of generation, chooses it for a chapter, and writes a state as of a scene.
async fn write_profile(project: &Project) -> Result<()> {
    let (mut tx, now, scene) = (project.begin_write().await?, project.now(), SceneId::from(1));
    let record =
        PipelineProfileRecord(json!({ "profile_id": PROFILE, "version": 1, "title": { "zh": "细写" } }));
    pipelines::save(&mut tx, &record, now).await?;
    let chapter = Subject::Chapter(1.into());
    pipelines::choose(&mut tx, (chapter, pipelines::EVERY_ACT), Some(PROFILE)).await?;
    let head = scene_versions::head(&mut tx, scene).await?;
    let at = Some(ArtifactPlace { scene, version: Some(head.version) });
    let state = Artifact {
        visibility: Visibility::PromptAndUi,
        surface: Some("panel:situation"),
        ..Artifact::new("situation", Subject::Novel, ArtifactKind::State, "careful/situation")
    };
    let new = NewVersion { at, ..(None, r#"{"局面":"等人"}"#).into() };
    artifacts::put(&mut tx, &state, new, now).await?;
    Ok(tx.commit().await?)
}

/// Comments on a passage, leaves another out of print, and writes notes of a scene.
async fn write_comment(project: &Project) -> Result<()> {
    let passage = json!({ "scene": 1, "quote": "渡口的风" });
    let comment = json!({
        "passage": passage, "text": "哪个渡口？", "colour": "blue", "by": { "who": "editor", "name": "林编" },
    });
    let comment = call(project, "comments.add", comment).await?;
    call(project, "comments.reply", json!({ "comment": comment["id"], "text": "江心洲" })).await?;
    call(project, "comments.set_state", json!({ "comments": [comment["id"]], "state": "done" })).await?;
    let aside = json!({ "passage": passage, "not_for_print": true });
    call(project, "comments.add", aside).await?;
    let notes = json!({ "part": { "scene": 1 }, "notes": "查潮汐表", "not_for_print": true });
    call(project, "manuscript.describe", notes).await?;
    Ok(())
}

#[test]
fn the_comment_and_the_notes_of_schema_9_survive() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(9), &path)?;
    runtime()?.block_on(async {
        let project = open(&path, Mode::Write, MIGRATIONS).await?;
        let listed = call(&project, "comments.list", json!({})).await?;
        let comment = &listed["comments"][0];
        assert_eq!((&comment["quote"], &comment["text"]), (&json!("渡口的风"), &json!("哪个渡口？")));
        assert_eq!((&comment["state"], &comment["by"]["name"]), (&json!("done"), &json!("林编")));
        assert_eq!(comment["replies"][0]["text"], "江心洲");
        assert_eq!(listed["comments"][1]["not_for_print"], true);
        let part = call(&project, "manuscript.part", json!({ "part": { "scene": 1 } })).await?;
        assert_eq!((&part["notes"], &part["not_for_print"]), (&json!("查潮汐表"), &json!(true)));
        Ok(project.close().await?)
    })
}

#[test]
fn the_profile_and_the_state_of_schema_8_survive() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(8), &path)?;
    runtime()?.block_on(async {
        let project = open(&path, Mode::Write, MIGRATIONS).await?;
        let mut tx = project.begin_read().await?;
        let (_, profile) = pipelines::get(&mut tx, PROFILE).await?.context("no profile")?;
        assert_eq!(profile.0["title"]["zh"], "细写");
        assert_eq!(pipelines::uses(&mut tx).await?[0].subject, Subject::Chapter(1.into()));
        let state = artifacts::newest(&mut tx, "situation/novel").await?.context("no state")?;
        assert_eq!(
            (state.at.map(|at| at.scene), state.value.as_str()),
            (Some(1.into()), r#"{"局面":"等人"}"#)
        );
        tx.rollback().await?;
        Ok(project.close().await?)
    })
}

#[test]
fn the_mending_of_schema_7_survives() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(7), &path)?;
    runtime()?.block_on(async {
        let project = open(&path, Mode::Write, MIGRATIONS).await?;
        let mut tx = project.begin_read().await?;
        let session = sessions::list_open(&mut tx).await?.pop().context("no mending")?;
        assert_eq!((session.uid.as_str(), session.scope), (MENDING, MendScope::Scene));
        let issues = issues::list(&mut tx, session.id).await?;
        assert_eq!((issues[0].state, issues[0].record.anchor.quote.as_str()), (IssueState::New, "小"));
        let rounds = rounds::list(&mut tx, (session.id, 1.into())).await?;
        assert_eq!(blobs::read_text(&mut tx, rounds[0].blob).await?, SECOND_VERSION);
        assert_eq!(audit::list(&mut tx, session.id, (0, 10)).await?.len(), 1);
        tx.rollback().await?;
        Ok(project.close().await?)
    })
}

async fn workflow_service(project: &Arc<Project>, home: &Path) -> Result<workflows::WorkflowService> {
    let folders = Folders::within(home);
    let (models, meaning) = (Models::new(folders.config.clone()), Meaning::new(&folders));
    let session = Session { project: Box::new(project.clone()), models, meaning };
    Ok(workflows::open(session, |_| {}).await?)
}

#[test]
fn the_run_and_the_finding_of_schema_5_survive() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(5), &path)?;
    runtime()?.block_on(async {
        let project = Arc::new(open(&path, Mode::Write, MIGRATIONS).await?);
        let workflow_service = workflow_service(&project, home.path()).await?;
        let run = workflows::commands::call(
            &workflow_service,
            "workflow.show",
            json!({ "run": 1 }),
            &Watch::silent(),
        )
        .await?;
        assert_eq!(run["summary"]["status"], "completed", "{run}");
        assert_eq!(run["nodes"][0]["result"]["kind"], "summary", "{run}");
        let shown = workflows::commands::call(
            &workflow_service,
            "completion.chapter",
            json!({ "chapter": 1 }),
            &Watch::silent(),
        )
        .await?;
        assert_eq!(shown["summary"]["source"], "local", "{shown}");
        workflow_service.close().await;
        let listed = call(&project, "check.list", json!({ "waived": true })).await?;
        let waived = listed["findings"].as_array().into_iter().flatten();
        let reasons: Vec<_> = waived.filter_map(|finding| finding["waiver"]["reason"].as_str()).collect();
        assert_eq!(reasons, ["有意如此"], "{listed}");
        let project = Arc::into_inner(project).context("the project is still in use")?;
        Ok(project.close().await?)
    })
}

#[test]
fn the_fixtures_of_all_schemas_keep_their_content() -> Result<()> {
    for schema in 1..=NEWEST {
        check_fixture(schema).with_context(|| format!("schema {schema}"))?;
    }
    Ok(())
}

#[test]
fn the_canon_of_schema_2_keeps_its_content() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(2), &path)?;
    runtime()?.block_on(async {
        let project = open(&path, Mode::Write, MIGRATIONS).await?;
        let bible = call(&project, "bible.list", json!({})).await?;
        assert_eq!(
            (&bible["fields"][0]["value"], &bible["fields"][0]["locked"]),
            (&json!("江湖"), &json!(true))
        );
        let state = call(&project, "kg.state", json!({ "entity": 1, "at": 1 })).await?;
        assert_eq!(state["narrated"]["facts"][0]["object_name"], "渡口");
        let anchors = call(&project, "threads.in_scene", json!({ "scene": 2 })).await?;
        assert_eq!(anchors["anchors"][0]["quote"], "被雨洇开了");
        let timeline = call(&project, "timeline.list", json!({})).await?;
        assert_eq!(timeline["events"][0]["key"], "51-3");
        Ok(project.close().await?)
    })
}

#[test]
fn model_text_of_schema_3_keeps_its_origin() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(3), &path)?;
    runtime()?.block_on(async {
        let project = open(&path, Mode::Write, MIGRATIONS).await?;
        let text = call(&project, "scene.text", json!({ "scene": 4 })).await?["text"].clone();
        let spans = call(&project, "scene.spans", json!({ "scene": 4 })).await?["spans"].clone();
        assert_eq!(spans.as_array().map(Vec::len), Some(1), "{spans} of {text}");
        let at = call(&project, "generation.at", json!({ "scene": 4, "offset": 20 })).await?;
        assert_eq!(at["receipt"]["model"]["model"], "scripted");
        assert_eq!(at["receipt"]["template"]["key"], "continue");
        let prompts = call(&project, "prompts.list", json!({})).await?;
        let own = |prompt: &&serde_json::Value| prompt["key"] == "continue" && prompt["language"] == "zh";
        let own = prompts["prompts"].as_array().into_iter().flatten().find(own).context("no such prompt")?;
        assert_eq!(own["in_use"], own["versions"][0]["id"], "{own}");
        Ok(project.close().await?)
    })
}

#[test]
fn schema_4_memories_keep_found_and_dropped_items() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(4), &path)?;
    runtime()?.block_on(async {
        let project = Arc::new(open(&path, Mode::Write, MIGRATIONS).await?);
        let folders = Folders::within(home.path());
        let (models, meaning) = (Models::new(folders.config.clone()), Meaning::new(&folders));
        let session = Session { project: Box::new(project.clone()), models, meaning };
        let kept = wenfang_studio::memory_queries::commands::call(
            &session,
            "memory.get",
            json!({ "scene": 4 }),
            &Observer::silent(),
        )
        .await?;
        let memory = &kept["memory"];
        assert_eq!(memory["entity_states"][0]["name"], "船家", "{kept}");
        assert_eq!(memory["dropped"], json!([memory["relevant_memories"][0]["id"]]));
        drop(session);
        let project = Arc::into_inner(project).context("the project is still in use")?;
        Ok(project.close().await?)
    })
}

fn check_fixture(schema: i64) -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(fixture(schema), &path)?;
    runtime()?.block_on(async {
        let project = open(&path, Mode::Write, MIGRATIONS).await?;
        assert_whole(&project).await?;
        let info = call(&project, "project.info", json!({})).await?;
        assert_eq!((&info["title"], &info["author"]), (&json!("渡口"), &json!("文房")));
        let outline = call(&project, "manuscript.outline", json!({})).await?;
        let chapters = outline["volumes"][0]["chapters"].as_array().context("no chapters")?;
        let titles: Vec<_> = chapters.iter().map(|chapter| chapter["title"].clone()).collect();
        assert_eq!(titles, ["第一章 渡口", "第二章 夜雨"]);
        let text = async |scene: i64, version: Option<i64>| {
            call(&project, "scene.text", json!({ "scene": scene, "version": version })).await
        };
        assert_eq!(text(1, None).await?["text"], SECOND_VERSION);
        assert_eq!(text(1, Some(2)).await?["text"], FIXTURE_TEXTS[0].1);
        assert_eq!(text(1, Some(5)).await?["text"], BRANCH_VERSION);
        assert_eq!(text(2, None).await?["draft"]["text"], DRAFT);
        assert_eq!(text(3, None).await?["text"], FIXTURE_TEXTS[2].1);
        let history = call(&project, "scene.history", json!({ "scene": 1 })).await?;
        assert_eq!(history["versions"].as_array().map(Vec::len), Some(5));
        assert_eq!(history["versions"][2]["label"], "改过");
        let branches = call(&project, "branch.list", json!({ "scene": 1 })).await?;
        assert_eq!(branches["branches"][1]["name"], "另写");
        let before = state(&project).await?;
        // Its checkpoint can be restored.
        call(&project, "checkpoint.restore", json!({ "checkpoint": 1 })).await?;
        assert_eq!(text(1, None).await?["text"], FIXTURE_TEXTS[0].1);
        let outline = call(&project, "manuscript.outline", json!({})).await?;
        assert_eq!(outline["volumes"][0]["chapters"][2]["title"], "第三章 归");
        ensure!(state(&project).await? != before, "nothing was restored");
        assert_whole(&project).await?;
        Ok(project.close().await?)
    })
}
