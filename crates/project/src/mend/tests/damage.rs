//! Bytes of a file with mendings are overwritten: the damage is found, and salvage gives a file without any.

use std::path::Path;

use wenfang_story::ProjectRecord;

use super::*;
use crate::clock::Clock;
use crate::open::{OpenOptions, Project};
use crate::verify::{Depth, verify};
use crate::watch::Watch;
use crate::{Mode, salvage};

const CASES: u64 = 120;
pub(super) const PAGE: usize = 4096;
const TABLES: [&str; 8] = [
    "mend_sessions",
    "mend_scenes",
    "mend_rounds",
    "issues",
    "issue_fixes",
    "text_fetches",
    "audit_log",
    "audit_archives",
];

/// Numbers that depend on the seed only (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }
}

/// Every row of the tables. The ids of fetches are left out: nothing refers to them.
async fn rows(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for table in TABLES {
        let columns: Vec<String> = sqlx::query_scalar("select name from pragma_table_xinfo(?)")
            .bind(table)
            .fetch_all(&mut *conn)
            .await?;
        let quoted: Vec<_> = columns
            .iter()
            .filter(|column| (table, column.as_str()) != ("text_fetches", "id"))
            .map(|column| format!("quote({column})"))
            .collect();
        let sql = format!("select '{table} ' || {} from {table} order by 1", quoted.join(" || ',' || "));
        all.extend(sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *conn).await?);
    }
    Ok(all)
}

/// The pages of the tables and their indexes, from 0: all are small enough for one each.
async fn pages(conn: &mut SqliteConnection) -> Vec<usize> {
    let names = serde_json::to_string(&TABLES).unwrap();
    let roots: Vec<u32> = sqlx::query_scalar(
        "select rootpage from sqlite_schema where tbl_name in (select value from json_each(?)) order by rootpage",
    )
    .bind(names)
    .fetch_all(conn)
    .await
    .unwrap();
    roots.into_iter().map(|root| root as usize - 1).collect()
}

pub(super) async fn read(path: &Path) -> Result<Project> {
    Project::open(path, OpenOptions::new(Mode::Read)).await
}

/// A file with a session, some audit entries in the log and some in an archive.
async fn file(path: &Path) -> (Vec<String>, Vec<usize>) {
    let clock = Clock::new(|| at(5));
    let project = Project::create(path, &ProjectRecord::default(), clock).await.unwrap();
    let mut tx = project.begin_write().await.unwrap();
    fill(&mut tx).await;
    session_in(&mut tx).await;
    for day in 0..40 {
        log(&mut tx, Some(1.into()), day * DAY).await;
    }
    audit::archive_old(&mut tx, at(130 * DAY)).await.unwrap();
    let truth = (rows(&mut tx).await.unwrap(), pages(&mut tx).await);
    tx.commit().await.unwrap();
    project.close().await.unwrap();
    truth
}

/// Whether damage to the file is found; `None` if there is none to the rows.
async fn is_found(path: &Path, truth: &[String]) -> Option<bool> {
    let Ok(project) = read(path).await else { return Some(true) };
    let mut tx = project.begin_read().await.unwrap();
    let found = match verify(&mut tx, Depth::Everything, &Watch::silent()).await {
        Ok(verified) => !verified.damage.is_empty(),
        Err(_) => true,
    };
    let is_changed = rows(&mut tx).await.map_or(true, |rows| rows != truth);
    tx.rollback().await.unwrap();
    let _ = project.close().await;
    (found || is_changed).then_some(found)
}

async fn assert_salvaged(path: &Path, case: u64) {
    let salvaged = salvage::salvage(path, at(200 * DAY)).await.unwrap();
    let project = read(&salvaged.path).await.unwrap();
    let mut tx = project.begin_read().await.unwrap();
    let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await.unwrap();
    assert_eq!(verified.damage, [], "case {case}");
    assert_eq!(verified.scenes, 2, "case {case}: a proposed text became a scene");
    for id in [1, 2] {
        let head = scene_versions::head(&mut tx, scene(id)).await.unwrap();
        assert_eq!(blobs::read_text(&mut tx, head.blob).await.unwrap(), MENDED, "case {case}");
    }
    tx.rollback().await.unwrap();
    project.close().await.unwrap();
}

#[tokio::test]
async fn a_number_out_of_range_is_damage() {
    for (change, part) in [
        ("mend_scenes set best_round = 5000000000", "mended scene 1"),
        ("mend_rounds set round = 5000000000 where round = 1", "mend round 1"),
        ("mend_rounds set weight = 5000000000", "mend round 1"),
        ("issue_fixes set attempt = 5000000000", "fix 1"),
        ("issue_fixes set round = 5000000000", "fix 1"),
        ("text_fetches set attempt = 5000000000", "fetch 1"),
        ("text_fetches set excerpt_length = 5000000000", "fetch 1"),
    ] {
        let mut conn = novel().await;
        session_in(&mut conn).await;
        run(&mut conn, &format!("update {change}")).await;
        let found = damage(&mut conn).await;
        assert_eq!(found[0], format!("the project file is damaged: the record of {part}"), "{change}");
    }
    let mut conn = novel().await;
    let (session, issue) = session_in(&mut conn).await;
    run(&mut conn, "update issue_fixes set attempt = 9223372036854775807").await;
    let new = NewFix {
        issue,
        round: 1,
        tool: Tool::Replace,
        generation: None,
        applied: Applied::Applied,
        record: &FixRecord::default(),
    };
    assert!(matches!(fixes::insert(&mut conn, &new, at(9)).await, Err(Error::Damaged(_))));
    assert!(matches!(fixes::list_by_session(&mut conn, session).await, Err(Error::Damaged(_))));
}

#[tokio::test]
async fn damage_to_mendings_is_found_and_salvage_removes_it() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("novel.wenfang");
    let (truth, pages) = file(&path).await;
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(is_found(&path, &truth).await, None);
    let damaged = home.path().join("damaged.wenfang");
    let mut found = 0;
    for case in 0..CASES {
        let mut numbers = Numbers(case);
        let mut bytes = whole.clone();
        let page = pages[numbers.below(pages.len())];
        let used: Vec<usize> = (page * PAGE..(page + 1) * PAGE).filter(|at| bytes[*at] != 0).collect();
        let start = used[numbers.below(used.len())];
        let end = (start + 1 + numbers.below(32)).min((page + 1) * PAGE);
        bytes[start..end].iter_mut().for_each(|byte| *byte = u8::try_from(numbers.below(256)).unwrap());
        std::fs::write(&damaged, bytes).unwrap();
        match is_found(&damaged, &truth).await {
            None => continue,
            Some(is_found) => assert!(is_found, "case {case}: page {page}, bytes {start} to {end}"),
        }
        found += 1;
        if found % 8 == 1 {
            assert_salvaged(&damaged, case).await;
        }
    }
    assert!(found >= 20, "only {found} cases damaged a row");
}
