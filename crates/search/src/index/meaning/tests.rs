//! The statements of a semantic search, and the codes of a very large index beside an exact search.
#![allow(unsafe_code, reason = "SQLite reports its statements through its C interface")]

use std::ffi::{CStr, c_int, c_uint, c_void};
use std::path::Path;
use std::sync::Mutex;

use super::*;
use crate::source::{Source, SourceKey, SourceKind};

const MODEL: &str = "model-1";

/// Opens the index in a folder; it compares all vectors up to `max_exact` passages.
async fn open(folder: &Path, max_exact: usize) -> Index {
    let mut index = Index::open(&folder.join("novel.sqlite")).await.unwrap().index;
    std::sync::Arc::get_mut(&mut index.0).unwrap().max_exact = max_exact;
    index
}

fn scene(id: i64) -> SourceKey {
    SourceKey { kind: SourceKind::Scene, id }
}

async fn put(index: &Index, id: i64, text: &str) {
    index.put(&[Source::new(scene(id), text)]).await.unwrap();
}

/// A vector of a text: texts with the same first character are close to each other.
fn vector(text: &str) -> Vec<f32> {
    let component = |seed: u64, at: u64| {
        let mut bits = (seed ^ (at << 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let about = text.chars().next().map_or(1, u64::from);
    let own = text.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    (0..64).map(|at| component(about, at) + component(own, at) * 0.4).collect()
}

async fn embed(index: &Index) {
    let pending = index.pending(MODEL, 10_000).await.unwrap();
    let vectors: Vec<_> = pending.iter().map(|pending| (pending.hash, vector(&pending.text))).collect();
    index.put_vectors(MODEL, &vectors).await.unwrap();
}

fn lines(count: usize, round: usize) -> String {
    (0..count).map(|n| format!("{}{}\n", ["雨", "雪", "风"][n % 3], n * (round + 1))).collect()
}

/// Collects the statements that a connection begins.
unsafe extern "C" fn collect(_: c_uint, into: *mut c_void, _: *mut c_void, sql: *mut c_void) -> c_int {
    // SAFETY: `trace` gives a mutex that lives as long as the process, and SQLite the text of the statement.
    let (into, sql) = unsafe { (&*into.cast::<Mutex<Vec<String>>>(), CStr::from_ptr(sql.cast())) };
    into.lock().unwrap().push(sql.to_string_lossy().into_owned());
    0
}

/// The statements of all read connections from now on.
async fn trace(index: &Index) -> &'static Mutex<Vec<String>> {
    let statements: &'static Mutex<Vec<String>> = Box::leak(Box::default());
    let readers = &index.0.readers;
    let mut connections = [readers.acquire().await.unwrap(), readers.acquire().await.unwrap()];
    assert!(readers.try_acquire().is_none(), "every read connection is traced");
    for connection in &mut connections {
        let mut handle = connection.lock_handle().await.unwrap();
        let into = std::ptr::from_ref(statements).cast_mut().cast();
        // SAFETY: the connection is locked, and `statements` is never freed.
        let code = unsafe {
            libsqlite3_sys::sqlite3_trace_v2(
                handle.as_raw_handle().as_ptr(),
                libsqlite3_sys::SQLITE_TRACE_STMT as c_uint,
                Some(collect),
                into,
            )
        };
        assert_eq!(code, libsqlite3_sys::SQLITE_OK);
    }
    statements
}

#[tokio::test]
async fn one_query_of_sqlite_vec_answers_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let index = open(folder.path(), MAX_EXACT).await;
    for id in 0..20 {
        put(&index, id, &lines(60, id as usize)).await;
    }
    embed(&index).await;
    let some = Scope::sources((0..5).map(scene));
    let most = Scope::sources((0..19).map(scene));
    for scope in [&Scope::Everything, &some, &most] {
        // Loads the numbers of the sources.
        index.search_vectors(MODEL, &vector("雪7"), scope, 10).await.unwrap();
    }
    let statements = trace(&index).await;
    for (scope, count) in [(&Scope::Everything, 3), (&some, 4), (&most, 4)] {
        statements.lock().unwrap().clear();
        assert_eq!(index.search_vectors(MODEL, &vector("雪7"), scope, 10).await.unwrap().len(), 10);
        let sent: Vec<String> = statements.lock().unwrap().clone();
        // sqlite-vec reads its own tables with statements that quote their names.
        let (own, ours): (Vec<String>, Vec<String>) =
            sent.into_iter().partition(|sql| sql.contains("\"vec_paragraphs_") || sql.starts_with("--"));
        assert!(!own.is_empty());
        assert_eq!(ours.len(), count, "{ours:#?}");
        assert_eq!(ours.iter().filter(|sql| sql.contains("embedding match")).count(), 1, "{ours:#?}");
        assert_eq!(ours.iter().filter(|sql| sql.contains("vec_paragraphs")).count(), 1, "{ours:#?}");
    }
    assert_eq!(index.state(MODEL).await.unwrap().memory, 0, "a novel has no codes");
}

/// Both ways of searching return the same hits while texts change.
#[tokio::test]
async fn codes_change_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let (exact, coded) = (open(folder.path(), MAX_EXACT).await, open(folder.path(), 0).await);
    for round in 0..12_usize {
        put(&coded, (round % 5) as i64, &lines(200, round)).await;
        embed(&coded).await;
        for scope in [Scope::Everything, Scope::sources([scene(1), scene(3)])] {
            let query = vector("雪的夜里");
            let wanted = exact.search_vectors(MODEL, &query, &scope, 10).await.unwrap();
            let found = coded.search_vectors(MODEL, &query, &scope, 10).await.unwrap();
            assert_eq!(found, wanted, "round {round}");
            assert!(round == 0 || found.len() == 10);
        }
    }
    assert_eq!(exact.state(MODEL).await.unwrap().memory, 0);
    assert!(coded.state(MODEL).await.unwrap().memory > 0);
}

#[tokio::test]
async fn codes_follow_writes_of_this_and_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (open(folder.path(), 0).await, open(folder.path(), 0).await);
    let nearest = async |index: &Index, text: &str| -> Vec<String> {
        let hits = index.search_vectors(MODEL, &vector(text), &Scope::Everything, 3).await.unwrap();
        let ids: Vec<_> = hits.iter().map(|hit| hit.paragraph).collect();
        index.paragraphs(&ids).await.unwrap().into_iter().map(|passage| passage.text).collect()
    };
    put(&one, 1, &lines(9, 0)).await;
    embed(&one).await;
    for index in [&one, &other] {
        assert_eq!(nearest(index, "雪4").await[0], "雪4");
    }
    put(&other, 2, "雪停了").await;
    embed(&other).await;
    for index in [&one, &other] {
        assert_eq!(nearest(index, "雪停了").await[0], "雪停了");
    }
    one.remove(&[scene(2)]).await.unwrap();
    // A text that is indexed again has its vector at once.
    put(&one, 3, "雪停了\n雪停了").await;
    for index in [&one, &other] {
        assert_eq!(nearest(index, "雪停了").await[..2], ["雪停了", "雪停了"]);
    }
    one.forget_model(MODEL).await.unwrap();
    for index in [&one, &other] {
        assert!(nearest(index, "雪4").await.is_empty());
    }
}
