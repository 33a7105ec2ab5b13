//! A file of an older schema: for reading it is refused in words and left as it is, for writing it is brought up to date.

use anyhow::Result;
use serde_json::json;
use wenfang_project::schema::MIGRATIONS;
use wenfang_studio::{Code, Mode, projects};
use wenfang_tests::canon::canon;
use wenfang_tests::crash::scratch;

#[tokio::test]
async fn a_file_from_before_the_canon_says_what_to_do() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    let fixture = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/schema-1.wenfang");
    std::fs::copy(fixture, &path)?;
    let bytes = std::fs::read(&path)?;
    let error = projects::open(&path, Mode::Read).await.unwrap_err();
    assert_eq!(
        (error.code, &*error.details),
        (Code::OlderSchema, &json!({ "has": 1, "needs": MIGRATIONS.len() }))
    );
    assert!(error.message.contains('1') && error.hint.contains("Open it once for writing"), "{error}");
    assert_eq!(std::fs::read(&path)?, bytes, "it was left as it is");
    assert_eq!(std::fs::read_dir(home.path())?.count(), 1);

    projects::open(&path, Mode::Write).await?.close().await?;
    let open = projects::open(&path, Mode::Read).await?;
    let canon = canon(&open).await?;
    assert_eq!(canon["lore.list"], json!({ "entries": [], "books": [] }));
    assert_eq!(canon["threads.list"]["threads"], json!([]));
    Ok(open.close().await?)
}
