//! Limits on the cost of reading one text.

#![allow(clippy::unwrap_used, reason = "tests")]

use sqlx::Connection;

use super::*;

async fn store() -> SqliteConnection {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    sqlx::raw_sql(include_str!("../../../../migrations/0001_manuscript.sql"))
        .execute(&mut conn)
        .await
        .unwrap();
    conn
}

/// Stores a content the way a malicious file might.
async fn forge(conn: &mut SqliteConnection, content: &[u8], base: Option<(BlobId, &[u8])>) -> BlobId {
    let base = base.map(|(id, content)| Base { id: id.get(), next_depth: 1, content: content.to_vec() });
    let stored = Stored::new(content, base);
    let hash = ContentHash::of(content);
    let sql = "insert into blobs (hash, codec, size, base, depth, data, row_hash)
               values (?, ?, ?, ?, ?, ?, ?) returning id";
    sqlx::query_scalar(sql)
        .bind(hash.as_bytes().as_slice())
        .bind(stored.encoded.codec)
        .bind(stored.size)
        .bind(stored.base)
        .bind(stored.depth)
        .bind(&stored.encoded.data)
        .bind(stored.row_hash(&hash).as_slice())
        .fetch_one(conn)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_decompression_bomb_is_refused_by_its_size() {
    let mut conn = store().await;
    let bomb = forge(&mut conn, &vec![b' '; MAX_CONTENT_BYTES + 1], None).await;
    let stored: i64 = sqlx::query_scalar("select length(data) from blobs where id = ?")
        .bind(bomb.get())
        .fetch_one(&mut conn)
        .await
        .unwrap();
    assert!(stored < 100_000, "the stored row has {stored} bytes");
    let refused = read(&mut conn, bomb).await;
    let expected = MAX_CONTENT_BYTES as u64 + 1;
    assert!(
        matches!(refused, Err(Error::ContentTooLarge { bytes, most: MAX_CONTENT_BYTES }) if bytes == expected),
        "{refused:?}"
    );
}

#[tokio::test]
async fn all_texts_of_a_chain_count_toward_the_limit() {
    let mut conn = store().await;
    let third = MAX_CONTENT_BYTES / 3;
    let [mut one, mut two, mut three] = [vec![b'a'; third], vec![b'a'; third], vec![b'a'; third + 10]];
    (one[7], two[8], three[9]) = (b'1', b'2', b'3');
    let first = forge(&mut conn, &one, None).await;
    let second = forge(&mut conn, &two, Some((first, &one))).await;
    let third = forge(&mut conn, &three, Some((second, &two))).await;
    assert_eq!(read(&mut conn, second).await.unwrap(), two, "two texts are within the limit");
    assert!(matches!(read(&mut conn, third).await, Err(Error::ContentTooLarge { .. })));
}

#[tokio::test]
async fn content_over_the_read_limit_is_not_stored() {
    let mut conn = store().await;
    let refused = insert(&mut conn, &vec![b'a'; MAX_CONTENT_BYTES + 1], None).await;
    assert!(matches!(refused, Err(Error::ContentTooLarge { .. })), "{refused:?}");
    let rows: i64 = sqlx::query_scalar("select count(*) from blobs").fetch_one(&mut conn).await.unwrap();
    assert_eq!(rows, 0);
}

#[tokio::test]
async fn sizes_that_overflow_are_refused() {
    let mut conn = store().await;
    let first = forge(&mut conn, &[b'a'; 1000], None).await;
    let mut next = [b'a'; 1000];
    next[7] = b'1';
    let second = forge(&mut conn, &next, Some((first, &[b'a'; 1000]))).await;
    let third = forge(&mut conn, &[b'b'; 1000], Some((second, &next))).await;
    sqlx::query("update blobs set size = ?").bind(i64::MAX).execute(&mut conn).await.unwrap();
    for id in [first, second, third] {
        let refused = read(&mut conn, id).await;
        assert!(matches!(refused, Err(Error::ContentTooLarge { .. })), "{refused:?}");
    }
}
