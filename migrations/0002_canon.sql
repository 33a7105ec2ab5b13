-- Canon: bible, lore, graph, threads, timeline; proposals and what became of them.
-- An item is one record; the columns that refer to others are read from it, so that they never disagree. Removed items
-- keep their row and their id: they can come back, and checkpoints refer to them.

create table bible_fields (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    key text not null generated always as (json_extract(record, '$.key')) stored check (key <> '')
) strict;

create unique index bible_fields_by_key on bible_fields (key) where removed_at is null;

create table lorebooks (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null
) strict;

create table lore_entries (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    title text not null generated always as (json_extract(record, '$.title')) stored check (title <> ''),
    lorebook_id integer generated always as (json_extract(record, '$.origin.book')) stored references lorebooks (id)
) strict;

create index lore_entries_by_lorebook on lore_entries (lorebook_id) where lorebook_id is not null;

create table entities (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    name text not null generated always as (json_extract(record, '$.name')) stored check (name <> ''),
    lore_entry_id integer
        generated always as (json_extract(record, '$.lore_entry')) stored references lore_entries (id)
) strict;

create index entities_by_lore_entry on entities (lore_entry_id) where lore_entry_id is not null;

create table relations (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    from_id integer not null generated always as (json_extract(record, '$.from')) stored references entities (id),
    to_id integer not null generated always as (json_extract(record, '$.to')) stored references entities (id),
    valid_from integer generated always as (json_extract(record, '$.valid_from')) stored references scenes (id),
    valid_to integer generated always as (json_extract(record, '$.valid_to')) stored references scenes (id)
) strict;

create index relations_by_from on relations (from_id);
create index relations_by_to on relations (to_id);

create table facts (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    subject_id integer not null
        generated always as (json_extract(record, '$.subject')) stored references entities (id),
    object_id integer generated always as (json_extract(record, '$.object.entity')) stored references entities (id),
    valid_from integer generated always as (json_extract(record, '$.valid_from')) stored references scenes (id),
    valid_to integer generated always as (json_extract(record, '$.valid_to')) stored references scenes (id)
) strict;

create index facts_by_subject on facts (subject_id);
create index facts_by_object on facts (object_id) where object_id is not null;

create table plot_threads (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    status text not null generated always as (coalesce(json_extract(record, '$.status'), 'open')) stored
        check (status in ('open', 'partial', 'resolved', 'abandoned'))
) strict;

create table thread_anchors (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    thread_id integer not null
        generated always as (json_extract(record, '$.thread')) stored references plot_threads (id),
    scene_id integer not null generated always as (json_extract(record, '$.scene')) stored,
    version integer not null generated always as (json_extract(record, '$.version')) stored,
    role text not null generated always as (json_extract(record, '$.role')) stored
        check (role in ('plant', 'reminder', 'payoff')),
    foreign key (scene_id, version) references scene_text_versions (scene_id, version)
) strict;

create index thread_anchors_by_thread on thread_anchors (thread_id);
create index thread_anchors_by_scene on thread_anchors (scene_id, version);

create table timeline_events (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    scene_id integer generated always as (json_extract(record, '$.scene')) stored references scenes (id)
) strict;

-- Where thread anchors stand in a working text: [{"anchor":1,"range":{"start":0,"end":3}}], no range where the passage is gone.
alter table scene_drafts add column anchors text not null default '[]' check (json_valid(anchors));

-- Proposals that came together; undone all at once.
create table kg_batches (
    id integer primary key autoincrement,
    source text not null,
    created_at integer not null,
    undone_at integer,
    row_hash blob not null check (length(row_hash) = 8)
) strict;

create table kg_proposals (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    batch_id integer not null generated always as (json_extract(record, '$.batch')) stored references kg_batches (id),
    status text not null generated always as (json_extract(record, '$.status')) stored
        check (status in ('pending', 'applied', 'rejected', 'undone'))
) strict;

create index kg_proposals_by_status on kg_proposals (status, batch_id);

-- What applying proposals did to the graph, in order: the record before (null: it was not there) and after.
create table kg_changes (
    id integer primary key autoincrement,
    proposal_id integer not null references kg_proposals (id),
    kind text not null check (kind in ('entity', 'relation', 'fact')),
    item_id integer not null,
    before text check (before is null or json_valid(before)),
    after text not null check (json_valid(after)),
    row_hash blob not null check (length(row_hash) = 8)
) strict;

create index kg_changes_by_proposal on kg_changes (proposal_id);

-- Grows with every change of a kind of item, so that what was derived from it knows when it is out of date.
create table canon_revisions (
    kind text primary key,
    revision integer not null
) strict, without rowid;

-- Checkpoints remember canon too: the same table with more kinds.
create table checkpoint_items_2 (
    kind text not null check (kind in (
        'project', 'outline', 'volume', 'chapter', 'scene', 'text', 'bible_field', 'lorebook', 'lore_entry', 'entity',
        'relation', 'fact', 'plot_thread', 'thread_anchor', 'timeline_event')),
    item_id integer not null,
    from_checkpoint integer not null references checkpoints (id),
    until_checkpoint integer references checkpoints (id) check (until_checkpoint > from_checkpoint),
    hash blob not null check (length(hash) = 32),
    blob_id integer not null references blobs (id),
    primary key (kind, item_id, from_checkpoint)
) strict, without rowid;

insert into checkpoint_items_2 (kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id)
select kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id from checkpoint_items;

drop table checkpoint_items;
alter table checkpoint_items_2 rename to checkpoint_items;

create index checkpoint_items_by_blob on checkpoint_items (blob_id);
