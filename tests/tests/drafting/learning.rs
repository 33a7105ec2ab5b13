//! Lasting effects of calls: calibrated token counts, and malformed answers.

use serde_json::json;
use wenfang_model_server::{Answer, Usage, answer};

use crate::studio::{Studio, server};

#[tokio::test]
async fn server_token_counts_calibrate_the_estimate_persistently() {
    let seen = json!({ "scene": 1, "act": "continue", "target": 60 });
    let studio = Studio::new().await;
    let before = studio.ok("context.preview", seen.clone()).await["tokens"].as_u64().unwrap();
    let counted = json!({ "prompt_tokens": before * 3 / 2, "completion_tokens": 60, "total_tokens": 0 });
    let server = server(Answer { usage: Usage::Given(counted), ..answer::prose(60) });
    studio.add("home", &server.base_url()).await;
    studio.route(&["home"]).await;
    assert_eq!(studio.ok("context.preview", seen.clone()).await["tokens"].as_u64(), Some(before));
    studio.draft(seen.clone()).await;

    let after = studio.ok("context.preview", seen.clone()).await["tokens"].as_u64().unwrap();
    assert!(after.abs_diff(before * 3 / 2) <= before / 20, "{before} tokens became {after}");
    let kept = std::fs::read_to_string(studio.folder().join("config/calibrations.json")).unwrap();
    assert!(kept.contains("\"home\"") && kept.contains("\"scripted\""), "{kept}");

    studio.ok("providers.remove", json!({ "id": "home" })).await;
    let kept = std::fs::read_to_string(studio.folder().join("config/calibrations.json")).unwrap();
    assert!(!kept.contains("home"), "{kept}");
}

#[tokio::test]
async fn a_malformed_answer_is_not_on_the_shelf() {
    let words = "我想了想，这一场不如写成散文。";
    let server = server(Answer { text: Some(words.to_owned()), ..Answer::default() });
    let studio = Studio::with(&server).await;
    let (generation, _) = studio.draft(json!({ "scene": 1, "act": "card" })).await;
    assert_eq!(
        (&generation["status"], &generation["trouble"]["kind"]),
        (&json!("failed"), &json!("shape")),
        "{generation}"
    );
    assert_eq!(generation["overflow"], words);
    assert_eq!(studio.ok("generation.shelf", json!({})).await["items"], json!([]));
}

#[tokio::test]
async fn each_failure_is_reported_by_its_kind() {
    for (status, kind) in
        [(401, "key"), (402, "quota"), (429, "rate_limited"), (500, "server"), (404, "bad_request")]
    {
        let server = server(answer::failing(status));
        let studio = Studio::with(&server).await;
        let (generation, _) = studio.draft(json!({ "scene": 1, "act": "continue", "target": 60 })).await;
        assert_eq!(generation["trouble"]["kind"], kind, "{status}: {generation}");
        assert!(!generation["trouble"]["message"].as_str().unwrap().is_empty());
    }
}
