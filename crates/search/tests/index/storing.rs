//! Tests of indexing, removing, and the life of the index file.

use crate::kit::{file, index, put, run, scene};
use wenfang_search::{
    Error, Index, Kind, Like, ParagraphId, Put, Query, RebuildReason, Scope, Source, SourceKey, SourceKind,
};
use wenfang_text::{ContentHash, TextIndex};

async fn found(index: &Index, typed: &str) -> Vec<String> {
    let hits = index.search_text(&Query::parse(typed), &Scope::Everything, 50).await.unwrap();
    let ids: Vec<ParagraphId> = hits.hits.iter().map(|hit| hit.paragraph).collect();
    assert_eq!(ids.len(), hits.total);
    let mut texts: Vec<String> =
        index.paragraphs(&ids).await.unwrap().into_iter().map(|passage| passage.text).collect();
    texts.sort();
    texts
}

/// The id of each paragraph by its text.
async fn ids(index: &Index) -> std::collections::BTreeMap<String, i64> {
    let all: Vec<ParagraphId> = (1..200).map(ParagraphId).collect();
    let all = index.paragraphs(&all).await.unwrap();
    all.into_iter().map(|passage| (passage.text, passage.id.0)).collect()
}

#[test]
fn an_unchanged_paragraph_keeps_its_id() {
    run(async {
        let (_folder, index) = index().await;
        let first = put(&index, 1, "雨停了。\n\n老周把船拴住。\n天亮了。").await;
        assert_eq!(first, Put { added: 3, ..Put::default() });
        let before = ids(&index).await;
        let again = put(&index, 1, "新的一天。\n天亮了。\n老周把船拴住。\n雨停了！").await;
        assert_eq!(again, Put { kept: 2, added: 2, removed: 1, unchanged: 0 });
        let after = ids(&index).await;
        for text in ["老周把船拴住。", "天亮了。"] {
            assert_eq!(before[text], after[text]);
        }
        assert!(!before.values().any(|id| *id == after["新的一天。"]));
        assert_eq!(put(&index, 1, "新的一天。\n天亮了。\n老周把船拴住。\n雨停了！").await.unchanged, 1);
    });
}

#[test]
fn ranges_follow_the_text() {
    run(async {
        let (_folder, index) = index().await;
        let mut text = "　　雨停了。\n\n老周𠮷把船拴住。\n天亮了。".to_owned();
        for insert in ["", "加在前面。\n", "😀\n\n"] {
            text.insert_str(0, insert);
            put(&index, 1, &text).await;
            let whole = TextIndex::new(&text);
            let all = index.paragraphs(&(1..20).map(ParagraphId).collect::<Vec<_>>()).await.unwrap();
            let mut idx: Vec<usize> = all.iter().map(|passage| passage.idx).collect();
            idx.sort_unstable();
            assert_eq!(idx, (0..all.len()).collect::<Vec<_>>());
            for passage in all {
                assert_eq!(whole.slice(passage.range), passage.text);
                assert_eq!(passage.source, scene(1));
            }
        }
    });
}

#[test]
fn removed_text_is_gone_and_its_id_stays_unused() {
    run(async {
        let (_folder, index) = index().await;
        put(&index, 1, "雨停了。").await;
        put(&index, 2, "雨又来了。").await;
        index.remove(&[scene(2), scene(9)]).await.unwrap();
        assert_eq!(found(&index, "雨").await, ["雨停了。"]);
        assert_eq!(index.sources().await.unwrap().len(), 1);
        put(&index, 3, "雪。").await;
        assert_eq!(ids(&index).await["雪。"], 3);
        index.clear().await.unwrap();
        assert_eq!(index.sources().await.unwrap().len(), 0);
        assert_eq!(found(&index, "雨").await, Vec::<String>::new());
        put(&index, 1, "雨停了。").await;
        assert_eq!(ids(&index).await["雨停了。"], 4);
        index.verify().await.unwrap();
    });
}

