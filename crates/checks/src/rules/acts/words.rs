//! Words that identify an act.

wenfang_text::words! {
    pub(super) const LEADS = "acts/leads";
    pub(super) const ADVERBS = "acts/adverbs";
    pub(super) const VERBS = "acts/verbs";
    pub(super) const NOT_VERBS = "acts/not_verbs";
    pub(super) const ENGLISH = "acts/english_verbs";
    pub(super) const BEFORE_OBJECTS = "acts/before_objects";
    pub(super) const ENGLISH_ADVERBS = "acts/english_adverbs";
}
