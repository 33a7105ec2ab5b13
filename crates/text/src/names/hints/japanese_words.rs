//! Japanese words that occur next to names, and words that look like names but are not.

crate::words! {
    pub(super) const HONORIFICS = "names/japanese/honorifics";
    pub(super) const TITLES = "names/japanese/titles";
    pub(super) const ADDRESSES = "names/japanese/addresses";
    pub(super) const ROLES = "names/japanese/roles";
    pub(super) const SURNAMES = "names/japanese/surnames";
    pub(super) const GIVEN = "names/japanese/given";
    pub(super) const COMMON = "names/japanese/common";
    pub(super) const KNOWN_PLACES = "names/japanese/known_places";
    pub(super) const PLACE_ENDS = "names/japanese/place_ends";
    pub(super) const SPEAKING = "names/japanese/speaking";
    pub(super) const QUOTING = "names/japanese/quoting";
    pub(super) const ACTING = "names/japanese/acting";
}