#[test]
fn a_search_stays_in_its_scope() {
    run(async {
        let (_folder, index) = index().await;
        let synopsis = SourceKey { kind: SourceKind::SceneSynopsis, id: 1 };
        let lore = SourceKey { kind: SourceKind::Lore, id: 1 };
        let texts = [(scene(1), "雨夜的渡口。"), (synopsis, "雨夜，老周过河。"), (lore, "渡口：雨季常停。")];
        index.put(&texts.map(|(key, text)| Source::new(key, text))).await.unwrap();
        for typed in ["雨", "渡口", "雨 -老周", "。"] {
            let query = Query::parse(typed);
            for keys in [vec![], vec![scene(1)], vec![synopsis, lore, scene(7)]] {
                let scope = Scope::sources(keys.clone());
                let hits = index.search_text(&query, &scope, 50).await.unwrap();
                let wanted = texts.iter().filter(|(key, text)| keys.contains(key) && query.matches(text));
                assert_eq!(hits.total, wanted.count(), "{typed} {keys:?}");
            }
        }
        assert_eq!((synopsis.kind.kind(), lore.kind.kind()), (Kind::Summary, Kind::Lore));
        assert_eq!(
            index.search_text(&Query::parse("雨"), &Scope::Everything, 1).await.unwrap().hits.len(),
            1
        );
    });
}

#[test]
fn a_phrase_across_two_passages_is_found() {
    run(async {
        let (_folder, index) = index().await;
        let sentence = "雨下了一整夜，河水涨到了渡口的石阶。";
        let text = sentence.repeat(40);
        put(&index, 1, &text).await;
        assert_eq!(wenfang_search::passages(&text).len(), 2);
        assert_eq!(index.state("m").await.unwrap().texts, 2.min(index.pending("m", 9).await.unwrap().len()));
        assert_eq!(found(&index, "“石阶。雨下”").await.len(), 1);
        let all = "石阶。雨下了一整夜，河水涨到了渡口的".repeat(30);
        assert_eq!(found(&index, &format!("“{all}”")).await.len(), 1);
    });
}

#[test]
fn the_stamp_decides_and_is_returned() {
    run(async {
        let (_folder, index) = index().await;
        let stamp = ContentHash::of(b"state 1");
        let source = Source { key: scene(1), stamp, text: "雨停了。" };
        index.put(&[source]).await.unwrap();
        assert_eq!(index.sources().await.unwrap()[&scene(1)], stamp);
        let other = Source { text: "不看这个。", ..source };
        assert_eq!(index.put(&[other]).await.unwrap().unchanged, 1);
        assert_eq!(found(&index, "雨").await.len(), 1);
    });
}

#[test]
fn near_repetitions_are_found() {
    run(async {
        let (_folder, index) = index().await;
        let rain = "雨下了一整夜，河水涨到了渡口的石阶，没有人敢过河。";
        put(&index, 1, "他把船拴在柳树下，回头看了一眼镇上的灯火，没有说话，也没有再下过雨。\n是的。").await;
        put(&index, 2, &format!("那天{rain}老周站在岸边，看了很久。")).await;
        put(&index, 3, &(0..80).map(|n| format!("第{n}天，雨又下了一整夜，他说。\n")).collect::<String>())
            .await;
        let like = Like { text: rain, vector: None, shared: 0.6, similarity: 0.9 };
        let near = index.near_duplicates(&like, &Scope::Everything, 10).await.unwrap();
        let ids: Vec<ParagraphId> = near.iter().map(|near| near.paragraph).collect();
        assert_eq!(
            index.paragraphs(&ids).await.unwrap().iter().map(|p| p.source.id).collect::<Vec<_>>(),
            [2]
        );
        assert!(near[0].shared > 0.99 && near[0].similarity.is_none());
        let elsewhere = Scope::sources([scene(1), scene(3)]);
        assert!(index.near_duplicates(&like, &elsewhere, 10).await.unwrap().is_empty());
        let short = Like { text: "是的。", ..like };
        assert!(index.near_duplicates(&short, &Scope::Everything, 10).await.unwrap().is_empty());
    });
}

