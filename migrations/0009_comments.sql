-- Comments (批注) on passages of the text, with the columns of the canon's tables.
create table comments (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    scene_id integer not null generated always as (json_extract(record, '$.scene')) stored,
    version integer not null generated always as (json_extract(record, '$.version')) stored,
    state text not null generated always as (coalesce(json_extract(record, '$.state'), 'open')) stored
        check (state in ('open', 'done')),
    foreign key (scene_id, version) references scene_text_versions (scene_id, version)
) strict;

create index comments_by_scene on comments (scene_id, version);

-- Checkpoints remember comments too.
create table checkpoint_items_9 (
    kind text not null check (kind in (
        'project', 'outline', 'volume', 'chapter', 'scene', 'text', 'bible_field', 'lorebook', 'lore_entry', 'entity',
        'relation', 'fact', 'plot_thread', 'thread_anchor', 'timeline_event', 'prompt', 'pipeline_profile', 'comment')),
    item_id integer not null,
    from_checkpoint integer not null references checkpoints (id),
    until_checkpoint integer references checkpoints (id) check (until_checkpoint > from_checkpoint),
    hash blob not null check (length(hash) = 32),
    blob_id integer not null references blobs (id),
    primary key (kind, item_id, from_checkpoint)
) strict, without rowid;

insert into checkpoint_items_9 (kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id)
select kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id from checkpoint_items;

drop table checkpoint_items;
alter table checkpoint_items_9 rename to checkpoint_items;

create index checkpoint_items_by_blob on checkpoint_items (blob_id);
