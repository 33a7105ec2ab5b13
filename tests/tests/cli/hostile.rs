//! Files and streams that are not what they seem: refused in words, in bounded time and memory.

use serde_json::json;
use wenfang_project::{Mode, OpenOptions, Project};

use crate::desk::{Desk, items};

/// Changes the file behind the program's back.
fn forge(desk: &Desk, sql: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let path = desk.path("novel.wenfang");
        let project = Project::open(&path, OpenOptions::new(Mode::Write)).await.unwrap();
        let mut tx = project.begin_write().await.unwrap();
        sqlx::query(sql).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        project.close().await.unwrap();
    });
}

#[test]
fn a_text_that_would_take_all_memory_is_refused_by_its_size() {
    let desk = Desk::with_novel();
    forge(&desk, "update blobs set size = 100000000");
    for line in ["text novel.wenfang --scene 1", "diff novel.wenfang --scene 1 --from 1 --to 1"] {
        let refused = desk.refused(line);
        assert_eq!(refused["code"], "too_large", "{line}: {refused}");
        assert_eq!(refused["details"], json!({ "bytes": 100_000_000, "most": 64 << 20 }), "{line}");
    }
    let export = desk.refused("export novel.wenfang out.txt");
    assert_eq!(export["code"], "too_large", "{export}");
    let found = desk.ok("find novel.wenfang 船");
    assert_eq!(
        (items(&found["unreadable"]).len(), &found["total"]),
        (4, &json!(0)),
        "the rest would be found"
    );
}

#[test]
fn a_manuscript_that_is_too_large_together_is_refused_before_any_text_is_read() {
    let desk = Desk::with_novel();
    forge(&desk, "update blobs set size = 60000000");
    for line in ["check novel.wenfang", "search novel.wenfang 船"] {
        let refused = desk.refused(line);
        assert_eq!(
            (&refused["code"], &refused["details"]["bytes"]),
            (&json!("too_large"), &json!(240_000_000))
        );
    }
}