#[test]
fn a_closed_index_can_be_opened_again() {
    run(async {
        let (folder, index) = index().await;
        put(&index, 1, "雨停了。").await;
        index.close().await;
        let left: Vec<_> = std::fs::read_dir(folder.path().join("search")).unwrap().collect();
        assert_eq!(left.len(), 1, "a closed index is one file");
        let opened = Index::open(&file(folder.path())).await.unwrap();
        assert_eq!(opened.recreated, None);
        assert_eq!(found(&opened.index, "雨").await.len(), 1);
    });
}

#[test]
fn an_old_or_damaged_file_is_rebuilt_and_reported() {
    run(async {
        let (folder, index) = index().await;
        let text: String = (0..400).map(|n| format!("第{n}段，雨停了。\n")).collect();
        put(&index, 1, &text).await;
        index.close().await;
        let path = file(folder.path());
        let whole = std::fs::read(&path).unwrap();
        let mut newer = whole.clone();
        newer[60..64].copy_from_slice(&99u32.to_be_bytes());
        let mut older = whole.clone();
        older[60..64].copy_from_slice(&1u32.to_be_bytes());
        let mut torn = whole.clone();
        torn.truncate(whole.len() / 2);
        let mut scribbled = whole.clone();
        for page in (16_384..whole.len()).step_by(16_384).skip(2) {
            scribbled[page..page + 200].fill(0xA5);
        }
        for bytes in [newer, older, torn, scribbled, b"no database".repeat(900)] {
            std::fs::write(&path, &bytes).unwrap();
            let opened = Index::open(&path).await.unwrap();
            match (bytes.get(60..64), &opened.recreated) {
                (Some([0, 0, 0, found @ (1 | 99)]), why) => {
                    assert_eq!(*why, Some(RebuildReason::OtherSchema { found: i64::from(*found) }));
                }
                (_, why) => assert!(matches!(why, Some(RebuildReason::Damaged { .. })), "{why:?}"),
            }
            assert!(opened.index.sources().await.unwrap().is_empty());
            put(&opened.index, 1, &text).await;
            assert_eq!(found(&opened.index, "第7段").await.len(), 1);
            opened.index.close().await;
        }
    });
}

#[test]
fn a_foreign_database_is_not_changed() {
    run(async {
        let (folder, index) = index().await;
        index.close().await;
        let path = file(folder.path());
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[68..72].copy_from_slice(b"else");
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Index::open(&path).await, Err(Error::Foreign(_))));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    });
}

#[test]
fn verify_detects_a_changed_byte() {
    run(async {
        let (folder, index) = index().await;
        put(&index, 1, "the ferry of old Zhou").await;
        index.close().await;
        let path = file(folder.path());
        let mut bytes = std::fs::read(&path).unwrap();
        let at = bytes.windows(8).position(|eight| eight == b"old Zhou").unwrap();
        bytes[at] = b'b';
        std::fs::write(&path, &bytes).unwrap();
        let index = Index::open(&path).await.unwrap().index;
        assert!(matches!(index.verify().await, Err(Error::Damaged { .. })));
        index.close().await;
        Index::discard(&path).await.unwrap();
        assert!(!path.exists());
    });
}

#[test]
fn a_foreign_database_is_not_discarded() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path());
        Index::open(&path).await.unwrap().index.close().await;
        let mut bytes = std::fs::read(&path).unwrap();
        // The application id (sqlite.org/fileformat2.html, 1.3).
        bytes[68..72].copy_from_slice(&7_u32.to_be_bytes());
        std::fs::write(&path, bytes).unwrap();
        let before = std::fs::read(&path).unwrap();
        assert!(matches!(Index::discard(&path).await, Err(Error::Foreign(_))));
        assert_eq!(std::fs::read(&path).unwrap(), before);
        std::fs::write(&path, "damaged beyond recognition").unwrap();
        Index::discard(&path).await.unwrap();
        assert!(!path.exists());
    });
}
