//! Random mutations: changes to a project that a person with SQLite and a hex editor might make, deterministic for a
//! seed.

use anyhow::Result;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use wenfang_tests::rng::Rng;
use wenfang_text::ContentHash;

use super::plain;

/// The row that SQL of the file leaves when it runs.
pub(super) const CANARY: &str = "insert or ignore into settings (key, value) values ('canary', 'ran')";

const TABLES: [&str; 20] = [
    "project_meta",
    "settings",
    "volumes",
    "chapters",
    "scenes",
    "blobs",
    "branches",
    "scene_text_versions",
    "scene_drafts",
    "checkpoints",
    "checkpoint_items",
    "bible_fields",
    "lore_entries",
    "entities",
    "facts",
    "plot_threads",
    "timeline_events",
    "canon_revisions",
    "findings",
    "generations",
];

/// Tables whose rows are a record and its hash.
const RECORDS: [&str; 8] =
    ["project_meta", "volumes", "chapters", "scenes", "bible_fields", "lore_entries", "entities", "facts"];

/// Unexpected values, as SQL.
const VALUES: [&str; 26] = [
    "null",
    "-1",
    "0",
    "1",
    "9223372036854775807",
    "-9223372036854775808",
    "4611686018427387904",
    "1e308",
    "''",
    "'../../../../../x'",
    "'/wenfang-crafted'",
    "x'00'",
    "zeroblob(32)",
    "randomblob(8)",
    "randomblob(64)",
    "printf('%.*c', 70000, '字')",
    "char(0) || 'a'",
    "char(27) || '[31m'",
    "char(8238) || 'a'",
    "'{}'",
    "'[]'",
    "'null'",
    "'{\"title\":null}'",
    "'[{\"start\":-1,\"end\":99999999999}]'",
    "x'ff' || x'fe'",
    "hex(randomblob(8))",
];

/// Unexpected records.
const RECORDS_AS_JSON: [&str; 12] = [
    "{}",
    "[]",
    "null",
    "1e999",
    "{\"title\":1}",
    "{\"title\":\"\u{1b}[31m\u{202e}\"}",
    "{\"title\":\"a\",\"title\":\"b\"}",
    "{\"plan\":{\"target\":18446744073709551615}}",
    "{\"key\":\"taboo\",\"value\":\"的\"}",
    "{\"aliases\":[\"\",\"的\",\"的\"]}",
    "{\"valid_from\":9223372036854775807}",
    "{\"name\":\"\\u0000\"}",
];

/// Text inserted after a table's first column in a hostile definition.
const COLUMNS: [&str; 6] = [
    "z integer generated always as (null) virtual not null on conflict ignore, ",
    "z text default (hex(randomblob(9))), ",
    "z text check (length(z) < 2) , ",
    "z unique on conflict replace, ",
    "z text collate nocase, ",
    "z as (json_extract(record, '$.a')) stored, ",
];

/// Changes a closed project. Returns a description of the changes.
///
/// Statements that SQLite refuses are skipped: many do not fit the file in its current state.
pub(super) async fn mutate(path: &std::path::Path, rng: &mut Rng) -> Result<Vec<String>> {
    let mut conn = plain(path).await?;
    sqlx::raw_sql("pragma writable_schema = on; pragma ignore_check_constraints = on")
        .execute(&mut conn)
        .await?;
    let mut done = Vec::new();
    for _ in 0..1 + rng.within(0..4) {
        let sql = match rng.within(0..10) {
            0..3 => schema(rng),
            3..6 => value(&mut conn, rng).await?,
            6 | 7 => record(rng),
            8 => rows(rng),
            _ => pragma(rng),
        };
        if sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(&mut conn).await.is_ok() {
            done.push(sql);
        }
    }
    // Makes other connections read the schema again.
    let _ = sqlx::raw_sql("pragma schema_version = 999").execute(&mut conn).await;
    conn.close().await?;
    if rng.chance(1, 12) {
        done.push(bytes(path, rng)?);
    }
    Ok(done)
}

fn pick<'a>(rng: &mut Rng, items: &[&'a str]) -> &'a str {
    rng.pick(items).copied().unwrap_or_default()
}

/// The letters of a word, some of them in capitals.
fn cased(rng: &mut Rng, word: &str) -> String {
    word.chars().map(|c| if rng.chance(1, 2) { c.to_ascii_uppercase() } else { c }).collect()
}

