//! A waiver holds as long as the finding is the same one, and no longer.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::commands::call_on as call;
use wenfang_studio::{Code, Project};

use super::{ask, check, findings, list, novel, save, shown};

const TEXT: &str = "　　江上有风，，船还没有来。\n　　老周坐在石阶上等，等了很久。\n　　灯灭了，，又亮了。\n";

async fn waive(project: &Project, finding: &Value, scope: &str) -> Result<()> {
    let request = json!({ "finding": finding["id"], "scope": scope, "reason": "有意" });
    ask(project, "check.waive", request).await?;
    Ok(())
}

async fn states(project: &Project) -> Result<Vec<String>> {
    check(project, &["punctuation"]).await?;
    Ok(shown(&findings(project).await?).into_iter().map(|(_, _, state)| state).collect())
}

#[tokio::test]
async fn waiving_one_passage_does_not_waive_similar_ones() -> Result<()> {
    let (novel, s) = novel(&[TEXT, "一"]).await?;
    let project = &novel.project;
    assert_eq!(states(project).await?, ["open", "open"]);
    let first = findings(project).await?[0].clone();
    waive(project, &first, "once").await?;
    assert_eq!(states(project).await?, ["waived", "open"]);
    let listed = ask(project, "check.list", json!({})).await?;
    assert_eq!(list(&listed["findings"]).len(), 1, "waived findings are not listed by default");

    // Edits before and around it leave the passage the same.
    save(project, s[0], &format!("　　入夜。\n{}", TEXT.replace("江上有风", "江上大风"))).await?;
    assert_eq!(states(project).await?, ["waived", "open"]);
    // The passage edited in place.
    save(project, s[0], &TEXT.replace("有风，，", "有风，，，")).await?;
    assert_eq!(states(project).await?, ["waived", "open"]);
    // Fixed, and wrong again elsewhere: a new finding.
    save(project, s[0], &TEXT.replace("有风，，", "有风，").replace("等了很久", "，等了很久")).await?;
    assert_eq!(states(project).await?, ["open", "open"]);
    // Restored: the old finding, with its waiver.
    save(project, s[0], TEXT).await?;
    assert_eq!(states(project).await?, ["waived", "open"]);
    assert_eq!(findings(project).await?[0]["id"], first["id"]);
    Ok(())
}

#[tokio::test]
async fn a_passage_moved_to_another_scene_keeps_its_waiver() -> Result<()> {
    let (novel, s) = novel(&[TEXT, "　　夜。\n"]).await?;
    let project = &novel.project;
    states(project).await?;
    let last = findings(project).await?[1].clone();
    waive(project, &last, "intended").await?;
    // The last paragraph is cut and pasted.
    let moved = "　　灯灭了，，又亮了。\n";
    save(project, s[0], &TEXT.replace(moved, "")).await?;
    save(project, s[1], &format!("　　夜。\n{moved}")).await?;
    assert_eq!(states(project).await?, ["open", "waived"]);
    let now = findings(project).await?[1].clone();
    assert_eq!((&now["id"], &now["evidence"][0]["scene"]), (&last["id"], &json!(s[1])));

    // Split off and merged again.
    let at = TEXT.chars().take_while(|c| *c != '\n').count() + 1;
    ask(project, "scene.split", json!({ "scene": s[0], "at": at })).await?;
    assert_eq!(states(project).await?, ["open", "waived"]);
    Ok(())
}

#[tokio::test]
async fn an_item_waiver_applies_everywhere() -> Result<()> {
    let (novel, s) = novel(&[TEXT, "　　雾散了，，天亮了。\n"]).await?;
    let project = &novel.project;
    states(project).await?;
    let found = findings(project).await?;
    waive(project, &found[1], "item").await?;
    assert_eq!(states(project).await?, ["waived", "waived", "waived"]);
    save(project, s[1], "　　雾散了，，天亮了，，船来了。\n").await?;
    assert_eq!(states(project).await?, ["waived"; 4]);
    ask(project, "check.unwaive", json!({ "finding": found[0]["id"] })).await?;
    assert_eq!(states(project).await?, ["open"; 4]);
    let error = call(project, "check.unwaive", json!({ "finding": found[0]["id"] })).await.unwrap_err();
    assert_eq!(error.code, Code::BadRequest);
    Ok(())
}

#[tokio::test]
async fn waiving_as_intended_needs_a_reason_and_a_finding() -> Result<()> {
    let (novel, _) = novel(&[TEXT]).await?;
    let project = &novel.project;
    states(project).await?;
    let id = findings(project).await?[0]["id"].clone();
    for (request, code) in [
        (json!({ "finding": id, "scope": "intended", "reason": "  " }), Code::BadRequest),
        (json!({ "finding": 99, "scope": "once" }), Code::NotFound),
        (json!({ "finding": id, "scope": "always" }), Code::BadRequest),
    ] {
        let error = call(project, "check.waive", request).await.unwrap_err();
        assert_eq!(error.code, code);
        assert!(!error.hint.is_empty());
    }
    assert_eq!(states(project).await?, ["open", "open"]);
    Ok(())
}

#[tokio::test]
async fn a_different_value_is_not_waived() -> Result<()> {
    let (novel, s) = novel(&["　　沈砚今年十二岁。\n"]).await?;
    let project = &novel.project;
    let age = json!({
        "subject": { "name": "沈砚" }, "predicate": "年龄", "object": { "text": "十六岁" },
    });
    ask(project, "kg.save_fact", age).await?;
    let run = async || -> Result<Vec<(String, String, String)>> {
        check(project, &["age_arithmetic"]).await?;
        Ok(shown(&findings(project).await?))
    };
    let found = run().await?;
    assert_eq!(found.len(), 1, "{found:?}");
    let first = findings(project).await?[0].clone();
    waive(project, &first, "intended").await?;
    assert_eq!(run().await?[0].2, "waived");
    save(project, s[0], "　　门外，沈砚今年十二岁了。\n").await?;
    assert_eq!(run().await?[0].2, "waived");
    save(project, s[0], "　　门外，沈砚今年九岁了。\n").await?;
    let found = run().await?;
    assert_eq!((found.len(), found[0].2.as_str()), (1, "open"), "{found:?}");
    Ok(())
}
