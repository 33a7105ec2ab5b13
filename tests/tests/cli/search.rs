//! The search index, searching, similar passages, memories of scenes.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

/// The novel with a second scene that nearly repeats the first.
fn repeated() -> Desk {
    let desk = Desk::with_novel();
    desk.save(1, "老周把铜怀表交给了阿秀，叮嘱她千万别让镇上的人看见。\n江上起雾了。");
    desk.save(2, "阿秀把怀表藏进米缸。\n老周把铜怀表交给了阿秀，叮嘱她千万不要让镇上的人看见。");
    desk.save(3, "多年以后，怀表在旧货摊上出现。");
    desk
}

fn places(found: &Value) -> Vec<i64> {
    items(&found["hits"]).iter().map(|hit| hit["place"]["at"]["scene"].as_i64().unwrap()).collect()
}

#[test]
fn the_index_is_built_and_rebuilt() {
    let desk = repeated();
    let before = desk.ok("index novel.wenfang --state");
    assert!(before["left"].as_u64() >= Some(3) && before["paragraphs"] == 0, "{before}");
    let built = desk.ok("index novel.wenfang");
    assert_eq!((&built["left"], &built["pending"]), (&json!(0), &json!(0)));
    assert_eq!(built["meaning"]["scheme"], "ngram");
    assert_eq!(desk.ok("index novel.wenfang --rebuild")["paragraphs"], built["paragraphs"]);
    let report = desk.ok("doctor novel.wenfang --rebuild");
    assert_eq!(report["index"]["paragraphs"], built["paragraphs"], "{report}");
    assert!(
        desk.list("").iter().all(|name| !name.contains("sqlite")),
        "there are no index files beside the novel"
    );
}

#[test]
fn words_and_meaning_are_searched_within_filters() {
    let desk = repeated();
    let found = desk.ok("search novel.wenfang 怀表 --mode text");
    assert_eq!(found["total"], 4);
    assert_eq!(found["hits"][0]["why"]["meaning"], Value::Null);
    assert_eq!(places(&desk.ok("search novel.wenfang 旧货摊 --as-of 2 --mode text")), Vec::<i64>::new());
    assert_eq!(places(&desk.ok("search novel.wenfang '怀表 -老周' --mode text --as-of 2")), [2]);
    let line = "search novel.wenfang 怀表 --from-chapter 1 --to-chapter 1 --mode text";
    assert_eq!(places(&desk.ok(line)), [1]);
    assert_eq!(items(&desk.ok("search novel.wenfang 怀表 --k 1")["hits"]).len(), 1);
    assert_eq!(items(&desk.ok("search novel.wenfang 怀表 --kind lore")["hits"]).len(), 0);
    let hybrid = desk.ok("search novel.wenfang 旧货摊上的怀表");
    assert_eq!(places(&hybrid)[0], 3, "{hybrid}");
    let near = desk.ok("search novel.wenfang 旧货摊上的怀表 --mode vector");
    assert_eq!(near["meaning"]["is_fallback"], true);
    assert_eq!(desk.refused("search novel.wenfang ''")["code"], "bad_request");
    assert_eq!(desk.refused("search novel.wenfang 怀表 --as-of 99")["code"], "not_found");
}

#[test]
fn similar_passages_are_found() {
    let desk = repeated();
    let like = desk.ok("similar novel.wenfang --text '老周把怀表给了阿秀'");
    assert!(items(&like["hits"])[0]["snippet"]["text"].as_str().unwrap().contains("老周"), "{like}");
    let of_scene = desk.ok("similar novel.wenfang --scene 1");
    assert!(!places(&of_scene).contains(&1) && !places(&of_scene).is_empty(), "{of_scene}");
    let twice = desk.ok("duplicates novel.wenfang");
    let pair = &items(&twice["pairs"])[0];
    assert!(pair["shared"].as_u64() >= Some(60), "{twice}");
    assert_eq!(items(&twice["pairs"]).len(), 1);
}

#[test]
fn a_memory_is_retrieved_shown_and_pruned() {
    let desk = repeated();
    desk.ok("plan novel.wenfang --scene 3 --synopsis 怀表重新出现");
    assert_eq!(desk.ok("memory novel.wenfang --scene 3 --show")["memory"], Value::Null);
    let memory = desk.ok("memory novel.wenfang --scene 3");
    let first = &items(&memory["relevant_memories"])[0];
    assert!(first["scene"].as_i64() < Some(3), "{memory}");
    let id = first["id"].as_str().unwrap();
    assert_eq!(desk.ok(&format!("memory novel.wenfang --scene 3 --drop {id}"))["dropped"], json!([id]));
    let shown = desk.ok("memory novel.wenfang --scene 3 --show");
    assert_eq!((&shown["memory"]["dropped"], &shown["is_stale"]), (&json!([id]), &json!(false)));
    assert_eq!(desk.ok("memory novel.wenfang --scene 3 --drop-nothing")["dropped"], json!([]));
    let asked = desk.ok("memory novel.wenfang --scene 3 --ask-model --k 3");
    assert_eq!(asked["degraded"][0]["part"], "queries", "without a model the queries are degraded");
}

#[test]
fn retrieval_accuracy_is_printed() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title 渡口");
    desk.write("novel.txt", "第一章 江\n\n老周在渡口等了一夜。\n城里没有人知道。\n雪落在屋顶上。\n");
    desk.ok("import novel.wenfang novel.txt");
    desk.write("questions.tsv", "# a remark\n老周在\t谁在渡口等了一夜？\n雪落\t屋顶上落了什么？\n");
    let rates = desk.ok("eval retrieval novel.wenfang questions.tsv");
    assert_eq!((&rates["questions"], &rates["paragraphs"]), (&json!(2), &json!(3)));
    for way in ["hybrid", "text", "plain"] {
        assert_eq!(rates[way]["first"], 100.0, "{way}: {rates}");
    }
    desk.write("wrong.tsv", "没有的\t谁？\n");
    let refused = desk.refused("eval retrieval novel.wenfang wrong.tsv");
    assert_eq!(refused["code"], "bad_request");
    assert!(refused["message"].as_str().unwrap().contains("line 1"), "{refused}");
}

#[test]
fn name_extraction_accuracy_is_printed() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title 渡口");
    let prose = "沈砚道：“走罢。”周七嫂笑道：“再坐坐。”沈砚笑道：“不坐了。”\n次日，沈砚同周七嫂过江。\n沈砚的妹妹周七嫂说：“来了。”\n";
    desk.write("novel.txt", format!("第一章 江\n\n{}", prose.repeat(4)));
    desk.ok("import novel.wenfang novel.txt");
    desk.write("people.tsv", "# a remark\n沈砚\t子墨\n老周\n");
    let found = desk.ok("eval names novel.wenfang people.tsv");
    assert_eq!(
        (&found["people"], &found["right"], &found["wrong"]),
        (&json!(2), &json!(1), &json!(["周七嫂"]))
    );
    assert_eq!(
        (&found["precision"], &found["often"], &found["recall"]),
        (&json!(50.0), &json!(1), &json!(100.0))
    );
    assert_eq!(found["relations"]["first"][0]["says"], "周七嫂 | 妹妹 | 沈砚", "{found}");
    assert_eq!(found["events"]["first"][0]["quote"], "次日，沈砚同周七嫂过江。", "{found}");
    desk.write("wrong.tsv", "沈砚\t\t子墨\n");
    let refused = desk.refused("eval names novel.wenfang wrong.tsv");
    assert_eq!(refused["code"], "bad_request");
    assert!(refused["message"].as_str().unwrap().contains("line 1"), "{refused}");
}
