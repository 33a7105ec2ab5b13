//! However a model writes, the text has the wanted length if the model can deliver it.

use serde_json::{Value, json};
use wenfang_checks::gate::GateLimits;
use wenfang_model_server::{Answer, ModelServer, Prose, answer, answers_in_turn};
use wenfang_studio::drafting::GenerationEvent;
use wenfang_text::{CountRule, count};

use crate::studio::{Studio, server};

const TARGET: usize = 800;

async fn drafted(server: &ModelServer) -> (Value, Vec<GenerationEvent>) {
    let studio = Studio::with(server).await;
    let (generation, events) = studio.draft(json!({ "scene": 1, "act": "draft", "target": TARGET })).await;
    let text = generation["text"].as_str().unwrap();
    let counted = count(text).total(CountRule::Standard);
    assert_eq!(generation["gate"]["counted"], json!(counted));
    let limits = GateLimits::of_target(TARGET).unwrap();
    assert!(counted <= limits.hard(), "{counted} 字 of at most {}", limits.hard());
    let shown: String = events
        .iter()
        .filter_map(|event| match event {
            GenerationEvent::Shown { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(shown, text, "what was shown is the text");
    assert_eq!(studio.text().await, crate::studio::TEXT, "the scene is unchanged");
    (generation, events)
}

fn assert_length_is_reached(generation: &Value) {
    let counted = generation["gate"]["counted"].as_u64().unwrap() as usize;
    assert!((TARGET * 9 / 10..=TARGET * 12 / 10).contains(&counted), "{counted} 字 for {TARGET}");
}

#[tokio::test]
async fn an_overlong_answer_is_cut() {
    let server = server(answer::prose(6_000));
    let (generation, events) = drafted(&server).await;
    assert_length_is_reached(&generation);
    assert_eq!(generation["gate"]["outcome"], "cut");
    assert!(
        generation["text"].as_str().unwrap().ends_with(['。', '！', '？', '”', '…', '」']),
        "{generation}"
    );
    assert!(!generation["overflow"].as_str().unwrap().is_empty());
    assert_eq!(events.iter().filter(|event| matches!(event, GenerationEvent::SoftLimit { .. })).count(), 1);
    assert!(events.iter().any(|event| matches!(event, GenerationEvent::Cut { .. })));
}

#[tokio::test]
async fn a_short_answer_is_continued() {
    let server = server(answer::prose(300));
    let (generation, events) = drafted(&server).await;
    assert_length_is_reached(&generation);
    assert_eq!(generation["gate"]["rounds"], 3);
    let rounds = events.iter().filter(|event| matches!(event, GenerationEvent::Round { .. })).count();
    assert_eq!((rounds, server.requests().len()), (2, 3));
}

#[tokio::test]
async fn answers_of_english_do_not_run_together() {
    let server = server(answer::text("The lamp went out."));
    let (generation, _) = drafted(&server).await;
    assert_eq!(generation["text"], ["The lamp went out."; 4].join(" "));
}

#[tokio::test]
async fn a_text_that_stays_short_is_reported() {
    let server = server(answer::prose(60));
    let (generation, _) = drafted(&server).await;
    assert_eq!(
        (&generation["gate"]["outcome"], &generation["status"]),
        (&json!("short"), &json!("complete"))
    );
    assert_eq!(server.requests().len(), 4, "the first round and three more");
}

#[tokio::test]
async fn one_huge_delta_is_cut_like_many_small_ones() {
    let whole = Answer { delta_characters: 100_000, ..answer::prose(6_000) };
    let (one, _) = drafted(&server(whole)).await;
    let (many, _) = drafted(&server(Answer { delta_characters: 1, ..answer::prose(6_000) })).await;
    assert_length_is_reached(&one);
    assert_eq!((&one["text"], &one["gate"]), (&many["text"], &many["gate"]));
}

#[tokio::test]
async fn an_answer_without_punctuation_is_cut() {
    let prose = Prose { characters: 4_000, punctuation: false, dialogue: false, seed: 3 };
    let (generation, _) = drafted(&server(Answer { prose: Some(prose), ..Answer::default() })).await;
    assert_length_is_reached(&generation);
}

#[tokio::test]
async fn a_cut_dialogue_ends_with_a_closing_quote() {
    let line = "“你等了多久？”“没有多久，雾散了就走。”“那你的灯呢？”\n";
    let (generation, _) = drafted(&server(answer::text(line.repeat(200)))).await;
    assert_length_is_reached(&generation);
    let text = generation["text"].as_str().unwrap();
    assert_eq!(text.matches('“').count(), text.matches('”').count(), "{text}");
    let endless = format!("“{}", "他说雾要散了，他说船要来了。".repeat(400));
    let (generation, _) = drafted(&server(answer::text(endless))).await;
    assert_length_is_reached(&generation);
    assert!(generation["text"].as_str().unwrap().ends_with("。”"));
    assert_eq!(generation["gate"]["closing"], "”");
}

#[tokio::test]
async fn an_answer_stopped_by_its_token_limit_is_continued() {
    let cut = |seed| Answer {
        prose: Some(Prose { characters: 400, seed, ..Prose::default() }),
        finish: "length".to_owned(),
        ..Answer::default()
    };
    let server = server(answers_in_turn(vec![cut(1), cut(2), cut(3)]));
    let (generation, _) = drafted(&server).await;
    assert_length_is_reached(&generation);
    let requests = server.requests();
    let messages = requests[1].body["messages"].as_array().unwrap();
    let written = generation["text"].as_str().unwrap().chars().skip(380).take(10).collect::<String>();
    let contains_text =
        messages.iter().any(|message| message["content"].as_str().unwrap().contains(&written));
    assert!(contains_text, "the next round contains the written text: {written:?} in {messages:?}");
}

#[tokio::test]
async fn an_only_scene_uses_its_chapters_plan() {
    let server = server(answer::prose(6_000));
    let studio = Studio::with(&server).await;
    let made =
        studio.ok("manuscript.create", json!({ "parent": { "volume": 1 }, "title": "第二章 归舟" })).await;
    let chapter = made["chapter"].as_i64().unwrap();
    let plan = json!({ "part": { "chapter": chapter }, "target": TARGET, "goal": "写出离别", "synopsis": "老周连夜撑船回来" });
    studio.ok("manuscript.describe", plan).await;
    let scene = json!({ "parent": { "chapter": chapter }, "title": "" });
    let made = studio.ok("manuscript.create", scene.clone()).await;
    let (generation, _) = studio.draft(json!({ "scene": made["scene"], "act": "draft" })).await;
    assert_length_is_reached(&generation);
    let asked = |words: &str| server.requests().last().unwrap().body.to_string().contains(words);
    assert!(asked("写出离别") && asked("老周连夜撑船回来"));

    // With two scenes, each has its own plan.
    studio.ok("manuscript.create", scene).await;
    studio.draft(json!({ "scene": made["scene"], "act": "draft" })).await;
    assert!(!asked("老周连夜撑船回来"));
}

#[tokio::test]
async fn a_rewrite_may_be_short_without_a_requested_length() {
    const SHORTER: &str = "江上有风。";
    let short = || server(answer::text(SHORTER));
    let asked = |target: Option<usize>| json!({ "scene": 1, "act": "rewrite", "range": { "start": 0, "end": 21 }, "target": target });
    let free = short();
    let studio = Studio::with(&free).await;
    let (generation, _) = studio.draft(asked(None)).await;
    assert_eq!(
        (&generation["text"], &generation["gate"]["outcome"]),
        (&json!(SHORTER), &json!("within_target"))
    );
    let sent = &free.requests()[0].body["messages"].to_string();
    assert!(
        free.requests().len() == 1 && !sent.contains("不得少于"),
        "one request is sent, without a minimum length"
    );
    let bound = short();
    let studio = Studio::with(&bound).await;
    studio.draft(asked(Some(20))).await;
    assert!(bound.requests().len() > 1, "a requested length is enforced");
}
