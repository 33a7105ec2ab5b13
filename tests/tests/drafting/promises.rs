//! What the price preview promises: whatever goes wrong, a turn sends no more.

use serde_json::{Value, json};
use wenfang_model_server::{ModelServer, Rule, answer, script};

use crate::steps::NOTES;
use crate::studio::{Studio, server};

/// Words that the setting forbids.
const FORBIDDEN: [&str; 8] = ["手机", "电脑", "汽车", "电灯", "火车", "飞机", "雷达", "坦克"];

/// Lines with forbidden words, apart from each other, far too short for the target. No line is like another, so that
/// nothing else is found.
fn faulty() -> String {
    let lines = [
        ("老周低头看见一只{}。", "江上有风，船还没有来。"),
        ("桌上摆着一台{}，落满了灰。", "远处的钟响了三下。"),
        ("谁家的{}停在坡下？", "石阶湿得发亮。"),
        ("檐下挂的{}忽然亮了。", "雾从对岸漫过来。"),
        ("她从未坐过{}。", "听不清有人在唱什么。"),
        ("天上飞过一架{}，声音很闷。", "灯火渐渐稀了。"),
        ("山顶的{}慢慢转着。", "竹篙碰了碰石头。"),
        ("那些{}早已锈了。", "他把衣领竖起来。"),
    ];
    let pair =
        |((with, between), word): ((&str, &str), &str)| format!("{}\n{between}\n", with.replace("{}", word));
    lines.into_iter().zip(FORBIDDEN).map(pair).collect()
}

/// A server whose notes are no JSON, whose texts are too short and faulty, and whose mended passages are cut off.
fn bungler() -> ModelServer {
    server(script(vec![
        Rule { answer: answer::text("好的，我来想一想。"), ..Rule::default() }.contains(NOTES),
        Rule { answer: answer::text("他掏出手机").finish("length"), ..Rule::default() }
            .contains("要改的问题"),
        Rule { answer: answer::text(faulty()), ..Rule::default() },
    ]))
}

async fn studio(server: &ModelServer) -> Studio {
    let studio = Studio::with(server).await;
    studio.ok("manuscript.describe", json!({ "part": { "scene": 1 }, "synopsis": "老周等船。" })).await;
    studio.ok("bible.set", json!({ "key": "taboo", "value": FORBIDDEN.join("、") })).await;
    studio.ok("check.set_rule", json!({ "rule": "forbidden_words", "on": true })).await;
    studio
}

