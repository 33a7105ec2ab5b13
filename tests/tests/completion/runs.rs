//! The shipped workflows over real novels: run to the end, stopped, resumed.

use std::time::Duration;

use serde_json::{Value, json};
use wenfang_model_server::answer::Fault;
use wenfang_model_server::{answer, rule, script};
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows::{self, WorkflowService};
use wenfang_tests::corpus::hongloumeng;

use crate::novel::{Novel, items, server};

async fn novel(chapters: usize) -> Option<Novel> {
    let Some(all) = hongloumeng() else {
        eprintln!("skipped: the corpus folder is missing");
        return None;
    };
    let chapters: Vec<(&str, &str)> =
        all.iter().take(chapters).map(|(title, text)| (title.as_str(), text.as_str())).collect();
    Some(Novel::of(&chapters).await)
}

async fn ask(workflow_service: &WorkflowService, command: &str, request: Value) -> Value {
    workflows::commands::call(workflow_service, command, request, &Watch::silent())
        .await
        .unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// Waits until a run reaches one of these states.
async fn wait(workflow_service: &WorkflowService, run: &Value, wanted: &[&str]) -> Value {
    for _ in 0..6_000 {
        let shown = ask(workflow_service, "workflow.show", json!({ "run": run })).await;
        if wanted.contains(&shown["summary"]["status"].as_str().unwrap()) {
            return shown;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("run {run} did not reach any of {wanted:?}");
}

fn node<'a>(run: &'a Value, id: &str) -> &'a Value {
    items(&run["nodes"]).iter().find(|node| node["node"] == id).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn chapter_three_completes_without_a_model() {
    let Some(novel) = novel(120).await else { return };
    let workflow_service = novel.workflow_service().await;
    let request = json!({ "workflow": "chapter_completion", "chapter": 3 });
    let started = ask(&workflow_service, "workflow.start", request).await;
    let run =
        wait(&workflow_service, &started["run"], &["completed", "partial", "failed", "interrupted"]).await;
    assert_eq!(run["summary"]["status"], "completed", "{run}");
    assert_eq!((&run["summary"]["done"], &run["summary"]["cost"]), (&json!(4), &Value::Null));
    for node in items(&run["nodes"]) {
        assert_eq!(node["source"], "local", "{node}");
    }
    let summary = &node(&run, "summarize")["result"];
    assert!(summary["text"].as_str().unwrap().contains("狠命摔去"), "{summary}");
    for event in items(&summary["key_events"]) {
        assert_eq!(novel.quoted(event).await, event["quote"].as_str().unwrap());
    }
    assert!(node(&run, "extract_kg")["result"]["pending"].as_u64() > Some(0), "{run}");
    assert_eq!(node(&run, "check_consistency")["result"]["kind"], "findings");
    assert!(node(&run, "suggest_next")["result"]["suggestions"].as_u64() >= Some(2), "{run}");
    let shown = ask(&workflow_service, "completion.chapter", json!({ "chapter": 3 })).await;
    assert_eq!((&shown["summary"]["stale"], &shown["run"]["id"]), (&json!(false), &started["run"]));
    workflow_service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chapter_three_completes_with_a_model() {
    let Some(novel) = novel(5).await else { return };
    let events = json!([
        { "text": "宝玉摔玉", "quote": "摘下那玉，就狠命摔去" },
        { "text": "没有的事", "quote": "黛玉当夜便离了荣府" },
    ]);
    let problem = |quote: &str| {
        json!({ "kind": "setting", "quote": quote, "against": "", "expected": "", "found": "",
        "severity": "medium", "confidence": 0.9 })
    };
    let direction =
        json!({ "title": "薄命女", "outline": "门子递眼色，雨村断案。", "threads": [], "why": "接上英莲。" });
    let server = server(script(vec![
        rule(answer::json(json!({ "summary": "黛玉进贾府，宝玉摔玉。", "key_events": events })))
            .system_contains("key_events"),
        rule(answer::json(
            json!({ "entities": [], "relations": [], "facts": [], "events": [], "threads": [] }),
        ))
        .system_contains("entities"),
        rule(answer::json(json!({ "problems": [problem("摘下那玉，就狠命摔去"), problem("黛玉飞上了天")] })))
            .system_contains("problems"),
        rule(answer::json(json!({ "directions": [direction.clone(), direction] })))
            .system_contains("directions"),
    ]));
    novel.set_up(&server, json!({})).await;
    let workflow_service = novel.workflow_service().await;
    let started =
        ask(&workflow_service, "workflow.start", json!({ "workflow": "chapter_completion", "chapter": 3 }))
            .await;
    let run =
        wait(&workflow_service, &started["run"], &["completed", "partial", "failed", "interrupted"]).await;
    assert_eq!(run["summary"]["status"], "completed", "{run}");
    assert!(run["summary"]["cost"]["micros"].as_u64() > Some(0), "{run}");
    for node in items(&run["nodes"]) {
        assert_eq!(node["source"], json!({ "model": "scripted" }), "{node}");
    }
    assert_eq!(
        items(&node(&run, "summarize")["result"]["key_events"]).len(),
        1,
        "an invented quote is dropped"
    );
    let checked = &node(&run, "check_consistency")["result"];
    assert!(
        checked["dropped"].as_u64() > Some(0) && checked["by_severity"]["medium"].as_u64() > Some(0),
        "{checked}"
    );
    // With `by` set to local, nothing is sent.
    let sent = server.requests().len();
    let local = json!({ "workflow": "chapter_completion", "chapter": 3, "input": { "by": "local" } });
    let started = ask(&workflow_service, "workflow.start", local).await;
    wait(&workflow_service, &started["run"], &["completed"]).await;
    assert_eq!(server.requests().len(), sent);
    workflow_service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_step_is_retried_alone() {
    let empty = json!({ "entities": [], "relations": [], "facts": [], "events": [], "threads": [] });
    let direction = json!({ "title": "上门", "outline": "沈砚去找巡夜人。", "threads": [], "why": "接上。" });
    let rest = || {
        vec![
            rule(answer::json(empty.clone())).system_contains("entities"),
            rule(answer::json(json!({ "problems": [] }))).system_contains("problems"),
            rule(answer::json(json!({ "directions": [direction.clone(), direction.clone()] })))
                .system_contains("directions"),
        ]
    };
    let with = |summary| {
        let mut rules = vec![rule(summary).system_contains("key_events")];
        rules.extend(rest());
        script(rules)
    };
    let server = server(with(answer::text("我先想想。")));
    let novel = Novel::with(&server).await;
    let workflow_service = novel.workflow_service().await;
    let started =
        ask(&workflow_service, "workflow.start", json!({ "workflow": "chapter_completion", "chapter": 1 }))
            .await;
    let over = ["completed", "partial", "failed", "interrupted"];
    let run = wait(&workflow_service, &started["run"], &over).await;
    let states = |run: &Value| -> Vec<String> {
        items(&run["nodes"]).iter().map(|it| it["status"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(run["summary"]["status"], "partial", "{run}");
    assert_eq!(states(&run), ["failed", "completed", "completed", "completed"]);
    assert_eq!(run["summary"]["trouble"]["code"], "answer_unusable", "{run}");

    let sent = server.requests().len();
    server.set_script(with(answer::json(json!({ "summary": "沈砚躲进柜子。", "key_events": [] }))));
    ask(&workflow_service, "workflow.resume", json!({ "run": started["run"] })).await;
    let run = wait(&workflow_service, &started["run"], &["completed"]).await;
    assert_eq!(states(&run), ["completed"; 4]);
    assert_eq!(server.requests().len(), sent + 1, "the other steps send nothing");
    workflow_service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_review_of_the_whole_book_resumes() {
    let Some(novel) = novel(120).await else { return };
    let first = novel.workflow_service().await;
    let started = ask(&first, "workflow.start", json!({ "workflow": "project_review" })).await;
    for _ in 0..6_000 {
        let shown = ask(&first, "workflow.show", json!({ "run": started["run"] })).await;
        let items = &node(&shown, "check")["items"];
        if items["done"].as_u64() > Some(10) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    first.close().await;
    let second = novel.workflow_service().await;
    let left = ask(&second, "workflow.interrupted", json!({})).await;
    let left = &left["runs"][0];
    assert_eq!((&left["summary"]["id"], &left["may_cost"]), (&started["run"], &json!(false)), "{left}");
    let before = left["summary"]["done"].as_u64().unwrap();
    assert!((10..120).contains(&before), "{left}");
    ask(&second, "workflow.resume", json!({ "run": started["run"] })).await;
    let run = wait(&second, &started["run"], &["completed", "partial", "failed", "interrupted"]).await;
    assert_eq!(run["summary"]["status"], "completed", "{run}");
    assert_eq!(node(&run, "check")["items"], json!({ "done": 120, "failed": 0, "running": 0, "total": 120 }));
    assert_eq!(node(&run, "check")["result"]["chapters"], 120);
    assert_eq!(node(&run, "report")["result"]["kind"], "report");
    let events = ask(&second, "workflow.events", json!({ "run": started["run"], "after": 0 })).await;
    let mut done: Vec<i64> = items(&events["events"])
        .iter()
        .filter(|event| event["kind"] == "completed" && event["node"] == "check" && !event["item"].is_null())
        .map(|event| event["item"].as_i64().unwrap())
        .collect();
    done.sort_unstable();
    assert_eq!(done, (0..120).collect::<Vec<_>>(), "each chapter is reviewed once");
    second.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn index_import_and_impact_workflows_complete() {
    let novel = Novel::two().await;
    let workflow_service = novel.workflow_service().await;
    for (workflow, last) in [("reindex", "index"), ("import_book", "threads_and_timeline")] {
        let started = ask(
            &workflow_service,
            "workflow.start",
            json!({ "workflow": workflow, "input": { "by": "local" } }),
        )
        .await;
        let run =
            wait(&workflow_service, &started["run"], &["completed", "partial", "failed", "interrupted"])
                .await;
        assert_eq!(run["summary"]["status"], "completed", "{run}");
        assert!(!node(&run, last)["result"].is_null(), "{run}");
    }
    let words = json!({ "workflow": "bible_impact", "input": { "words": ["沈砚"], "by": "local" } });
    let started = ask(&workflow_service, "workflow.start", words).await;
    let run =
        wait(&workflow_service, &started["run"], &["completed", "partial", "failed", "interrupted"]).await;
    assert_eq!(node(&run, "check")["items"]["total"], 2, "{run}");
    let nameless = workflows::commands::call(
        &workflow_service,
        "workflow.start",
        json!({ "workflow": "bible_impact" }),
        &Watch::silent(),
    )
    .await;
    assert!(nameless.unwrap_err().message.contains("words"));
    workflow_service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_runs_reads_no_outputs() {
    let novel = Novel::two().await;
    let workflow_service = novel.workflow_service().await;
    let request = json!({ "workflow": "chapter_completion", "chapter": 1 });
    let completed = ask(&workflow_service, "workflow.start", request).await["run"].clone();
    let whole = wait(&workflow_service, &completed, &["completed"]).await;
    assert_eq!((&whole["summary"]["done"], &whole["summary"]["total"]), (&json!(4), &json!(4)));
    let request = json!({ "workflow": "chapter_completion", "chapter": 99 });
    let failed = ask(&workflow_service, "workflow.start", request).await["run"].clone();
    let left = wait(&workflow_service, &failed, &["failed"]).await;
    assert_eq!((&left["summary"]["done"], &left["summary"]["total"]), (&json!(0), &json!(4)));
    // More runs than one page, with unreadable outputs.
    for _ in 0..20 {
        let checked =
            ask(&workflow_service, "workflow.start", json!({ "workflow": "scene_check", "chapter": 1 }))
                .await;
        wait(&workflow_service, &checked["run"], &["completed"]).await;
    }
    let mut tx = novel.project.begin_write().await.unwrap();
    let outputs = "update workflow_values set hash = randomblob(32)
         where id in (select output_id from workflow_node_runs where output_id is not null)";
    sqlx::query(outputs).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let shown = ask(&workflow_service, "completion.chapter", json!({ "chapter": 1 })).await;
    assert_eq!(shown["run"], whole["summary"]);
    let listed = ask(&workflow_service, "workflow.runs", json!({ "limit": 50 })).await;
    let listed = items(&listed["runs"]);
    assert_eq!((listed.len(), &listed[21], &listed[20]), (22, &whole["summary"], &left["summary"]));
    // Older runs can be listed, however many there are.
    let mut tx = novel.project.begin_write().await.unwrap();
    let copied = "insert into workflow_runs (workflow, definition_id, input_id, trigger, status, created_at, ended_at)
         select workflow, definition_id, input_id, trigger, status, created_at, ended_at from workflow_runs, json_each(?)
         where workflow_runs.id = ?";
    let many = Value::from((0..300).collect::<Vec<_>>()).to_string();
    sqlx::query(copied).bind(many).bind(completed.as_i64()).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let listed = ask(&workflow_service, "workflow.runs", json!({ "limit": 400 })).await;
    assert_eq!((items(&listed["runs"]).len(), &listed["more"]), (322, &json!(false)));
    workflow_service.close().await;
}

/// A novel of two chapters with a priced model, and its server.
async fn priced() -> (Novel, wenfang_model_server::ModelServer, WorkflowService) {
    let novel = Novel::two().await;
    let server = server(script(vec![
        rule(answer::json(json!({ "summary": "沈砚找到账本。", "key_events": [] })))
            .system_contains("key_events"),
        rule(answer::json(
            json!({ "entities": [], "relations": [], "facts": [], "events": [], "threads": [] }),
        ))
        .system_contains("entities"),
    ]));
    novel.set_up(&server, json!({})).await;
    let workflow_service = novel.workflow_service().await;
    (novel, server, workflow_service)
}

#[tokio::test(flavor = "multi_thread")]
async fn triggered_runs_stay_within_their_ceiling() {
    let (_novel, server, workflow_service) = priced().await;
    let imported = async |currency: &str, micros: u64| {
        let switch = json!({ "workflow": "import_book", "trigger": "imported", "on": true,
            "ceiling": { "currency": currency, "micros": micros } });
        ask(&workflow_service, "workflow.switch", switch).await;
        let occasion = workflows::occasion("project.import", &json!({})).unwrap();
        workflows::start_triggered(&workflow_service, occasion, &Value::Null).await;
        let runs = ask(&workflow_service, "workflow.runs", json!({})).await;
        wait(&workflow_service, &runs["runs"][0]["id"], &["completed"]).await
    };
    // The first request would exceed the ceiling.
    let run = imported("CNY", 1).await;
    assert_eq!((server.requests().len(), &run["summary"]["cost"]), (0, &Value::Null), "{run}");
    let whole =
        ask(&workflow_service, "workflow.preview_again", json!({ "run": run["summary"]["id"] })).await;
    assert_eq!(whole["asks"]["requests"], 4, "{whole}");
    // Some steps are within the ceiling; the others run locally.
    let third = whole["cost"]["micros"].as_u64().unwrap() / 3;
    let run = imported("CNY", third).await;
    let asked = server.requests().len();
    assert!((1..4).contains(&asked), "{asked}");
    assert!(run["summary"]["cost"]["micros"].as_u64().unwrap() <= third, "{run}");
    assert_eq!(node(&run, "extract")["source"], "local", "{run}");
    // Amounts in another currency cannot be compared.
    let run = imported("USD", 1_000_000_000).await;
    assert_eq!((server.requests().len(), &run["summary"]["cost"]), (asked, &Value::Null), "{run}");
    workflow_service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_previews_requests_and_respects_its_ceiling() {
    let (_novel, server, workflow_service) = priced().await;
    let request = json!({ "workflow": "import_book" });
    let preview = ask(&workflow_service, "workflow.preview_start", request).await;
    let asks = &preview["asks"];
    assert_eq!((&asks["models"], &asks["requests"]), (&json!(["scripted"]), &json!(4)), "{preview}");
    assert!(
        asks["prompt_tokens"].as_u64() > Some(0) && asks["answer_tokens"].as_u64() > Some(0),
        "{preview}"
    );
    let list = ask(&workflow_service, "workflow.list", json!({})).await;
    assert_eq!(
        list["asking"],
        json!(["chapter_completion", "project_review", "bible_impact", "import_book"]),
        "rules and the index call no model"
    );
    let one = json!({ "workflow": "chapter_completion", "chapter": 1 });
    assert_eq!(ask(&workflow_service, "workflow.preview_start", one).await["asks"]["requests"], 4);
    for free in [
        json!({ "workflow": "import_book", "input": { "by": "local" } }),
        json!({ "workflow": "scene_check", "chapter": 1 }),
        json!({ "workflow": "reindex" }),
    ] {
        let preview = ask(&workflow_service, "workflow.preview_start", free).await;
        assert_eq!(preview, json!({ "cost": null, "may_cost": false, "asks": null }));
    }
    assert_eq!(server.requests().len(), 0, "nothing is sent without the author's agreement");

    let half = preview["cost"]["micros"].as_u64().unwrap() / 2;
    let within = json!({ "workflow": "import_book", "ceiling": { "currency": "CNY", "micros": half } });
    let started = ask(&workflow_service, "workflow.start", within).await;
    let run = wait(&workflow_service, &started["run"], &["completed"]).await;
    assert!((1..4).contains(&server.requests().len()), "{run}");
    assert!(run["summary"]["cost"]["micros"].as_u64().unwrap() <= half, "{run}");
    // Another run has its own ceiling. Cached answers cause no further requests.
    let whole = preview["cost"].clone();
    let within = json!({ "workflow": "import_book", "ceiling": whole });
    let started = ask(&workflow_service, "workflow.start", within).await;
    let run = wait(&workflow_service, &started["run"], &["completed"]).await;
    assert_eq!(node(&run, "extract")["source"], json!({ "model": "scripted" }), "{run}");
    // Chapters are summarized concurrently, so the number of requests that include an earlier summary varies.
    let mut sent: Vec<String> =
        server.requests().iter().map(|it| it.text("/messages/1/content").to_owned()).collect();
    sent.sort();
    assert!(sent.windows(2).all(|two| two[0] != two[1]), "{sent:#?}");
    workflow_service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_by_rules_do_not_wait_for_models() {
    let texts = ["一", "二", "三", "四"].map(|number| format!("第{number}夜，沈砚提着灯下了楼。"));
    let chapters: Vec<(&str, &str)> = texts.iter().map(|text| ("夜", text.as_str())).collect();
    let novel = Novel::of(&chapters).await;
    let server = server(script(vec![rule(answer::text("").fault(Fault::NeverAnswer))]));
    let patient = json!({ "connect": 120, "first_token": 120, "idle": 120 });
    novel.set_up(&server, json!({ "timeouts": patient })).await;
    let workflow_service = novel.workflow_service().await;
    let review = json!({ "workflow": "project_review", "input": { "by": "model" } });
    let review = ask(&workflow_service, "workflow.start", review).await["run"].clone();
    while server.requests().len() < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // All four permits of model steps are taken, two of them by steps that wait for their turn at the provider.
    let check = json!({ "workflow": "scene_check", "chapter": 1 });
    let check = ask(&workflow_service, "workflow.start", check).await;
    wait(&workflow_service, &check["run"], &["completed"]).await;
    assert_eq!(server.requests().len(), 2);
    ask(&workflow_service, "workflow.cancel", json!({ "run": review })).await;
    wait(&workflow_service, &review, &["cancelled"]).await;
    workflow_service.close().await;
}
