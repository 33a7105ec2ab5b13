//! A kind of file: what it is, and how to prove that a copy is good.

use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::error::{Error, Noun, Result};
use crate::schema::{self, Migration};

/// What identifies a kind of file.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What messages call it.
    pub noun: Noun,
    /// `application_id` in the header of the file.
    pub application_id: i64,
    /// The extension of its names, without the dot.
    pub extension: &'static str,
    /// The table with the single row about the file, `id = 1`. Its column `uid` identifies the content whatever the
    /// file is named (16 lower-case hexadecimal digits), and its column `readable_by` is the oldest schema whose readers
    /// can read the file.
    pub about: &'static str,
    /// Every migration, in order. Released ones never change; new ones are appended.
    pub migrations: &'static [Migration],
}

/// A kind of file whose copies can be proved. Migrations and backups use it.
pub trait Format: Sync {
    type Error: From<Error> + Send;
    /// What a copy must preserve, whatever the schema.
    type Fingerprint: PartialEq + Send;

    fn kind(&self) -> Kind;

    /// Reads what a copy must preserve.
    fn fingerprint(
        &self,
        conn: &mut SqliteConnection,
    ) -> impl Future<Output = Result<Self::Fingerprint, Self::Error>> + Send;

    /// Reads and checks a whole copy. Returns the first damage; an error when the copy cannot be checked.
    fn damage(
        &self,
        copy: &mut SqliteConnection,
    ) -> impl Future<Output = Result<Option<Self::Error>, Self::Error>> + Send;
}

impl Kind {
    /// The newest schema.
    pub fn newest(&self) -> i64 {
        schema::newest(self.migrations)
    }

    /// The oldest schema whose readers can read the file.
    pub(crate) async fn readable_by(&self, conn: &mut SqliteConnection) -> Result<i64> {
        let question = format!("select readable_by from {} where id = 1", self.about);
        Ok(sqlx::query_scalar(AssertSqlSafe(question)).fetch_one(conn).await?)
    }

    /// The id of the content: 16 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// [`Error::Damaged`] for anything else: the id becomes part of file names and must not contain a path.
    pub async fn uid(&self, conn: &mut SqliteConnection) -> Result<String> {
        let question = format!("select uid from {} where id = 1", self.about);
        let uid: String = sqlx::query_scalar(AssertSqlSafe(question)).fetch_one(conn).await?;
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if uid.len() == 16 && uid.bytes().all(is_digit) {
            return Ok(uid);
        }
        Err(Error::damaged(format!("the id of the {} is not 16 hexadecimal digits", self.noun.whole)))
    }

    /// Whether the file is marked as one of this kind.
    pub(crate) async fn is_marked(&self, conn: &mut SqliteConnection) -> Result<bool> {
        let application: i64 = sqlx::query_scalar("pragma application_id").fetch_one(conn).await?;
        Ok(application == self.application_id)
    }

    /// Marks a new file as one of this kind.
    pub async fn mark(&self, conn: &mut SqliteConnection) -> Result<()> {
        let id = format!("pragma application_id = {}", self.application_id);
        sqlx::raw_sql(AssertSqlSafe(id)).execute(conn).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Connection;

    #[tokio::test]
    async fn an_id_has_only_hexadecimal_digits() {
        let noun = Noun { whole: "note", file: "note" };
        let kind = Kind { noun, application_id: 1, extension: "note", about: "about", migrations: &[] };
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql("create table about (id, uid); insert into about values (1, '')")
            .execute(&mut conn)
            .await
            .unwrap();
        for (uid, is_valid) in [
            ("0123456789abcdef", true),
            ("", false),
            ("0123456789abcde", false),
            ("0123456789abcdef0", false),
            ("0123456789ABCDEF", false),
            ("/elsewhere/xxxxx", false),
            ("../../../../../x", false),
        ] {
            sqlx::query("update about set uid = ?").bind(uid).execute(&mut conn).await.unwrap();
            assert_eq!(kind.uid(&mut conn).await.is_ok(), is_valid, "{uid}");
        }
    }
}
