//! What authors and models do to a scene, at random.

use proptest::prelude::*;

/// A random act. The numbers select among the possible targets.
#[derive(Clone, Debug)]
pub enum Act {
    /// The author types, and the editor reports the spans.
    Type {
        at: usize,
        size: usize,
    },
    Delete {
        at: usize,
        size: usize,
    },
    /// The author accepts a rewrite of a passage; its first `copied` characters repeat the old text. Without an
    /// editor the program writes it.
    Accept {
        at: usize,
        size: usize,
        copied: usize,
        in_editor: bool,
    },
    /// Undo or redo: the editor returns to an earlier text.
    GoBack {
        to: usize,
    },
    Save,
    /// Something else saves the draft as a version.
    Settle,
    /// An earlier text with a new character arrives without spans, as a draft or as a version.
    WithoutSpans {
        to: usize,
        at: usize,
        as_draft: bool,
    },
    Restore {
        version: usize,
    },
    Branch,
    Open {
        branch: usize,
    },
    Merge {
        branch: usize,
    },
    /// The scene is split, and the parts are merged again.
    SplitAndJoin {
        at: usize,
    },
    Copy,
}

pub fn act() -> impl Strategy<Value = Act> {
    let some = 0usize..1_000;
    let two = (some.clone(), some.clone());
    prop_oneof![
        4 => two.clone().prop_map(|(at, size)| Act::Type { at, size }),
        3 => two.clone().prop_map(|(at, size)| Act::Delete { at, size }),
        4 => (some.clone(), some.clone(), some.clone(), any::<bool>())
            .prop_map(|(at, size, copied, in_editor)| Act::Accept { at, size, copied, in_editor }),
        3 => some.clone().prop_map(|to| Act::GoBack { to }),
        3 => Just(Act::Save),
        1 => Just(Act::Settle),
        2 => (some.clone(), some.clone(), any::<bool>())
            .prop_map(|(to, at, as_draft)| Act::WithoutSpans { to, at, as_draft }),
        1 => some.clone().prop_map(|version| Act::Restore { version }),
        1 => Just(Act::Branch),
        1 => some.clone().prop_map(|branch| Act::Open { branch }),
        1 => some.clone().prop_map(|branch| Act::Merge { branch }),
        1 => some.prop_map(|at| Act::SplitAndJoin { at }),
        1 => Just(Act::Copy),
    ]
}
