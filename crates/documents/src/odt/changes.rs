//! Tracked changes: deleted text is stored outside the text.

use crate::xml::Element;

/// The deleted texts of a document.
pub(super) fn deletions<'x>(body: Element<'x>) -> impl Iterator<Item = String> + use<'x> {
    let changes = body.child("tracked-changes");
    let regions = changes.into_iter().flat_map(|changes| changes.elements().collect::<Vec<_>>());
    let deletions = regions.filter_map(|region| region.child("deletion"));
    let texts = deletions.map(|deletion| {
        let parts = deletion.elements().filter(|part| !part.is("change-info"));
        parts.map(|part| part.text()).collect::<Vec<_>>().join("\n")
    });
    texts.filter(|text| !text.trim().is_empty())
}
