mod model;

use sqlx::Connection;
use wenfang_storage::schema::apply;

use super::*;
use crate::schema::MIGRATIONS;

const MEMORY: Artifact<'static> = Artifact {
    visibility: Visibility::PromptAndUi,
    keep: Keep::newest(2),
    ..Artifact::new("memory", Subject::Novel, ArtifactKind::Memory, "memory")
};
const TAG: &str = "memory/novel";
const DAY: i64 = 24 * 60 * 60 * 1000;

async fn empty() -> SqliteConnection {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    apply(&mut conn, MIGRATIONS).await.unwrap();
    conn
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from(millis)
}

async fn with_versions(artifact: &Artifact<'_>, count: i64) -> SqliteConnection {
    let mut conn = empty().await;
    for version in 0..count {
        put(&mut conn, artifact, ((version > 0).then_some(version), "0"), at(version * DAY)).await.unwrap();
    }
    conn
}

async fn kept(conn: &mut SqliteConnection) -> Vec<i64> {
    let sql = "select version from artifact_versions order by artifact_id, version";
    sqlx::query_scalar(sql).fetch_all(conn).await.unwrap()
}

async fn sound(conn: &mut SqliteConnection) -> Vec<bool> {
    check_all(conn).await.unwrap().iter().map(Result::is_ok).collect()
}

#[tokio::test]
async fn a_write_must_name_the_newest_version() {
    let mut conn = empty().await;
    assert_eq!(put(&mut conn, &MEMORY, (None, "1"), at(5)).await.unwrap(), 1);
    let second = put(&mut conn, &MEMORY, (None, "2"), at(6)).await;
    assert!(matches!(second, Err(Error::StaleArtifact { .. })));
    assert_eq!(put(&mut conn, &MEMORY, (Some(1), "2"), at(7)).await.unwrap(), 2);
    let newest = newest(&mut conn, TAG).await.unwrap().unwrap();
    assert_eq!((newest.version, newest.value.as_str(), newest.created_at), (2, "2", at(7)));
    assert_eq!(newest.based_on, Some(1));
}

#[tokio::test]
async fn a_name_has_one_writer_besides_the_author() {
    let mut conn = empty().await;
    put(&mut conn, &MEMORY, (None, "1"), at(5)).await.unwrap();
    // Also about another subject.
    let other = Artifact { writer: "another", subject: Subject::Scene(1.into()), ..MEMORY };
    let refused = put(&mut conn, &other, (None, "2"), at(6)).await;
    assert!(matches!(refused, Err(Error::ArtifactOfOther { writer, .. }) if writer == "memory"));
    let by_author = NewVersion { made_by: MadeBy::Author, ..NewVersion::from((Some(1), "the author's")) };
    let author = Artifact { writer: AUTHOR, visibility: Visibility::Internal, ..MEMORY };
    put(&mut conn, &author, by_author, at(6)).await.unwrap();
    let header = get(&mut conn, TAG).await.unwrap().unwrap();
    assert_eq!((header.writer.as_str(), header.visibility), ("memory", Visibility::PromptAndUi));
    // The step must have read it.
    assert!(matches!(put(&mut conn, &MEMORY, (Some(1), "3"), at(7)).await, Err(Error::StaleArtifact { .. })));
    put(&mut conn, &MEMORY, (Some(2), "3"), at(8)).await.unwrap();
    assert_eq!(sound(&mut conn).await, [true]);
}

#[tokio::test]
async fn a_step_may_continue_what_the_author_began() {
    let mut conn = empty().await;
    let author = Artifact { writer: AUTHOR, ..MEMORY };
    put(&mut conn, &author, NewVersion { made_by: MadeBy::Author, ..(None, "1").into() }, at(5))
        .await
        .unwrap();
    put(&mut conn, &MEMORY, (Some(1), "2"), at(6)).await.unwrap();
    assert_eq!(get(&mut conn, TAG).await.unwrap().unwrap().writer, "memory");
}

