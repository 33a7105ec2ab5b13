//! Documents that come back from readers: their comments are at their passages in the text as it is now.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_project::verify::{Depth, verify};
use wenfang_project::watch::Watch;
use wenfang_project::{Mode, OpenOptions};
use wenfang_story::SceneId;
use wenfang_studio::{Code, Project};
use wenfang_tests::crash::state::state;
use wenfang_tests::kit::TestProject;
use wenfang_tests::returned::{Book, Plan, chinese, english, measure};

use crate::{ask, each, list, novel, number, refused, save};

const FIRST: &str =
    "雨下了一夜，渡口的灯早就灭了。\n老陶把断剑埋在老柳树下，谁也没有告诉。\n天亮以后，他照旧撑船。\n";
const SECOND: &str = "摆渡的钱涨了两文，没有人说什么。\n河对岸来了一个穿蓑衣的人，问去县城的路。\n";

fn by(name: &str) -> Value {
    json!({ "who": "editor", "name": name })
}

/// Adds a comment and returns its id.
async fn comment(project: &Project, scene: SceneId, (quote, text): (&str, &str), by: Value) -> Result<i64> {
    let request = json!({ "passage": { "scene": scene, "quote": quote }, "text": text, "by": by });
    Ok(number(&ask(project, "comments.add", request).await?["id"]))
}

async fn import(project: &Project, file: &PathBuf, options: Value) -> Result<Value> {
    let mut request = json!({ "file": file });
    for (name, value) in options.as_object().unwrap() {
        request[name] = value.clone();
    }
    ask(project, "comments.import_returned", request).await
}

async fn comments(project: &Project) -> Result<Value> {
    Ok(ask(project, "comments.list", json!({})).await?["comments"].clone())
}

/// A novel with two comments of its own, and the file that a reader returned: two new comments, a reply, a comment
/// marked as done, and a corrected text.
async fn exchange() -> Result<(TestProject, Vec<SceneId>, PathBuf)> {
    let (novel, s) = novel(&[FIRST, SECOND]).await?;
    comment(&novel.project, s[0], ("断剑", "第九章要用。"), json!({})).await?;
    comment(&novel.project, s[1], ("涨了两文", "物价对吗？"), by("林编")).await?;
    let (copy, clock) = (novel.folder().join("copy.wenfang"), novel.clock.clone());
    // Nothing is written between the opening and the copy.
    let novel = novel.reopen().await?;
    std::fs::copy(&novel.path, &copy)?;
    let options = OpenOptions { clock: clock.clock(), ..OpenOptions::new(Mode::Write) };
    let reader = Project::open(&copy, options).await?;
    save(&reader, s[0], &FIRST.replace("老柳树下", "柳树底下")).await?;
    comment(&reader, s[0], ("谁也没有告诉", "他女儿呢？"), by("小林")).await?;
    comment(&reader, s[1], ("穿蓑衣的人", "我喜欢这个人！"), by("小林")).await?;
    ask(&reader, "comments.reply", json!({ "comment": 1, "text": "记得。", "by": by("小林") })).await?;
    ask(&reader, "comments.set_state", json!({ "comments": [2], "state": "done" })).await?;
    let file = novel.folder().join("returned.docx");
    let export = json!({ "out": file, "format": "docx", "docx": { "comments": true } });
    ask(&reader, "project.export", export).await?;
    reader.close().await?;
    Ok((novel, s, file))
}

