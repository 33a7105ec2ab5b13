//! Control words that name a destination: where the text of their group goes.

use super::state::{AtEnd, Target, Value};
use crate::loss::LossKind;

/// What a group with a destination is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Destination {
    pub target: Target,
    pub at_end: AtEnd,
}

const fn goes(target: Target) -> Destination {
    Destination { target, at_end: AtEnd::Nothing }
}

const fn value(value: Value) -> Destination {
    Destination { target: Target::Value(value), at_end: AtEnd::Value(value) }
}

const fn flow(at_end: AtEnd) -> Destination {
    Destination { target: Target::Text, at_end }
}

const fn lost(kind: LossKind) -> Destination {
    Destination { target: Target::Lost(kind), at_end: AtEnd::Lost(kind) }
}

/// The destination that a control word names; `None` if it names none.
pub(super) fn of(word: &str) -> Option<Destination> {
    Some(match word {
        "fonttbl" => goes(Target::FontTable),
        "colortbl" => goes(Target::ColourTable),
        "stylesheet" => goes(Target::StyleSheet),
        "info" => goes(Target::Information),
        "footnote" => flow(AtEnd::Note),
        "annotation" => flow(AtEnd::Comment),
        "shptxt" | "dptxbxtext" => flow(AtEnd::TextBox),
        "shpinst" | "shp" | "sp" | "do" | "shpgrp" | "background" => goes(Target::Shape),
        "atnid" => value(Value::CommentInitials),
        "atnauthor" => value(Value::CommentAuthor),
        "atndate" => value(Value::CommentDate),
        "atnref" => value(Value::CommentPassage),
        "atrfstart" => value(Value::PassageStart),
        "atrfend" => value(Value::PassageEnd),
        "field" => flow(AtEnd::Field),
        "fldinst" => goes(Target::FieldCode),
        // The text for programs with Unicode, inside `upr`.
        "ud" => goes(Target::Text),
        "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl" | "footerr" | "footerf" => {
            lost(LossKind::HeaderFooter)
        }
        "moMath" | "mmath" => lost(LossKind::Field),
        _ if is_skipped(word) => goes(Target::Skip),
        _ => return None,
    })
}

/// The destinations inside the information about a document.
pub(super) fn of_information(word: &str) -> Option<Destination> {
    match word {
        "title" => Some(value(Value::Title)),
        "author" => Some(value(Value::Author)),
        _ => None,
    }
}

/// Destinations without visible text that are not marked with `\*`.
fn is_skipped(word: &str) -> bool {
    matches!(
        word,
        "pict"
            | "objdata"
            | "nonshppict"
            | "nonesttables"
            | "NeXTGraphic"
            | "upr"
            | "template"
            | "private"
            | "xe"
            | "tc"
            | "tcn"
            | "rxe"
            | "txe"
            | "ftnsep"
            | "ftnsepc"
            | "ftncn"
            | "aftnsep"
            | "aftnsepc"
            | "aftncn"
            | "panose"
            | "falt"
            | "shprslt"
            | "listtable"
            | "listoverridetable"
            | "filetbl"
            | "revtbl"
            | "comment"
    )
}
