//! A file of an older schema: reading it is refused with an explanation and leaves it unchanged, writing migrates it.

use anyhow::Result;
use serde_json::json;
use wenfang_project::schema::MIGRATIONS;
use wenfang_studio::{Code, Mode, projects};
use wenfang_tests::canon::canon;
use wenfang_tests::crash::scratch;

#[tokio::test]
async fn opening_a_schema_1_file_explains_what_to_do() -> Result<()> {
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
    assert_eq!(std::fs::read(&path)?, bytes, "the file is unchanged");
    assert_eq!(std::fs::read_dir(home.path())?.count(), 1);

    projects::open(&path, Mode::Write).await?.close().await?;
    let open = projects::open(&path, Mode::Read).await?;
    let canon = canon(&open).await?;
    assert_eq!(canon["lore.list"], json!({ "entries": [], "books": [] }));
    assert_eq!(canon["threads.list"]["threads"], json!([]));
    Ok(open.close().await?)
}