#[tokio::test]
async fn comments_replies_and_states_come_back() -> Result<()> {
    let (novel, s, file) = exchange().await?;
    let project = &novel.project;
    // The author writes on: the first passage moves to the other scene, and a draft has the second.
    save(project, s[0], "雨下了一整夜，渡口的灯早就灭了。\n天亮以后，他照旧撑船。\n").await?;
    let second = format!("老陶把断剑埋在了柳树下，谁也没有告诉过。\n{SECOND}");
    ask(project, "scene.save_draft", json!({ "scene": s[1], "base": 1, "text": second })).await?;
    let before = state(project).await?;
    let preview = import(project, &file, json!({ "dry_run": true })).await?;
    assert_eq!(state(project).await?, before, "a preview changes nothing");
    assert_eq!(preview["placed"][0]["id"], Value::Null);

    let came = import(project, &file, json!({})).await?;
    assert_eq!(each(&came["placed"], "quote"), each(&preview["placed"], "quote"));
    assert_eq!(each(&came["placed"], "text"), ["他女儿呢？", "我喜欢这个人！"]);
    assert_eq!(each(&came["placed"], "quote"), ["谁也没有告诉", "穿蓑衣的人"]);
    assert!(list(&came["placed"]).iter().all(|one| one["place"]["scene"] == json!(s[1])), "{came}");
    assert_eq!((&came["known"], &came["removed"], list(&came["unplaced"]).len()), (&json!(0), &json!(0), 0));
    let [first, second] = list(&came["answered"]) else { panic!("{came}") };
    assert_eq!((&first["comment"], &first["replies"][0]["text"]), (&json!(1), &json!("记得。")));
    assert_eq!((&second["comment"], &second["done"]), (&json!(2), &json!(true)));
    let all = comments(project).await?;
    let mut writers: Vec<_> =
        list(&all).iter().map(|one| (number(&one["id"]), one["by"]["name"].clone())).collect();
    writers.sort_by_key(|(id, _)| *id);
    assert_eq!(
        writers.iter().map(|one| one.1.clone()).collect::<Vec<_>>(),
        [Value::Null, json!("林编"), json!("小林"), json!("小林")]
    );

    // The same file adds nothing.
    let after = state(project).await?;
    let again = import(project, &file, json!({})).await?;
    assert_eq!(
        (&again["known"], list(&again["placed"]).len(), list(&again["answered"]).len()),
        (&json!(4), 0, 0)
    );
    assert_eq!(state(project).await?, after);

    // All of it can be undone, and done again.
    let undo = json!({
        "comments": list(&came["placed"]).iter().map(|one| one["id"].clone()).collect::<Vec<_>>(),
        "answered": came["answered"],
    });
    assert_eq!(ask(project, "comments.take_back_returned", undo.clone()).await?["count"], 4);
    assert_eq!(ask(project, "comments.take_back_returned", undo).await?["count"], 0);
    let left = ask(project, "comments.list", json!({})).await?;
    assert_eq!((&left["open"], &left["done"]), (&json!(2), &json!(0)));
    assert!(list(&left["comments"]).iter().all(|one| list(&one["replies"]).is_empty()), "{left}");
    let without = import(project, &file, json!({ "dry_run": true })).await?;
    assert_eq!((&without["removed"], list(&without["placed"]).len()), (&json!(0), 2));
    let again = import(project, &file, json!({})).await?;
    assert_eq!((list(&again["placed"]).len(), list(&again["answered"]).len()), (2, 2), "{again}");

    // What the author removes is not new, also after its restoration is undone.
    let placed: Vec<Value> = list(&again["placed"]).iter().map(|one| one["id"].clone()).collect();
    ask(project, "comments.remove", json!({ "comments": placed })).await?;
    for _ in 0..2 {
        let without = import(project, &file, json!({ "dry_run": true })).await?;
        assert_eq!((&without["removed"], list(&without["placed"]).len()), (&json!(2), 0));
        let restored = import(project, &file, json!({ "restore": true })).await?;
        assert_eq!(list(&restored["restored"]).len(), 2, "{restored}");
        let undo = json!({ "restored": restored["restored"] });
        assert_eq!(ask(project, "comments.take_back_returned", undo).await?["count"], 2);
    }
    import(project, &file, json!({ "restore": true })).await?;
    let left = ask(project, "comments.list", json!({})).await?;
    assert_eq!((&left["open"], &left["done"]), (&json!(3), &json!(1)));
    Ok(())
}

