//! A process killed while writing leaves an index that opens, and whose stamps show what is missing.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::kit::{file, run, scene};
use wenfang_search::{Index, ParagraphId, Query, Scope, Source};

/// The environment variable with the folder of the index, for the child process.
const FOLDER: &str = "WENFANG_SEARCH_KILLED_IN";
const SCENES: i64 = 40;

fn text(scene: i64, round: usize) -> String {
    (0..60).map(|n| format!("第{scene}场第{round}稿第{n}段，雨停了，老周把船拴住。\n")).collect()
}

/// The child process: writes until it is killed.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    run(async {
        let index = Index::open(&file(folder.as_ref())).await.unwrap().index;
        for round in 0.. {
            for id in 0..SCENES {
                index.put(&[Source::new(scene(id), &text(id, round))]).await.unwrap();
                #[allow(clippy::print_stdout, reason = "the parent counts the lines")]
                {
                    println!("put {id} {round}");
                }
            }
        }
    });
}

#[test]
fn an_index_is_completed_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    for after in [1, 17, 55, 90] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["kill::child", "--exact", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let put = lines.map_while(Result::ok).filter(|line| line.starts_with("put ")).take(after).count();
        assert_eq!(put, after);
        child.kill().unwrap();
        child.wait().unwrap();
        run(heal(folder.path()));
    }
}

/// Opens the index that was left and updates it to one state of the texts.
async fn heal(folder: &std::path::Path) {
    let opened = Index::open(&file(folder)).await.unwrap();
    assert_eq!(opened.recreated, None);
    let index = opened.index;
    index.verify().await.unwrap();
    let known = index.sources().await.unwrap();
    // Each source is complete: its stamp matches its paragraphs.
    let state = index.state("none").await.unwrap();
    assert_eq!(state.paragraphs, known.len() * 60);
    let texts: Vec<(i64, String)> = (0..SCENES).map(|id| (id, text(id, 7_777))).collect();
    let stale = texts.iter().map(|(id, text)| Source::new(scene(*id), text));
    let stale: Vec<Source<'_>> =
        stale.filter(|source| known.get(&source.key) != Some(&source.stamp)).collect();
    index.put(&stale).await.unwrap();
    let found = index.search_text(&Query::parse("第7777稿"), &Scope::Everything, 5_000).await.unwrap();
    assert_eq!(found.total, SCENES as usize * 60);
    let ids: Vec<ParagraphId> = found.hits.iter().map(|hit| hit.paragraph).collect();
    assert!(index.paragraphs(&ids).await.unwrap().iter().all(|passage| passage.text.contains("第7777稿")));
    let older = index.search_text(&Query::parse("雨停了 -第7777稿"), &Scope::Everything, 9).await.unwrap();
    assert_eq!(older.total, 0);
    index.close().await;
}
