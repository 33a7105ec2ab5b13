//! Words that occur next to Chinese names, and words that are not names.
//!
//! The lists were written for this purpose. They need not be complete, since a name is judged by many occurrences.

crate::letters! {
    pub(super) const SURNAMES = "names/chinese/surnames";
    pub(super) const ADDRESSING = "names/chinese/addressing";
    pub(super) const GOVERNING = "names/chinese/governing";
    pub(super) const NEVER_IN_NAMES = "names/chinese/never_in_names";
    pub(super) const RARE_IN_NAMES = "names/chinese/rare_in_names";
    pub(super) const RARE_IN_GIVEN_NAMES = "names/chinese/rare_in_given_names";
    pub(super) const VERBS = "names/chinese/verbs";
    pub(super) const KINDS = "names/chinese/kinds";
}

crate::words! {
    pub(super) const DOUBLE_SURNAMES = "names/chinese/double_surnames";
    pub(super) const SPEAKING = "names/chinese/speaking";
    pub(super) const ACTING = "names/chinese/acting";
    pub(super) const NAMING = "names/chinese/naming";
    pub(super) const TITLES = "names/chinese/titles";
    pub(super) const COMMON = "names/chinese/common";
    pub(super) const CAPITALISED = "names/latin/capitalised";
    pub(super) const FORMS = "names/chinese/forms";
    pub(super) const PLACES = "names/chinese/places";
}