#[tokio::test]
async fn what_has_no_place_is_listed_and_kept() -> Result<()> {
    let (novel, s, file) = exchange().await?;
    let project = &novel.project;
    save(project, s[0], "雨下了一夜，渡口的灯早就灭了。\n天亮以后，他照旧撑船。\n").await?;
    let preview = import(project, &file, json!({ "dry_run": true, "keep_unplaced": true })).await?;
    let [unplaced] = list(&preview["unplaced"]) else { panic!("{preview}") };
    assert_eq!(
        (&unplaced["text"], &unplaced["quote"], &unplaced["heading"], &unplaced["by"]["name"]),
        (&json!("他女儿呢？"), &json!("谁也没有告诉"), &json!("第1章"), &json!("小林"))
    );
    assert_eq!(list(&preview["placed"]).len(), 1);
    let kept = import(project, &file, json!({ "keep_unplaced": true })).await?;
    let id = &kept["unplaced"][0]["id"];
    let all = comments(project).await?;
    let gone = list(&all).iter().find(|one| &one["id"] == id).unwrap();
    assert_eq!(
        (&gone["gone"], &gone["quote"], &gone["place"]["scene"]),
        (&json!(true), &json!("谁也没有告诉"), &json!(s[0]))
    );
    // It is known from then on, and the author can place it by hand.
    let again = import(project, &file, json!({ "keep_unplaced": true })).await?;
    assert_eq!((&again["known"], list(&again["unplaced"]).len()), (&json!(4), 0));
    let passage = json!({ "scene": s[0], "quote": "照旧撑船" });
    ask(project, "comments.place", json!({ "comment": id, "passage": passage })).await?;
    let again = import(project, &file, json!({})).await?;
    assert_eq!((&again["known"], list(&again["unplaced"]).len()), (&json!(4), 0));
    let mut tx = project.begin_read().await?;
    let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await?;
    assert!(verified.damage.is_empty(), "{:?}", verified.damage);
    Ok(())
}

/// LibreOffice returns replies as comments of their own.
#[tokio::test]
async fn own_replies_are_known_without_their_comment() -> Result<()> {
    let (novel, s, file) = exchange().await?;
    let project = &novel.project;
    import(project, &file, json!({})).await?;
    let copy = TestProject::with_chapters(&[("第1章", FIRST), ("第2章", SECOND)]).await?;
    comment(&copy.project, s[0], ("断剑", "记得。"), by("小林")).await?;
    let file = novel.folder().join("flat.docx");
    let export = json!({ "out": file, "format": "docx", "docx": { "comments": true } });
    ask(&copy.project, "project.export", export).await?;
    let came = import(project, &file, json!({})).await?;
    assert_eq!((&came["known"], list(&came["placed"]).len()), (&json!(1), 0), "{came}");
    Ok(())
}

#[tokio::test]
async fn other_files_are_refused() -> Result<()> {
    let (novel, _) = novel(&[FIRST]).await?;
    for name in ["page.html", "copy.txt", "copy.md", "copy.epub"] {
        let file = novel.folder().join(name);
        match name {
            "copy.epub" => {
                let export = json!({ "out": file, "format": "epub" });
                ask(&novel.project, "project.export", export).await?;
            }
            _ => std::fs::write(&file, "<!DOCTYPE html><p>雨下了一夜。</p>")?,
        }
        let request = json!({ "file": file });
        let error = refused(&novel.project, "comments.import_returned", request, Code::ImportRefused);
        assert_eq!(error.await?.details["document"], "not_returned", "{name}");
    }
    Ok(())
}

/// How many remarks are measured, and on how many chapters: forty on twelve. For the benchmarks, `WENFANG_REMARKS=200`
/// measures on the whole book, with 1,000 edits; `WENFANG_NEAR=1` makes half of them near a remark.
fn plan(seed: u64) -> (Plan, usize) {
    let remarks = std::env::var("WENFANG_REMARKS").ok().and_then(|count| count.parse().ok()).unwrap_or(40);
    let near = std::env::var_os("WENFANG_NEAR").is_some();
    (Plan { seed, remarks, edits: remarks * 5, near }, if remarks > 100 { usize::MAX } else { 12 })
}

/// Remarks on a real novel, after many edits, are at their passages or listed.
async fn meets_the_bars(book: Option<Book>, seed: u64) -> Result<()> {
    let (plan, chapters) = plan(seed);
    let Some(book) = book.map(|book| book.beginning(chapters)) else { return Ok(()) };
    let measured = measure(&book, plan).await?;
    let tally = &measured.tally;
    eprintln!(
        "{} characters, {plan:?}: {:.1} % right in {:?}; {tally}",
        book.len(),
        tally.right_percent(),
        measured.time
    );
    assert_eq!((tally.wrong, tally.lost, measured.doubled), (0, 0, 0), "{tally}");
    // One of forty is already more than two percent.
    let least = if plan.remarks > 100 && !plan.near { 98.0 } else { 94.0 };
    assert!(tally.right_percent() >= least, "{tally}");
    Ok(())
}

#[tokio::test]
async fn remarks_on_a_chinese_novel_find_their_passages() -> Result<()> {
    meets_the_bars(chinese(), 5).await
}

#[tokio::test]
async fn remarks_on_an_english_novel_find_their_passages() -> Result<()> {
    meets_the_bars(english(), 6).await
}