fn schema(rng: &mut Rng) -> String {
    let table = pick(rng, &TABLES);
    let (when, verb) = (pick(rng, &["before", "after"]), pick(rng, &["insert", "update", "delete"]));
    match rng.within(0..9) {
        0 => {
            let (kind, create) = (cased(rng, "trigger"), cased(rng, "create trigger"));
            let body =
                format!("{create} harm {when} {verb} on {table} begin {CANARY}; end").replace('\'', "''");
            format!("insert into sqlite_schema values ('{kind}', 'harm', '{table}', 0, '{body}')")
        }
        1 => format!("create trigger harm {when} {verb} on {table} begin {CANARY}; end"),
        2 => {
            let kind = cased(rng, "view");
            format!(
                "delete from sqlite_schema where name = '{table}';
                 insert into sqlite_schema values ('{kind}', '{table}', '{table}', 0, 'create view {table} as with
                     recursive r (n) as (select 1 union all select n + 1 from r) select n as id, n as record from r')"
            )
        }
        3 => {
            let column = pick(rng, &COLUMNS).replace('\'', "''");
            format!(
                "update sqlite_schema set sql = replace(sql, ' (' || char(10), ' ({column}') where name = '{table}'"
            )
        }
        4 => format!("update sqlite_schema set sql = replace(sql, ' not null', '') where name = '{table}'"),
        5 => format!("update sqlite_schema set sql = replace(sql, ' strict', '') where name = '{table}'"),
        6 => format!("delete from sqlite_schema where tbl_name = '{table}' and type = 'index'"),
        7 => format!("update sqlite_schema set rootpage = {} where name = '{table}'", rng.within(0..60)),
        _ => format!("update sqlite_schema set type = '{}' where name = '{table}'", cased(rng, "table")),
    }
}

/// Sets a column of a table, in one row or in all.
async fn value(conn: &mut SqliteConnection, rng: &mut Rng) -> Result<String> {
    let table = pick(rng, &TABLES);
    let columns: Vec<String> = sqlx::query_scalar("select name from pragma_table_info(?)")
        .bind(table)
        .fetch_all(conn)
        .await
        .unwrap_or_default();
    let column = rng.pick(&columns).cloned().unwrap_or_else(|| "id".to_owned());
    let value = pick(rng, &VALUES);
    let which = if rng.chance(1, 2) {
        "where rowid = (select min(rowid) from "
    } else {
        "where 1 or 0 = (select 1 from "
    };
    Ok(format!("update or ignore {table} set {column} = {value} {which}{table})"))
}

/// Sets a record with its correct hash, so that it passes the check.
fn record(rng: &mut Rng) -> String {
    let table = pick(rng, &RECORDS);
    let form = match rng.within(0..RECORDS_AS_JSON.len() + 1) {
        at if at < RECORDS_AS_JSON.len() => RECORDS_AS_JSON[at].to_owned(),
        _ => format!("{{\"title\":{}1{}}}", "[".repeat(900), "]".repeat(900)),
    };
    let hash = ContentHash::of(form.as_bytes());
    format!(
        "update or ignore {table} set record = '{}', row_hash = x'{hash}' where id = (select min(id) from {table})",
        form.replace('\'', "''")
    )
}

fn rows(rng: &mut Rng) -> String {
    let table = pick(rng, &TABLES);
    match rng.within(0..4) {
        0 => format!("delete from {table}"),
        1 => format!("delete from {table} where rowid = (select min(rowid) from {table})"),
        2 => format!("update sqlite_sequence set seq = {}", pick(rng, &VALUES)),
        _ => format!("update or replace {table} set rowid = rowid + {} where 1", rng.within(1..9)),
    }
}

fn pragma(rng: &mut Rng) -> String {
    let number = pick(rng, &["0", "-1", "1", "4", "5", "6", "99", "2147483647"]);
    match rng.within(0..4) {
        0 | 1 => format!("pragma user_version = {number}"),
        2 => format!("pragma application_id = {number}"),
        _ => "pragma journal_mode = delete".to_owned(),
    }
}

/// Overwrites some bytes of the file.
fn bytes(path: &std::path::Path, rng: &mut Rng) -> Result<String> {
    let mut bytes = std::fs::read(path)?;
    let (at, many) = (rng.within(0..bytes.len()), 1 + rng.within(0..40));
    for byte in bytes.iter_mut().skip(at).take(many) {
        *byte = rng.bits().to_le_bytes()[0];
    }
    std::fs::write(path, bytes)?;
    Ok(format!("{many} bytes at {at}"))
}
