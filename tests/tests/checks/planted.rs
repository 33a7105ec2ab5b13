//! Contradictions planted into chapters of 红楼梦.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Project;
use wenfang_tests::corpus::hongloumeng;
use wenfang_tests::kit::{TestProject, scenes};

use super::{ask, at, check, findings, list, shown};

/// Errors for chapter three: the words to insert after, the inserted text, and its faulty part with the rule.
const PLANTED: [(&str, &str, (&str, &str)); 4] = [
    ("punctuation", "且说黛玉自那日弃舟登岸时，", ("，", "，，")),
    ("absent_acts", "", ("贾敏笑道：“你们都坐罢。”", "贾敏笑")),
    ("forbidden_words", "", ("他掏出手机看了一眼。", "手机")),
    ("name_drift", "", ("众人都说林代玉生得好。", "林代玉")),
];

/// The chapter with the planted errors.
pub fn planted(chapter: &str) -> String {
    let mut text = chapter.to_owned();
    for (rule, after, (words, _)) in PLANTED {
        match after {
            "" => text.push_str(&format!("　　{words}\n")),
            _ => {
                assert!(text.contains(after), "{rule}: {after}");
                text = text.replacen(after, &format!("{after}{words}"), 1);
            }
        }
    }
    text
}

/// The first chapters of the novel with errors in the third, and canon that agrees with the novel.
pub async fn with_errors() -> Result<Option<(TestProject, String, String)>> {
    let Some(chapters) = hongloumeng() else { return Ok(None) };
    let clean = chapters[2].1.clone();
    let wrong = planted(&clean);
    let mut chapters: Vec<(String, String)> = chapters.into_iter().take(6).collect();
    chapters[2].1.clone_from(&wrong);
    let novel = TestProject::with_chapters(&chapters).await?;
    let project = &novel.project;
    let first = scenes(project).await?[0];
    for name in ["林黛玉", "贾宝玉", "王熙凤", "贾敏", "贾母"] {
        ask(project, "kg.save_entity", json!({ "name": name, "kind": "character" })).await?;
    }
    let dead = json!({
        "subject": { "name": "贾敏" }, "predicate": "状态", "object": { "text": "死亡" }, "valid_from": first,
    });
    ask(project, "kg.save_fact", dead).await?;
    ask(project, "bible.set", json!({ "key": "taboo", "value": "手机、电脑" })).await?;
    Ok(Some((novel, clean, wrong)))
}

pub const RULES: [&str; 4] = ["punctuation", "absent_acts", "forbidden_words", "name_drift"];

/// Whether the error planted for a rule is among the findings, at its position.
fn is_found(found: &[Value], text: &str, (rule, wrong): (&str, &str)) -> bool {
    found.iter().any(|one| {
        let proof = &one["evidence"][0];
        let stands = at(text, &proof["standing"]);
        one["rule"] == rule && proof["quote"] == stands.as_str() && stands.contains(wrong)
    })
}

async fn of_scene(project: &Project, scene: i64) -> Result<Vec<Value>> {
    let listed = ask(project, "check.list", json!({ "scene": scene })).await?;
    Ok(list(&listed["findings"]).to_vec())
}

#[tokio::test]
async fn planted_errors_are_found_and_disappear_when_fixed() -> Result<()> {
    let Some((novel, clean, wrong)) = with_errors().await? else { return Ok(()) };
    let project = &novel.project;
    let third = scenes(project).await?[2];
    let ran = check(project, &RULES).await?;
    let found = of_scene(project, third.get()).await?;
    for (rule, _, (_, words)) in PLANTED {
        assert!(is_found(&found, &wrong, (rule, words)), "{rule}: {:?}", shown(&found));
    }
    assert_eq!((&ran["found"], &ran["gone"]), (&ran["new"], &json!(0)));
    let dead = found.iter().find(|one| one["rule"] == "absent_acts").unwrap();
    assert_eq!(
        (&dead["against"]["kind"], &dead["against"]["title"]),
        (&json!("fact"), &json!("贾敏 · 状态 · 死亡"))
    );
    assert_eq!(dead["evidence"][0]["chapter"], json!(3));

    // Every piece of evidence, in every chapter, quotes the version it names word for word.
    for one in findings(project).await? {
        for proof in list(&one["evidence"]) {
            let text = json!({ "scene": proof["scene"], "version": proof["version"] });
            let text = ask(project, "scene.text", text).await?;
            assert_eq!(at(text["text"].as_str().unwrap(), &proof["range"]), proof["quote"].as_str().unwrap());
        }
    }

    // A second check finds nothing new and keeps the ids.
    let again = check(project, &RULES).await?;
    assert_eq!((&again["new"], &again["gone"], &again["found"]), (&json!(0), &json!(0), &ran["found"]));
    assert_eq!(again["findings"], ran["findings"]);

    // Fixed in the draft: gone from the list at once, and from the file with the next check.
    let draft = json!({ "scene": third, "base": 1, "text": clean });
    ask(project, "scene.save_draft", draft).await?;
    let now = of_scene(project, third.get()).await?;
    for (rule, _, (_, words)) in PLANTED {
        let one = now
            .iter()
            .find(|one| one["rule"] == rule && one["evidence"][0]["quote"].as_str().unwrap().contains(words));
        assert_eq!(one.unwrap()["state"], "gone", "{rule}");
    }
    let fixed = check(project, &RULES).await?;
    assert_eq!((&fixed["gone"], &fixed["new"]), (&json!(PLANTED.len()), &json!(0)), "{:?}", shown(&now));
    let left = of_scene(project, third.get()).await?;
    assert!(!left.iter().any(|one| one["state"] == "gone"), "{:?}", shown(&left));
    Ok(())
}

#[tokio::test]
async fn findings_and_waivers_survive_reopening_the_novel() -> Result<()> {
    let Some((novel, _, wrong)) = with_errors().await? else { return Ok(()) };
    check(&novel.project, &RULES).await?;
    let before = findings(&novel.project).await?;
    let meant = before.iter().find(|one| one["rule"] == "forbidden_words").unwrap();
    let waive = json!({ "finding": meant["id"], "scope": "intended", "reason": "写的是现代" });
    ask(&novel.project, "check.waive", waive).await?;
    let novel = novel.reopen().await?;
    let project = &novel.project;
    let after = findings(project).await?;
    let ids = |found: &[Value]| found.iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&before), ids(&after));
    assert_eq!(ask(project, "project.doctor", json!({})).await?["healthy"], true);

    // The chapter grows at its beginning, far from the findings, and is checked again.
    let third = scenes(project).await?[2];
    let text = format!("　　这一回从头说起。\n{wrong}");
    ask(project, "scene.save", json!({ "scene": third, "text": text })).await?;
    let again = check(project, &RULES).await?;
    assert_eq!((&again["new"], &again["gone"]), (&json!(0), &json!(0)));
    let now = findings(project).await?;
    assert_eq!(ids(&after).len(), now.len());
    let meant = now.iter().find(|one| one["id"] == meant["id"]).unwrap();
    assert_eq!((&meant["state"], &meant["waiver"]["reason"]), (&json!("waived"), &json!("写的是现代")));
    assert_eq!(at(&text, &meant["evidence"][0]["standing"]), "手机");
    Ok(())
}