fn requests(takes: &Value) -> u64 {
    takes["asks"]["requests"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_turn_sends_more_than_promised() {
    let server = bungler();
    let studio = studio(&server).await;
    let listed = studio.ok("pipeline.list", json!({})).await;
    let shipped: Vec<&str> =
        listed["profiles"].as_array().unwrap().iter().map(|one| one["profile"].as_str().unwrap()).collect();
    assert_eq!(shipped, ["plain", "careful", "checked", "planned"]);
    for candidates in [1, 3] {
        for profile in &shipped {
            let request = json!({
                "scene": 1, "act": "draft", "target": 3_000, "profile": profile, "candidates": candidates,
                "instruction": format!("{profile} {candidates}"),
            });
            let preview = studio.ok("pipeline.preview", json!({ "request": request })).await;
            let promised = requests(&preview["takes"]);
            let before = server.requests().len();
            studio.ok("generation.run", request).await;
            let sent = (server.requests().len() - before) as u64;
            assert!(sent <= promised, "{profile}: {sent} sent, {promised} promised");
            let (text, notes, mends) = (4 * candidates, 3, 6);
            let expected = match *profile {
                "careful" => text + notes + mends,
                "planned" => text + notes,
                _ => text,
            };
            assert_eq!((sent, promised), (expected, expected), "{profile} × {candidates}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promise_has_every_step_and_what_is_least() {
    let server = bungler();
    let studio = studio(&server).await;
    let request = json!({ "scene": 1, "act": "draft", "target": 3_000, "profile": "careful" });
    let preview = studio.ok("pipeline.preview", json!({ "request": request })).await;
    let steps = preview["steps"].as_array().unwrap();
    let told: Vec<(&Value, u64, &Value)> = steps
        .iter()
        .filter(|step| step["takes"]["may_cost"] == true)
        .map(|step| (&step["step"], requests(&step["takes"]), &step["takes"]["least"]["asks"]["requests"]))
        .collect();
    assert_eq!(told, [(&json!("notes"), 3, &json!(1)), (&json!("mend"), 6, &json!(0))]);
    assert_eq!(preview["takes"]["least"]["asks"]["requests"], 2);
    // The preview of the text alone tells the same of the text.
    let plain = json!({ "scene": 1, "act": "draft", "target": 3_000, "profile": "plain" });
    let alone = studio.ok("context.preview", plain.clone()).await["takes"].clone();
    let planned = studio.ok("pipeline.preview", json!({ "request": plain })).await;
    assert_eq!((&planned["text"], &planned["takes"]), (&alone, &alone));
    assert_eq!(requests(&alone), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ceiling_of_one_generation_limits_the_price() {
    let server = bungler();
    let studio = studio(&server).await;
    let price = json!({ "currency": "CNY", "input": 2_000_000, "cached_input": 0, "output": 8_000_000 });
    let models = json!([{ "name": "scripted", "price": price }]);
    let provider = json!({
        "id": "home", "name": "home", "preset": "custom", "base_url": server.base_url(), "models": models,
    });
    studio.ok("providers.save", json!({ "provider": provider })).await;
    let request = json!({ "scene": 1, "act": "draft", "target": 3_000 });
    let micros = async || {
        studio.ok("context.preview", request.clone()).await["takes"]["cost"]["micros"].as_u64().unwrap()
    };
    let free = micros().await;
    let ceilings = json!({ "per_run": { "currency": "CNY", "micros": 1 } });
    studio.ok("providers.set_ceilings", json!({ "ceilings": ceilings })).await;
    assert!(micros().await < free, "{} is not below {free}", micros().await);
    studio.ok("generation.run", request.clone()).await;
    assert_eq!(server.requests().len(), 1, "no request follows once the ceiling is reached");
    // What the steps of a turn cost counts, too: neither notes again nor the text.
    let mut careful = request;
    careful["profile"] = json!("careful");
    let refused = studio.ask("generation.run", careful).await.unwrap_err();
    assert_eq!(server.requests().len(), 2, "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_report_has_every_request_with_its_end() {
    let server = bungler();
    let studio = studio(&server).await;
    let request = json!({ "scene": 1, "act": "draft", "target": 3_000, "profile": "careful" });
    let (made, _) = studio.draft(request).await;
    let report = studio.ok("generation.report", json!({ "generation": made["id"] })).await;
    let ends = |step: &str| -> Vec<Value> {
        let steps = report["steps"].as_array().unwrap();
        let step = steps.iter().find(|one| one["step"] == step).unwrap();
        step["requests"].as_array().unwrap().iter().map(|one| one["outcome"].clone()).collect()
    };
    assert_eq!(ends("notes"), ["no_json"; 3]);
    assert_eq!(ends("main"), ["too_short", "too_short", "too_short", "ok"]);
    assert_eq!(ends("mend"), ["cut"; 6]);
    let all: usize = ["notes", "main", "mend"].iter().map(|step| ends(step).len()).sum();
    assert_eq!(all, server.requests().len());
    let mend = report["steps"].as_array().unwrap().iter().find(|one| one["step"] == "mend").unwrap();
    let passages = mend["notes"]["candidates"][0]["passages"].as_array().unwrap();
    assert!(passages.iter().all(|one| one["why"]["kind"] == "not_whole"), "{passages:?}");
    let first = &mend["requests"][0];
    assert!(first["tokens"]["prompt"].as_u64() > Some(0) && first["millis"].is_u64(), "{first}");
}
