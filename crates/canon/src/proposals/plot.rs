//! Applying proposals about the plot: events, and anchors of plot threads.

use wenfang_project::canon;
use wenfang_story::canon::threads::next;
use wenfang_story::canon::{
    Evidence, ThreadAnchorRecord, ThreadChange, ThreadRecord, TimeKey, TimelineEventRecord,
};
use wenfang_story::{ThreadAnchorId, ThreadId, TimelineEventId};
use wenfang_usecase::{Error, Result};

use super::apply::Journal;
use crate::timeline::refuse_cycle;
use crate::words;

impl Journal<'_> {
    /// Inserts an event, or completes one with the same scene and title.
    pub(super) async fn event(
        &mut self,
        new: TimelineEventRecord,
        participants: &[String],
        proof: &Evidence,
    ) -> Result<()> {
        let mut ids = Vec::with_capacity(participants.len());
        for name in words::names("participants", participants)? {
            let id = self.resolve(&name).await?;
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let title = words::name("title", &new.title)?;
        let scene = Some(proof.scene);
        let known = canon::list::<TimelineEventId>(self.conn).await?;
        let same = known.into_iter().find(|(_, known)| known.title == title && known.scene == scene);
        match same {
            Some((id, before)) => {
                let mut after = before.clone();
                ids.retain(|id| !after.participants.contains(id));
                after.participants.extend(ids);
                fill(&mut after.description, new.description);
                fill(&mut after.place, new.place);
                if after.time.is_empty() && after.key.is_none() {
                    after.key = TimeKey::of_words(&new.time);
                    after.time = new.time;
                }
                if after != before {
                    self.update(id, (&before, &after)).await?;
                }
            }
            None => {
                let key = TimeKey::of_words(&new.time);
                let record = TimelineEventRecord { title, key, participants: ids, scene, ..new };
                self.insert::<TimelineEventId>(&record).await?;
            }
        }
        refuse_cycle(self.conn).await
    }

    /// Adds an anchor to the thread with this title; planting creates the thread if it does not exist.
    pub(super) async fn thread(
        &mut self,
        (title, description): (&str, String),
        change: ThreadChange,
        proof: Evidence,
    ) -> Result<()> {
        let title = words::name("title", title)?;
        let known = canon::list::<ThreadId>(self.conn).await?;
        let thread = match known.into_iter().find(|(_, known)| known.title == title) {
            Some((id, before)) => {
                let mut after = before.clone();
                if let Some(act) = change.act() {
                    after.status = next(before.status, act).map_err(|refused| {
                        Error::bad_request(
                            refused.to_string(),
                            "Nothing was changed. Reopen the thread first, or reject the proposal.",
                        )
                    })?;
                }
                fill(&mut after.description, description);
                if after != before {
                    self.update(id, (&before, &after)).await?;
                }
                id
            }
            None if change == ThreadChange::Plant => {
                let record = ThreadRecord { title, description, ..ThreadRecord::default() };
                self.insert::<ThreadId>(&record).await?
            }
            None => {
                return Err(Error::bad_request(
                    format!("there is no thread named {title}"),
                    "Nothing was changed. Correct its name, or plant it.",
                ));
            }
        };
        let Evidence { scene, version, range, quote } = proof;
        let is_there = |known: &ThreadAnchorRecord| {
            !known.gone && (known.scene, known.role) == (scene, change.role()) && known.quote == quote
        };
        let anchors = canon::list_where::<ThreadAnchorId>(self.conn, "thread_id", thread.get()).await?;
        if !anchors.iter().any(|(_, known)| is_there(known)) {
            let (role, note) = (change.role(), String::new());
            let anchor = ThreadAnchorRecord { thread, role, scene, version, range, quote, gone: false, note };
            self.insert::<ThreadAnchorId>(&anchor).await?;
        }
        Ok(())
    }
}

/// Sets a field if it is empty.
fn fill(field: &mut String, words: String) {
    if field.is_empty() {
        *field = words;
    }
}
