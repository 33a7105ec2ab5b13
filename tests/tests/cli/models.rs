//! Setting up model providers from the command line.

use serde_json::{Value, json};
use wenfang_model_server::{ModelServer, answer};

use crate::desk::{Desk, items};

/// A key as an author would paste it; it must never be shown again.
const KEY: &str = "sk-canary-7f3a91c2d4e5";

fn server() -> ModelServer {
    ModelServer::start_on(answer::text("江上起了雾。").into(), 0).unwrap()
}

/// A desk with a server set up as `home`, with routes and consent.
pub fn set_up(desk: &Desk, server: &ModelServer) {
    desk.ok(&format!("providers add home --preset custom --url {} --model scripted", server.base_url()));
    desk.ok(
        r#"providers routes '{"default": {"targets": [{"provider": "home", "model": "scripted"}], "fallback": true}}'"#,
    );
    desk.ok("providers consent home");
}

#[test]
fn a_provider_is_set_up_tested_and_removed() {
    let (desk, server) = (Desk::new(), server());
    let empty = desk.ok("providers list");
    assert_eq!(empty["providers"], json!([]));
    assert!(items(&empty["presets"]).len() >= 10);
    let listed =
        desk.ok(&format!("providers add home --preset custom --url {} --model scripted", server.base_url()));
    let home = &listed["providers"][0];
    assert_eq!((&home["provider"]["id"], &home["consented"]), (&json!("home"), &json!(false)));
    assert_eq!(desk.ok("providers models home")["models"], json!(["scripted"]));
    let report = &desk.ok("providers test home")["report"];
    for step in ["reachable", "models", "streaming"] {
        assert_eq!(report[step]["verdict"], "ok", "{report}");
    }
    assert_eq!(desk.ok("providers consent home")["providers"][0]["consented"], json!(true));
    let of_model = |listed: &Value| listed["providers"][0]["unasked"].clone();
    assert_eq!(of_model(&desk.ok("providers unasked home scripted 8000")), json!({ "scripted": 8000 }));
    assert_eq!(of_model(&desk.ok("providers unasked home scripted 0")), json!({}));
    desk.ok("providers unasked home scripted 8000");
    let withdrawn = desk.ok("providers consent home --withdraw");
    assert_eq!(withdrawn["providers"][0]["consented"], json!(false));
    assert_eq!(of_model(&withdrawn), json!({}), "revoking consent also revokes sending without asking");
    let mut whole = withdrawn["providers"][0]["provider"].clone();
    whole["name"] = json!("书房里的机器");
    assert_eq!(
        desk.ok_with("providers save -", &whole.to_string())["providers"][0]["provider"]["name"],
        "书房里的机器"
    );
    let ceilings = r#"{"per_run": {"currency": "CNY", "micros": 500000}, "per_month": null}"#;
    assert_eq!(
        desk.ok(&format!("providers ceilings '{ceilings}'"))["ceilings"]["per_run"]["micros"],
        500_000
    );
    set_up(&desk, &server);
    let removed = desk.ok("providers remove home");
    assert_eq!((&removed["providers"], &removed["routes"]["default"]["targets"]), (&json!([]), &json!([])));
    assert_eq!(desk.refused("providers test home")["code"], "not_found");
    assert_eq!(
        desk.refused("providers add home --preset custom --url ftp://host --model m")["code"],
        "bad_request"
    );
    let unknown = r#"{"default": {"targets": [{"provider": "home", "model": "m"}]}}"#;
    assert_eq!(desk.refused(&format!("providers routes '{unknown}'"))["code"], "bad_request");
}

#[test]
fn a_kind_of_server_brings_its_usual_address() {
    let desk = Desk::new();
    let added = desk.ok("providers add here --preset ollama --model qwen3");
    assert_eq!(added["providers"][0]["origin"], "http://127.0.0.1:11434", "{added}");
    let windows = desk.ok("providers add there --preset deepseek --model chat");
    assert_eq!(
        (&windows["providers"][0]["assumed_window"], &windows["providers"][1]["assumed_window"]),
        (&json!(8_192), &json!(32_768)),
        "a local model is assumed to have a shorter context"
    );
    let refused = desk.refused("providers add here --preset custom");
    assert_eq!((&refused["code"], &refused["details"]["refusal"]), (&json!("bad_request"), &json!("url")));
}

