//! Enabling and disabling rules.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Code;
use wenfang_studio::commands::call_on as call;

use super::{ask, check, findings, list, novel};

fn rule<'r>(rules: &'r Value, name: &str) -> &'r Value {
    list(&rules["rules"]).iter().find(|rule| rule["rule"] == name).unwrap()
}

#[tokio::test]
async fn a_rule_can_be_switched_and_reset() -> Result<()> {
    let (novel, _) = novel(&["　　江上有风，，船还没有来。\n"]).await?;
    let project = &novel.project;
    let shipped = ask(project, "check.rules", json!({})).await?;
    assert_eq!(list(&shipped["rules"]).len(), wenfang_story::check::Rule::ALL.len());
    for one in list(&shipped["rules"]) {
        assert_eq!(one["on"], one["default_on"], "{one}");
        if one["needs_model"] == true {
            assert_eq!((&one["default_on"], &one["measured"]), (&json!(false), &Value::Null));
        }
    }
    let set =
        async |on: Value| ask(project, "check.set_rule", json!({ "rule": "punctuation", "on": on })).await;
    assert_eq!(rule(&set(json!(true)).await?, "punctuation")["on"], true);
    let ran = ask(project, "check.run", json!({ "within": "book" })).await?;
    assert!(list(&ran["rules"]).contains(&json!("punctuation")));
    let before = findings(project).await?;
    assert_eq!(before.len(), 1);
    ask(project, "check.waive", json!({ "finding": before[0]["id"], "scope": "once" })).await?;

    assert_eq!(rule(&set(json!(false)).await?, "punctuation")["on"], false);
    assert_eq!(findings(project).await?, Vec::<Value>::new(), "findings of a disabled rule are gone");
    let ran = ask(project, "check.run", json!({})).await?;
    assert!(!list(&ran["rules"]).contains(&json!("punctuation")));
    // Named explicitly, it runs even if it is off.
    assert_eq!(check(project, &["punctuation"]).await?["found"], 1);

    set(json!(true)).await?;
    ask(project, "check.run", json!({})).await?;
    let after = findings(project).await?;
    assert_eq!((&after[0]["id"], &after[0]["state"]), (&before[0]["id"], &json!("waived")));
    let rules = set(Value::Null).await?;
    assert_eq!(rule(&rules, "punctuation")["on"], rule(&rules, "punctuation")["default_on"]);
    Ok(())
}

#[tokio::test]
async fn rules_that_cannot_run_are_rejected() -> Result<()> {
    let (novel, _) = novel(&["一"]).await?;
    for rules in [json!(["model_setting"]), json!([]), json!(["punctuation", "model_pov"]), json!(["luck"])] {
        let error = call(&novel.project, "check.run", json!({ "rules": rules })).await.unwrap_err();
        assert_eq!(error.code, Code::BadRequest, "{rules}");
    }
    let error = call(&novel.project, "check.run", json!({ "within": { "chapter": 99 } })).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    Ok(())
}
