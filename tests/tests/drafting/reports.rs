//! The report accounts for everything that was sent, and for everything that was left out.

use serde_json::{Value, json};
use wenfang_model_server::{Rule, answer, script};

use crate::studio::{Studio, server};
use crate::turns::notes_after;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The lines of messages that the template itself prints: without blank lines and the borders of data blocks.
fn lines(messages: &str) -> Vec<&str> {
    let is_border = |line: &str| line.starts_with("<data-") || line.starts_with("</data-");
    messages.lines().map(str::trim).filter(|line| !line.is_empty() && !is_border(line)).collect()
}

fn contents(messages: &Value) -> String {
    list(messages).iter().map(|message| message["content"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

/// The characters of a layer that belong to no part, without white space.
fn unclaimed(receipt: &Value, layer: &Value) -> String {
    let text: Vec<char> = layer["text"].as_str().unwrap().chars().collect();
    let mut is_claimed = vec![false; text.len()];
    for part in list(&receipt["parts"]).iter().filter(|part| part["layer"] == layer["layer"]) {
        let Some(start) = part["shown"]["start"].as_u64() else { continue };
        let end = part["shown"]["end"].as_u64().unwrap();
        for at in start..end {
            assert!(!std::mem::replace(&mut is_claimed[at as usize], true), "two parts claim a character");
        }
    }
    let left = text.into_iter().zip(is_claimed).filter(|(c, is_claimed)| !is_claimed && !c.is_whitespace());
    left.map(|(c, _)| c).collect()
}

/// A novel with something in every layer.
async fn filled(studio: &Studio) {
    studio
        .ok(
            "manuscript.describe",
            json!({ "part": { "scene": 1 }, "synopsis": "老周等来一条空船。", "plan": { "pov": "老周" } }),
        )
        .await;
    studio.ok("bible.set", json!({ "key": "taboo", "value": "不写手机" })).await;
    let entry = json!({ "title": "老周", "kind": "character", "content": "渡口的船夫，左手少一根指头。", "constant": true });
    studio.ok("lore.save", entry).await;
    let text = "雾是从下游上来的。\n老周把灯放在石阶上，没有点。\n".repeat(20);
    studio.ok("scene.save", json!({ "scene": 1, "text": text })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sent_character_belongs_to_a_part() {
    let server = server(script(vec![notes_after(0), Rule { answer: answer::prose(300), ..Rule::default() }]));
    let studio = Studio::with(&server).await;
    filled(&studio).await;
    let request = json!({ "scene": 1, "act": "continue", "target": 300, "instruction": "慢一点" });
    let mut with_steps = request.clone();
    with_steps["profile"] = json!("careful");
    let (made, _) = studio.draft(with_steps).await;
    let report = studio.ok("generation.report", json!({ "generation": made["id"] })).await;
    let receipt = &report["receipt"];

    let sent = server.requests();
    let mut rest = contents(&receipt["messages"]);
    assert_eq!(contents(&sent.last().unwrap().body["messages"]), rest, "the report has what was sent");
    let mut tokens = 0;
    for layer in list(&receipt["layers"]) {
        let text = layer["text"].as_str().unwrap();
        assert_eq!(rest.matches(text).count() == 1, !text.is_empty(), "{layer}");
        rest = rest.replacen(text, "", 1);
        assert_eq!(unclaimed(receipt, layer), "", "{layer}");
        tokens += layer["used"].as_u64().unwrap();
    }
    assert!(tokens > 0);
    let kinds: Vec<&str> =
        list(&receipt["parts"]).iter().map(|part| part["source"]["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"step") && kinds.contains(&"bible_field"), "{kinds:?}");

    // What is left is the template, which the report names: it is what is sent when all but the text before is left out.
    let other = list(&receipt["parts"]).iter().filter(|part| part["layer"] != "recent");
    let mut bare = request;
    bare["excluded"] = json!(other.map(|part| &part["source"]).collect::<Vec<_>>());
    let bare = studio.ok("context.preview", bare).await;
    let mut bare_messages = contents(&bare["messages"]);
    for layer in list(&bare["layers"]) {
        let text = layer["text"].as_str().unwrap();
        assert!(text.is_empty() || layer["layer"] == "recent", "{layer}");
        bare_messages = bare_messages.replacen(text, "", 1);
    }
    let (rest, template) = (lines(&rest), lines(&bare_messages));
    let only = |these: &[&str], those: &[&str]| -> Vec<String> {
        these.iter().filter(|line| !those.contains(line)).map(|line| (*line).to_owned()).collect()
    };
    assert_eq!((only(&rest, &template), only(&template, &rest)), (Vec::new(), Vec::new()));
    assert_eq!(rest.len(), template.len());
    assert_eq!(bare["prompt"], receipt["template"]);
    // And what was left out has its reason.
    let left_out = |part: &&Value| part["fate"]["kind"] == "dropped";
    for part in list(&receipt["parts"]).iter().filter(left_out) {
        assert!(part["fate"]["reason"]["kind"].is_string(), "{part}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_tells_each_step_in_order() {
    let server = server(script(vec![notes_after(0), Rule { answer: answer::prose(300), ..Rule::default() }]));
    let studio = Studio::with(&server).await;
    filled(&studio).await;
    let request =
        json!({ "scene": 1, "act": "continue", "target": 300, "profile": "careful", "skip": ["memory"] });
    let (made, _) = studio.draft(request).await;
    let report = studio.ok("generation.report", json!({ "generation": made["id"] })).await;
    let steps: Vec<[&Value; 3]> =
        list(&report["steps"]).iter().map(|step| [&step["step"], &step["phase"], &step["status"]]).collect();
    let expected = [
        ["memory", "pre", "completed"],
        ["notes", "pre", "completed"],
        ["main", "main", "completed"],
        ["check", "post", "completed"],
        ["mend", "post", "skipped"],
    ];
    assert_eq!(json!(steps), json!(expected));
    assert_eq!(report["steps"][0]["notes"]["left_out"], true);
    assert_eq!(report["steps"][1]["model"], "scripted");
    assert_eq!(report["why"]["turn"]["profile"], "careful");
    assert_eq!(report["why"]["turn"]["level"], "asked");
    for hash in ["prompt", "inputs", "profile", "turn"] {
        assert_eq!(report["hashes"][hash].as_str().unwrap().len(), 64, "{hash}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_tells_its_cost_even_a_failed_one() {
    let unreadable =
        Rule { answer: answer::text("我想不出来。"), ..Rule::default() }.contains("工作笔记，交给");
    let server = server(script(vec![unreadable, Rule { answer: answer::prose(300), ..Rule::default() }]));
    let studio = Studio::with(&server).await;
    filled(&studio).await;
    let mut provider = studio.ok("providers.list", json!({})).await["providers"][0]["provider"].clone();
    let price = json!({ "currency": "CNY", "input": 1_000_000, "cached_input": 0, "output": 1_000_000 });
    provider["models"] = json!([{ "name": "scripted", "price": price }]);
    studio.ok("providers.save", json!({ "provider": provider })).await;
    let request = json!({ "scene": 1, "act": "continue", "target": 300, "profile": "careful" });
    let (made, _) = studio.draft(request).await;
    let report = studio.ok("generation.report", json!({ "generation": made["id"] })).await;
    let step = |name: &str| list(&report["steps"]).iter().find(|step| step["step"] == name).unwrap();
    assert_eq!(step("notes")["status"], "failed");
    assert!(step("notes")["cost"]["micros"].as_u64() > Some(0), "{}", step("notes"));
    assert_eq!(step("main")["cost"], made["cost"]);
    assert_eq!(step("memory")["status"], "completed");
}