#[test]
fn the_first_model_becomes_the_default() {
    let (desk, server) = (Desk::with_novel(), server());
    let default = |answer: &Value| answer["routes"]["default"]["targets"].clone();
    let url = server.base_url();
    assert_eq!(
        default(&desk.ok(&format!("providers add bare --preset custom --url {url}"))),
        Value::Null,
        "without a model there is no request"
    );
    let added = desk.ok(&format!("providers add home --preset custom --url {url} --model scripted"));
    assert_eq!(default(&added), json!([{ "provider": "home", "model": "scripted", "parameters": {} }]));
    desk.ok("providers consent home");
    desk.ok("draft novel.wenfang --scene 1");
    let second = desk.ok(&format!("providers add other --preset custom --url {url} --model another"));
    assert_eq!(default(&second), default(&added), "an existing default stays");
    desk.ok(r#"providers routes '{"default": {"targets": []}}'"#);
    let again = desk.ok(&format!("providers add home --preset custom --url {url} --model scripted"));
    assert_eq!(default(&again), json!([]), "an existing model is not chosen again");
}

#[test]
fn a_key_is_stored_and_never_shown() {
    let (desk, server) = (Desk::new(), server());
    desk.ok(&format!("providers add home --preset custom --url {} --model scripted", server.base_url()));
    let kept = desk.ok("providers keys file");
    assert_eq!((&kept["keys"]["place"], &kept["keys"]["ready"]), (&json!("file"), &json!(true)));
    let with_key = desk.ok_with("providers set-key home", &format!("{KEY}\n"));
    assert!(!with_key.to_string().contains(KEY), "{with_key}");
    desk.ok("providers models home");
    let sent = server.requests();
    assert_eq!(
        sent[0].headers["authorization"],
        format!("Bearer {KEY}"),
        "the whole key, without its line end"
    );
    for name in desk.list("studio/config") {
        let bytes = std::fs::read(desk.path(&format!("studio/config/{name}"))).unwrap();
        assert!(!bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes()), "{name}");
    }
    let forgotten = desk.ok("providers forget-key home");
    assert_ne!(forgotten["providers"][0]["key"], with_key["providers"][0]["key"]);
    desk.ok("providers models home");
    assert!(!server.requests().last().unwrap().headers.contains_key("authorization"));
    let memory = desk.ok("providers keys memory");
    assert_eq!(memory["keys"]["place"], "memory");
    desk.misused("providers keys nowhere");
    assert_ne!(memory["keys"]["trouble"], Value::Bool(true));
}

#[test]
fn a_key_is_not_sent_to_another_address() {
    let (desk, first, second) = (Desk::new(), server(), server());
    desk.ok("providers keys file");
    desk.ok(&format!("providers add home --preset custom --url {} --model scripted", first.base_url()));
    let kept = desk.ok_with("providers set-key home", &format!("{KEY}\n"));
    let origin = kept["providers"][0]["origin"].clone();

    let moved =
        desk.ok(&format!("providers add home --preset custom --url {} --model scripted", second.base_url()));
    let hint = &moved["providers"][0]["key"];
    assert_eq!(
        (&hint["set"], &hint["last_four"], &hint["elsewhere"]),
        (&json!(false), &Value::Null, &origin)
    );
    for asking in ["providers test home", "providers models home"] {
        let refused = desk.refused(asking);
        assert_eq!((&refused["code"], &refused["details"]["kept_for"]), (&json!("key_elsewhere"), &origin));
    }
    assert!(second.requests().is_empty(), "nothing was sent to the new address");

    desk.ok_with("providers set-key home", "sk-the-second-one\n");
    desk.ok("providers models home");
    assert_eq!(second.requests()[0].headers["authorization"], "Bearer sk-the-second-one");
}

#[test]
fn a_pasted_provider_gets_no_key_by_its_id() {
    let (desk, first, second) = (Desk::new(), server(), server());
    desk.ok("providers keys file");
    desk.ok(&format!("providers add home --preset custom --url {} --model scripted", first.base_url()));
    let kept = desk.ok_with("providers set-key home", &format!("{KEY}\n"));
    let mut pasted = kept["providers"][0]["provider"].clone();
    pasted["base_url"] = json!(second.base_url());
    let saved = desk.ok_with("providers save -", &pasted.to_string());
    assert_eq!(saved["providers"][0]["key"]["set"], json!(false));
    assert_eq!(desk.refused("providers models home")["code"], "key_elsewhere");
    assert!(second.requests().is_empty());
    pasted["base_url"] = json!(first.base_url());
    desk.ok_with("providers save -", &pasted.to_string());
    desk.ok("providers models home");
    assert_eq!(
        first.requests()[0].headers["authorization"],
        format!("Bearer {KEY}"),
        "the key works again at its own address"
    );
}
