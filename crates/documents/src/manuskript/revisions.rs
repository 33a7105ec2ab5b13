//! Earlier versions of the texts.

use std::collections::HashMap;

use crate::ReadError;
use crate::archive::Archive;
use crate::date::Moment;
use crate::xml::{Dialect, Xml};

/// An earlier version of a text.
pub(super) struct Revision {
    pub taken_at: String,
    pub text: String,
}

/// The earlier versions of each text, oldest first, by the number of the text.
pub(super) fn read(
    archive: &mut Archive<'_>,
    root: &str,
) -> Result<HashMap<String, Vec<Revision>>, ReadError> {
    let name = format!("{root}revisions.xml");
    let Some(bytes) = archive.read_if_present(&name)? else { return Ok(HashMap::new()) };
    if bytes.trim_ascii().is_empty() {
        return Ok(HashMap::new());
    }
    let xml = Xml::read(&name, &bytes, Dialect::Xml)?;
    let mut found = HashMap::new();
    for item in xml.root().descendants().filter(|element| element.is("outlineItem")) {
        let mut revisions: Vec<(i64, Revision)> = item
            .all("revision")
            .filter_map(|revision| {
                let text = revision.attribute("text")?.to_owned();
                let seconds: i64 = revision.attribute("timestamp")?.parse().ok()?;
                let taken_at = Moment(seconds).rfc_3339()?;
                Some((seconds, Revision { taken_at, text }))
            })
            .collect();
        revisions.sort_by_key(|(seconds, _)| *seconds);
        if !revisions.is_empty() {
            let id = item.attribute("ID").unwrap_or_default().to_owned();
            found.insert(id, revisions.into_iter().map(|(_, revision)| revision).collect());
        }
    }
    Ok(found)
}
