-- What steps leave for the author and for each other: a value under a tag, every write a version.

create table artifacts (
    id integer primary key autoincrement,
    tag text not null unique check (length(tag) > 0),
    -- The one step that may write it.
    writer text not null check (length(writer) > 0),
    access text not null check (access in ('run_only', 'persisted')),
    visibility text not null check (visibility in ('prompt_only', 'ui_only', 'prompt_and_ui', 'internal')),
    -- How many versions are kept, the newest first; none keeps all.
    keep integer check (keep > 0),
    created_at integer not null
) strict;

create table artifact_versions (
    artifact_id integer not null references artifacts (id),
    version integer not null check (version > 0),
    value text not null check (json_valid(value)),
    row_hash blob not null check (length(row_hash) = 8),
    created_at integer not null,
    primary key (artifact_id, version)
) strict, without rowid;
