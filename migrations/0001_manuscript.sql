-- The manuscript: structure, texts, versions, branches, checkpoints.
-- Times are milliseconds since 1970 UTC. Hashes are SHA-256. Positions are dense ranks from 0.

create table project_meta (
    id integer primary key check (id = 1),
    uid text not null check (length(uid) = 16),
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    readable_by integer not null check (readable_by > 0),
    created_at integer not null
) strict;

create table settings (
    key text primary key,
    value text not null
) strict, without rowid;

-- A part in the bin has no position; it keeps its parent, so that it can come back.
create table volumes (
    id integer primary key autoincrement,
    position integer check (position >= 0),
    binned_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    check ((position is null) = (binned_at is not null))
) strict;

create unique index volumes_by_position on volumes (position);

create table chapters (
    id integer primary key autoincrement,
    volume_id integer not null references volumes (id),
    position integer check (position >= 0),
    binned_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    check ((position is null) = (binned_at is not null))
) strict;

create unique index chapters_by_position on chapters (volume_id, position);

create table scenes (
    id integer primary key autoincrement,
    chapter_id integer not null references chapters (id),
    position integer check (position >= 0),
    binned_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    main_branch integer not null,
    head_version integer not null,
    created_at integer not null,
    check ((position is null) = (binned_at is not null)),
    foreign key (id, main_branch) references branches (scene_id, branch) deferrable initially deferred,
    foreign key (id, head_version) references scene_text_versions (scene_id, version) deferrable initially deferred
) strict;

create unique index scenes_by_position on scenes (chapter_id, position);

-- Texts and records by content. codec 0: as it is; 1: zstd; 2: zstd with the text of `base` as prefix.
create table blobs (
    id integer primary key,
    hash blob not null unique check (length(hash) = 32),
    codec integer not null check (codec in (0, 1, 2)),
    size integer not null check (size >= 0),
    base integer references blobs (id),
    depth integer not null check (depth >= 0),
    data blob not null,
    row_hash blob not null check (length(row_hash) = 8),
    check ((codec = 2) = (base is not null)),
    check ((depth = 0) = (base is null))
) strict;

create index blobs_by_base on blobs (base) where base is not null;

create table branches (
    scene_id integer not null references scenes (id),
    branch integer not null check (branch >= 0),
    name text not null,
    base_version integer,
    created_at integer not null,
    row_hash blob not null check (length(row_hash) = 8),
    primary key (scene_id, branch)
) strict, without rowid;

create table scene_text_versions (
    scene_id integer not null references scenes (id),
    version integer not null check (version > 0),
    branch integer not null,
    parent_version integer check (parent_version < version),
    merged_version integer check (merged_version < version),
    blob_id integer not null references blobs (id),
    count_standard integer not null,
    count_word integer not null,
    count_han integer not null,
    count_all integer not null,
    created_by text not null check (created_by in ('user', 'ai', 'import', 'restore')),
    kind text not null check (kind in ('explicit', 'automatic')),
    label text,
    created_at integer not null,
    row_hash blob not null check (length(row_hash) = 8),
    primary key (scene_id, version),
    foreign key (scene_id, branch) references branches (scene_id, branch)
) strict, without rowid;

create index scene_text_versions_by_blob on scene_text_versions (blob_id);

-- The working text of a scene between two versions.
create table scene_drafts (
    scene_id integer primary key references scenes (id),
    base_version integer not null,
    text text not null,
    row_hash blob not null check (length(row_hash) = 32),
    updated_at integer not null,
    foreign key (scene_id, base_version) references scene_text_versions (scene_id, version)
) strict;

create table checkpoints (
    id integer primary key autoincrement,
    name text not null,
    note text not null default '',
    reason text not null check (reason in ('author', 'before_restore', 'before_import', 'before_compaction')),
    created_at integer not null,
    row_hash blob not null check (length(row_hash) = 8)
) strict;

-- What each checkpoint remembers: an item had the content `blob_id`, whose hash is `hash`, in every checkpoint from `from_checkpoint` up
-- to, not including, `until_checkpoint` (null: it still has, as far as the newest checkpoint knows).
create table checkpoint_items (
    kind text not null check (kind in ('project', 'outline', 'volume', 'chapter', 'scene', 'text')),
    item_id integer not null,
    from_checkpoint integer not null references checkpoints (id),
    until_checkpoint integer references checkpoints (id) check (until_checkpoint > from_checkpoint),
    hash blob not null check (length(hash) = 32),
    blob_id integer not null references blobs (id),
    primary key (kind, item_id, from_checkpoint)
) strict, without rowid;

create index checkpoint_items_by_blob on checkpoint_items (blob_id);
