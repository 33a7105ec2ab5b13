//! Generations with steps: what is sent, what comes of it, and what the author hears.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use wenfang_model_server::{Answer, ModelServer, Rule, answer, script};
use wenfang_studio::Code;
use wenfang_studio::drafting::{GenerationEvent, Observer, Phase};
use wenfang_studio::watch::Watch;

use crate::studio::{Studio, server};

/// A server that answers a request for notes and writes prose otherwise.
fn writer(prose: Answer) -> ModelServer {
    let notes = json!({
        "goal": "老周等到船", "beats": ["船来了", "船上没有人"], "must_not": ["不写船家是谁"], "echoes": [],
    });
    let notes = Rule { answer: answer::json(notes), ..Rule::default() }.contains("工作笔记，交给");
    server(script(vec![notes, Rule { answer: prose, ..Rule::default() }]))
}

/// Sets the outline of scene 1.
async fn plan(studio: &Studio) {
    studio
        .ok("manuscript.describe", json!({ "part": { "scene": 1 }, "synopsis": "老周等来一条空船。" }))
        .await;
}

fn draft(profile: &str) -> Value {
    json!({ "scene": 1, "act": "draft", "target": 300, "profile": profile })
}

/// The steps that began and ended, in order.
fn steps(events: &[GenerationEvent]) -> Vec<String> {
    let step = |event: &GenerationEvent| match event {
        GenerationEvent::StepBegan { step, phase, .. } => Some(format!("{} {step}", phase.as_str())),
        GenerationEvent::StepEnded { step, how, .. } => Some(format!("{step} {how:?}")),
        GenerationEvent::Began { .. } => Some(Phase::Main.as_str().to_owned()),
        _ => None,
    };
    events.iter().filter_map(step).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_go_before_the_task_and_nowhere_else() {
    let server = writer(answer::prose(300));
    let studio = Studio::with(&server).await;
    plan(&studio).await;
    let (made, events) = studio.draft(draft("planned")).await;
    assert_eq!(
        steps(&events),
        ["pre plan", "plan Done", "pre notes", "notes Done", "main"].map(str::to_owned)
    );
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    let sent = requests[1].body.to_string();
    assert!(sent.contains("不写船家是谁"), "{sent}");
    assert_eq!(made["turn"]["profile"], "planned");
    assert_eq!(made["turn"]["level"], "asked");
    // The receipt names the step; the notes are in no text.
    let card = studio.ok("generation.get", json!({ "generation": made["id"] })).await;
    let parts = card["receipt"]["parts"].as_array().unwrap();
    let notes: Vec<&Value> = parts.iter().filter(|part| part["source"]["kind"] == "step").collect();
    assert_eq!(notes.len(), 1);
    assert_eq!((&notes[0]["layer"], &notes[0]["fate"]["kind"]), (&json!("notes"), &json!("kept")));
    assert!(!studio.text().await.contains("不写船家是谁"));
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_know_the_chapters_plan_and_earlier_text() {
    let server = writer(answer::prose(300));
    let studio = Studio::with(&server).await;
    let chapter =
        studio.ok("manuscript.create", json!({ "parent": { "volume": 1 }, "title": "第二章" })).await;
    let chapter = json!({ "chapter": chapter["chapter"] });
    studio.ok("manuscript.describe", json!({ "part": chapter, "synopsis": "沈砚在渡口等信。" })).await;
    // The only scene of its chapter has no outline of its own.
    let scene = studio.ok("manuscript.create", json!({ "parent": chapter, "title": "" })).await;
    studio
        .ok("lore.save", json!({ "title": "沈砚", "kind": "character", "content": "送信的人，左手少一指。" }))
        .await;
    studio
        .draft(json!({ "scene": scene["scene"], "act": "draft", "target": 300, "profile": "planned" }))
        .await;
    let notes = server.requests()[0].body.to_string();
    for known in ["沈砚在渡口等信", "左手少一指", "老周坐在石阶上等"] {
        assert!(notes.contains(known), "{known}: {notes}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scene_without_a_plan_is_not_begun() {
    let server = writer(answer::prose(300));
    let studio = Studio::with(&server).await;
    let refused = studio.ask("generation.run", draft("planned")).await.unwrap_err();
    assert_eq!((refused.code, &refused.details["step"]), (Code::StepRefused, &json!("plan")));
    // The notes wait for the plan, so nothing at all was sent.
    assert_eq!(server.requests().len(), 0, "{:?}", server.requests());
    let mut anyway = draft("planned");
    anyway["skip"] = json!(["plan", "notes"]);
    let (made, events) = studio.draft(anyway).await;
    assert_eq!(made["status"], "complete");
    assert!(steps(&events).contains(&"plan LeftOut".to_owned()));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_is_mended_in_another_candidate() {
    let prose = "船来了，，老周站起来。他走下石阶，伸手去拉缆绳。水很凉。船上没有人，只有一盏灯。";
    let server = writer(answer::text(prose));
    let studio = Studio::with(&server).await;
    studio.ok("check.set_rule", json!({ "rule": "punctuation", "on": true })).await;
    let request = json!({ "scene": 1, "act": "draft", "target": 40, "profile": "checked" });
    let (done, events) = studio.heard("generation.run", request).await;
    let made = done["generations"].as_array().unwrap();
    assert_eq!(made.len(), 2, "{done}");
    assert_eq!(made[0]["text"], prose);
    assert_eq!(made[1]["text"], prose.replace("，，", "，"));
    assert_eq!((&made[1]["derived"]["of"], &made[1]["derived"]["step"]), (&made[0]["id"], &json!("mend")));
    assert_eq!(made[1]["candidate_of"], made[0]["id"]);
    assert!(made[1]["cost"].is_null());
    assert!(steps(&events).ends_with(&["post rank".to_owned(), "rank Done".to_owned()]), "{events:?}");
    assert_eq!(server.requests().len(), 1);
    // Either can be accepted.
    studio.ok("generation.accept", json!({ "generation": made[1]["id"] })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_listener_hears_all_of_it() {
    let server = server(Answer { delta_delay_ms: 10, ..answer::prose(900) });
    let studio = Studio::with(&server).await;
    let seen = Arc::<Mutex<Vec<GenerationEvent>>>::default();
    let sink = Arc::clone(&seen);
    let observer = Observer::new(Watch::silent(), move |event| sink.lock().unwrap().push(event));
    let request = json!({ "scene": 1, "act": "draft", "target": 800 });
    let first = studio.observed("generation.run", request, observer);
    let later = async {
        let (id, heard) = loop {
            let events = seen.lock().unwrap().clone();
            let id = events.iter().find_map(|event| match event {
                GenerationEvent::Began { generation, .. } => Some(*generation),
                _ => None,
            });
            if let Some(id) = id.filter(|_| events.len() > 5) {
                break (id, events.len());
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        };
        // A window that was reloaded finds it, even before any text is stored.
        let open = studio.ok("generation.list", json!({ "scene": 1, "open_only": true })).await;
        assert_eq!(open["generations"][0]["status"], "running");
        let (done, events) = studio.heard("generation.attach", json!({ "generation": id })).await;
        assert!(events.len() > heard);
        (done, events)
    };
    let (first, (done, events)) = tokio::join!(first, later);
    assert_eq!(first.unwrap(), done);
    assert_eq!(*seen.lock().unwrap(), events);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_found_before_its_text() {
    let notes = Answer {
        delay_ms: 300,
        ..answer::json(json!({ "goal": "等船", "beats": [], "must_not": [], "echoes": [] }))
    };
    let slow = Rule { answer: notes, ..Rule::default() }.contains("工作笔记，交给");
    let server = server(script(vec![slow, Rule { answer: answer::prose(300), ..Rule::default() }]));
    let studio = Studio::with(&server).await;
    plan(&studio).await;
    let text = studio.text().await;
    let first = studio.heard("generation.run", draft("planned"));
    let later = async {
        while server.requests().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let running = studio.ok("generation.running", json!({ "scene": 1 })).await;
        let turn = &running["turns"][0];
        assert_eq!((&turn["request"]["profile"], &turn["text"]), (&json!("planned"), &json!(text)));
        assert_eq!(studio.ok("generation.running", json!({ "scene": 2 })).await["turns"], json!([]));
        (turn["turn"].clone(), studio.heard("generation.attach", json!({ "turn": turn["turn"] })).await)
    };
    let (first, (turn, late)) = tokio::join!(first, later);
    assert_eq!(first, late);
    assert_eq!(server.requests().len(), 2);
    // One that has ended is not heard any more; its texts are in the list.
    assert_eq!(studio.ok("generation.running", json!({ "scene": 1 })).await["turns"], json!([]));
    assert_eq!(studio.ok("generation.attach", json!({ "turn": turn })).await["generations"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_ends_every_phase() {
    for (profile, slow) in [("planned", "工作笔记，交给"), ("plain", "完整正文")] {
        let answer = Answer { delay_ms: 5_000, ..answer::prose(300) };
        let server = server(script(vec![
            Rule { answer, ..Rule::default() }.contains(slow),
            Rule { answer: answer::prose(300), ..Rule::default() },
        ]));
        let studio = Studio::with(&server).await;
        plan(&studio).await;
        let stop: Arc<AtomicBool> = Arc::default();
        let observer = Observer::watching(Watch::new(Arc::clone(&stop), |_| {}));
        let running = studio.observed("generation.run", draft(profile), observer);
        let stopping = async {
            while server.requests().is_empty() {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            stop.store(true, Ordering::Relaxed);
        };
        let (ended, ()) = tokio::join!(running, stopping);
        match ended {
            Ok(done) => assert_eq!(done["generations"][0]["status"], "stopped", "{profile}"),
            Err(error) => assert_eq!(error.code, Code::Stopped, "{profile}"),
        }
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_profile_sends_nothing() {
    let server = writer(answer::prose(300));
    let studio = Studio::with(&server).await;
    let refused = studio.ask("generation.run", draft("lost")).await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
    assert!(server.requests().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_were_shown_survive_a_stop() {
    let server = writer(Answer { delta_delay_ms: 5, ..answer::prose(3_000) });
    let studio = Studio::with(&server).await;
    plan(&studio).await;
    for profile in ["planned", "checked", "plain"] {
        let shown = Arc::<Mutex<String>>::default();
        let (sink, stop) = (Arc::clone(&shown), Arc::<AtomicBool>::default());
        let observer = Observer::new(Watch::new(Arc::clone(&stop), |_| {}), move |event| {
            if let GenerationEvent::Shown { text, .. } = event {
                sink.lock().unwrap().push_str(&text);
            }
        });
        let request = json!({ "scene": 1, "act": "draft", "target": 3_000, "profile": profile });
        let running = studio.observed("generation.run", request, observer);
        let stopping = async {
            while shown.lock().unwrap().chars().count() < 40 {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
            stop.store(true, Ordering::Relaxed);
        };
        let (done, ()) = tokio::join!(running, stopping);
        let made = &done.unwrap()["generations"][0];
        assert_eq!(made["status"], "stopped", "{profile}: {made}");
        let shown = shown.lock().unwrap().clone();
        assert!(
            made["text"].as_str().unwrap().starts_with(&shown),
            "{profile}: {made} lacks words of {shown}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_reports_are_told_side_by_side() {
    let server = writer(answer::prose(300));
    let studio = Studio::with(&server).await;
    plan(&studio).await;
    let (plain, _) = studio.draft(draft("plain")).await;
    let mut again = draft("planned");
    again["instruction"] = json!("多写雾");
    let (planned, _) = studio.draft(again).await;
    let request = json!({ "from": plain["id"], "to": planned["id"] });
    let diff = studio.ok("generation.compare", request).await;
    assert_eq!(
        (&diff["profile"]["before"]["profile"], &diff["profile"]["after"]["profile"]),
        (&json!("plain"), &json!("planned"))
    );
    assert_eq!(diff["instruction"], json!({ "before": "", "after": "多写雾" }));
    let steps = diff["steps"].as_array().unwrap();
    let told: Vec<&Value> = steps.iter().map(|step| &step["step"]).collect();
    assert_eq!(told, ["plan", "notes", "main"]);
    assert!(steps.iter().all(|step| step["before"].is_null() && step["differs"] == true));
    assert_eq!(diff["only_after"][0]["source"]["kind"], "step");
    let same = studio.ok("generation.compare", json!({ "from": plain["id"], "to": plain["id"] })).await;
    assert_eq!((&same["profile"], &same["steps"], &same["messages"]), (&Value::Null, &json!([]), &json!([])));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_asks_no_more_than_was_agreed() {
    let server = writer(answer::prose(300));
    let studio = Studio::with(&server).await;
    plan(&studio).await;
    let trial = |agreed: u64| {
        let request = json!({ "scene": 1, "act": "draft", "profile": "planned", "agreed": agreed });
        json!({ "request": request })
    };
    let preview = studio.ok("pipeline.preview", trial(0)).await;
    let steps = preview["steps"].as_array().unwrap().iter().filter(|step| step["phase"] == "pre");
    let tokens = |asks: &Value| asks["prompt_tokens"].as_u64()?.checked_add(asks["answer_tokens"].as_u64()?);
    let needed: u64 = steps.filter_map(|step| tokens(&step["takes"]["asks"])).sum();
    assert!(needed > 0, "{preview}");
    for less in [0, needed - 1] {
        let refused = studio.ask("pipeline.try", trial(less)).await.unwrap_err();
        assert_eq!(refused.code, Code::AgreementNeeded, "{refused:?}");
    }
    assert_eq!(server.requests().len(), 0);
    let tried = studio.ok("pipeline.try", trial(needed)).await;
    assert_eq!(server.requests().len(), 1, "{tried}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_profile_with_a_shipped_id_stays_usable() {
    let server = writer(answer::prose(300));
    let studio = Studio::with(&server).await;
    // An earlier release saved copies under the id of the shipped profile.
    let own = json!({ "profile_id": "planned", "version": 2, "title": { "zh": "旧", "en": "Old" } });
    let mut tx = studio.project.begin_write().await.unwrap();
    let record = wenfang_story::pipeline::PipelineProfileRecord(own.clone());
    wenfang_project::pipelines::save(&mut tx, &record, studio.project.now()).await.unwrap();
    tx.commit().await.unwrap();
    // It has no step that asks for a plan.
    let (made, _) = studio.draft(draft("planned")).await;
    assert_eq!((&made["status"], server.requests().len()), (&json!("complete"), 1));
    let checked = studio.ok("pipeline.validate", json!({ "text": own.to_string() })).await;
    assert_eq!(checked["errors"], json!([]));
    let mut changed = own;
    changed["description"] = json!({ "zh": "改过", "en": "Changed" });
    let saved = studio.ok("pipeline.save", json!({ "text": changed.to_string() })).await;
    assert_eq!(saved["version"], 3);
    studio.ok("pipeline.remove", json!({ "profile": "planned" })).await;
    let planned = studio.ok("pipeline.get", json!({ "profile": "planned" })).await;
    assert_eq!(planned["origin"], "shipped");
}