#[tokio::test]
async fn all_that_is_written_is_read() {
    let mut conn = empty().await;
    sqlx::raw_sql("pragma foreign_keys = off").execute(&mut conn).await.unwrap();
    let state = Artifact {
        surface: Some("panel:situation"),
        shown_as: ShownAs::Diff,
        include: Some(r#"{"layer":"structured"}"#),
        keep: Keep { versions: Some(50), days: Some(365) },
        ..Artifact { name: "situation", kind: ArtifactKind::State, writer: "careful/situation", ..MEMORY }
    };
    let place = ArtifactPlace { scene: 3.into(), version: Some(4.into()) };
    let new = NewVersion {
        at: Some(place),
        run: Some((9.into(), "situation")),
        generation: Some(8.into()),
        ..(None, "{}").into()
    };
    put(&mut conn, &state, new, at(5)).await.unwrap();
    let header = list(&mut conn, Some(Subject::Novel)).await.unwrap().pop().unwrap();
    assert_eq!((header.surface.as_deref(), header.shown_as), (Some("panel:situation"), ShownAs::Diff));
    assert_eq!((header.include.as_deref(), header.keep), (state.include, state.keep));
    let version = version(&mut conn, "situation/novel", 1).await.unwrap().unwrap();
    assert_eq!((version.at, version.generation), (Some(place), Some(8.into())));
    assert_eq!(version.run, Some((9.into(), "situation".to_owned())));
    let series = series(&mut conn, &["situation"]).await.unwrap();
    assert_eq!(series[0].versions, [Told { version: 1, at: Some(place), made_by: MadeBy::Step }]);
    assert_eq!(sound(&mut conn).await, [true]);
}

#[tokio::test]
async fn nonsense_is_refused() {
    let mut conn = empty().await;
    for artifact in [
        Artifact { visibility: Visibility::PromptOnly, surface: Some("panel:x"), ..MEMORY },
        Artifact { visibility: Visibility::UiOnly, include: Some("{}"), ..MEMORY },
        Artifact { surface: Some("overlay:x"), ..MEMORY },
        Artifact { surface: Some("panel:"), ..MEMORY },
    ] {
        let mut tx = conn.begin().await.unwrap();
        assert!(put(&mut tx, &artifact, (None, "1"), at(5)).await.is_err(), "{artifact:?}");
    }
}

#[tokio::test]
async fn old_versions_are_deleted_with_a_trace() {
    let mut conn = with_versions(&MEMORY, 5).await;
    assert_eq!(kept(&mut conn).await, [4, 5]);
    let traces = traces(&mut conn, TAG).await.unwrap();
    let traces: Vec<_> = traces.iter().map(|trace| (trace.from, trace.until, trace.why.as_str())).collect();
    assert_eq!(traces, [(1, 2, "keep_versions"), (2, 3, "keep_versions"), (3, 4, "keep_versions")]);
    assert_eq!(sound(&mut conn).await, [true]);
}

#[tokio::test]
async fn versions_grow_old_without_a_write() {
    let weekly = Artifact { keep: Keep { versions: None, days: Some(7) }, ..MEMORY };
    let mut conn = with_versions(&weekly, 10).await;
    assert_eq!(kept(&mut conn).await, [3, 4, 5, 6, 7, 8, 9, 10]);
    pin(&mut conn, (TAG, 5), Some(Pin::Author)).await.unwrap();
    assert_eq!(prune_all(&mut conn, at(100 * DAY)).await.unwrap(), 6);
    assert_eq!(kept(&mut conn).await, [5, 10], "the newest and the pinned stay");
    let last = traces(&mut conn, TAG).await.unwrap().pop().unwrap();
    assert_eq!((last.from, last.until, last.why.as_str(), last.at), (6, 10, "keep_days", at(100 * DAY)));
    assert_eq!(sound(&mut conn).await, [true]);
}

#[tokio::test]
async fn what_a_receipt_names_stays_pinned() {
    let mut conn = with_versions(&Artifact { keep: Keep::ALL, ..MEMORY }, 3).await;
    assert_eq!(pin(&mut conn, (TAG, 1), Some(Pin::Receipt)).await.unwrap(), Some(Some(Pin::Receipt)));
    assert_eq!(pin(&mut conn, (TAG, 1), None).await.unwrap(), Some(Some(Pin::Receipt)));
    assert_eq!(pin(&mut conn, (TAG, 2), Some(Pin::Author)).await.unwrap(), Some(Some(Pin::Author)));
    assert_eq!(pin(&mut conn, (TAG, 2), None).await.unwrap(), Some(None));
    assert_eq!(pin(&mut conn, (TAG, 9), None).await.unwrap(), None);
    assert_eq!(prune(&mut conn, TAG, Keep::newest(1), at(5)).await.unwrap(), 1);
    assert_eq!(kept(&mut conn).await, [1, 3]);
    assert_eq!(sound(&mut conn).await, [true]);
}

#[tokio::test]
async fn a_changed_value_is_reported_as_damage() {
    let mut conn = empty().await;
    put(&mut conn, &MEMORY, (None, "1"), at(5)).await.unwrap();
    sqlx::query("update artifact_versions set value = '2'").execute(&mut conn).await.unwrap();
    assert!(matches!(newest(&mut conn, TAG).await, Err(Error::Damaged(_))));
}

#[tokio::test]
async fn any_damage_to_an_artifact_is_found_and_removed() {
    for (damage, left) in [
        ("update artifacts set name = 'memory2'", &[][..]),
        ("update artifacts set writer = 'another'", &[]),
        ("update artifacts set visibility = 'internal'", &[]),
        ("update artifacts set surface = 'editor'", &[]),
        ("update artifacts set keep_versions = 9", &[]),
        ("update artifacts set newest = 4", &[]),
        ("update artifact_versions set value = '1' where version = 4", &[5]),
        ("update artifact_versions set value = '1' where version = 5", &[4]),
        ("update artifact_versions set pinned = 'author' where version = 4", &[5]),
        ("update artifact_versions set made_by = 'author' where version = 5", &[4]),
        ("update artifact_versions set based_on = null where version = 5", &[4]),
        ("delete from artifact_versions where version = 4", &[5]),
        ("delete from artifact_versions where version = 5", &[4]),
        ("update artifact_pruned set hashes = zeroblob(8) where from_version = 2", &[4, 5]),
        ("update artifact_pruned set at = 1 where from_version = 3", &[4, 5]),
        ("delete from artifact_pruned where from_version = 1", &[4, 5]),
        ("delete from artifact_versions", &[]),
    ] {
        let mut conn = with_versions(&MEMORY, 5).await;
        sqlx::raw_sql(damage).execute(&mut conn).await.unwrap();
        assert_eq!(sound(&mut conn).await, [false], "{damage}");
        let id = sqlx::query_scalar("select id from artifacts").fetch_one(&mut conn).await.unwrap();
        remove_damaged(&mut conn, id, at(9)).await.unwrap();
        assert!(!sound(&mut conn).await.contains(&false), "{damage}");
        assert_eq!(kept(&mut conn).await, left, "{damage}");
        if !left.is_empty() {
            // The number of a lost version is not used again.
            let based_on = newest_version(&mut conn, TAG).await.unwrap();
            assert_eq!(put(&mut conn, &MEMORY, (based_on, "6"), at(10)).await.unwrap(), 6, "{damage}");
            assert_eq!(sound(&mut conn).await, [true], "{damage}");
        }
    }
}

#[tokio::test]
async fn a_write_renews_the_attributes_of_the_tag() {
    let mut conn = with_versions(&MEMORY, 3).await;
    let shown = Artifact { visibility: Visibility::UiOnly, keep: Keep::ALL, ..MEMORY };
    put(&mut conn, &shown, (Some(3), "4"), at(9)).await.unwrap();
    let header = get(&mut conn, TAG).await.unwrap().unwrap();
    assert_eq!((header.visibility, header.keep, header.newest), (Visibility::UiOnly, Keep::ALL, 4));
    assert_eq!(kept(&mut conn).await, [2, 3, 4]);
    assert_eq!(sound(&mut conn).await, [true]);
}

#[tokio::test]
async fn artifacts_of_an_earlier_schema_are_whole() {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    apply(&mut conn, &MIGRATIONS[..6]).await.unwrap();
    let old = "insert into artifacts (id, tag, writer, access, visibility, keep, created_at) values
            (1, 'memory/scene/12', 'memory', 'persisted', 'prompt_and_ui', 2, 5),
            (2, 'memory/scene/twelve', 'x', 'persisted', 'internal', null, 5),
            (3, 'summary/rolling', 'completion', 'persisted', 'prompt_and_ui', 5, 5)";
    sqlx::raw_sql(old).execute(&mut conn).await.unwrap();
    for version in 3..5 {
        let sql = "insert into artifact_versions (artifact_id, version, value, row_hash, created_at)
             values (1, ?, '0', ?, 5)";
        let hash = crate::row_hash::row_hash(&[b"0"]);
        sqlx::query(sql).bind(version).bind(hash.as_slice()).execute(&mut conn).await.unwrap();
    }
    apply(&mut conn, MIGRATIONS).await.unwrap();
    assert_eq!(sound(&mut conn).await, [true, true, true]);
    let headers = list(&mut conn, None).await.unwrap();
    let tags: Vec<String> = headers.iter().map(|header| header.subject.tag(&header.name)).collect();
    assert_eq!(tags, ["memory/scene/12", "memory/scene/twelve/novel", "story_so_far/novel"]);
    let memory = Artifact { subject: Subject::Scene(12.into()), ..MEMORY };
    put(&mut conn, &memory, (Some(4), "1"), at(6)).await.unwrap();
    assert!(header(&mut conn, &memory.tag()).await.unwrap().unwrap().row_hash.is_some(), "no hash");
    let traces = traces(&mut conn, &memory.tag()).await.unwrap();
    let traces: Vec<_> = traces.iter().map(|trace| (trace.from, trace.until, trace.why.as_str())).collect();
    assert_eq!(traces, [(1, 3, "earlier_release"), (3, 4, "keep_versions")]);
    assert_eq!(sound(&mut conn).await, [true, true, true]);
}
