-- Drafting with a model: prompts, generations with their receipts, which words came from which generation, usage.

-- Saved versions of prompt templates: canon, remembered by checkpoints.
create table prompts (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    key text not null
        generated always as (json_extract(record, '$.group') || '/' || json_extract(record, '$.key')) stored
) strict;

create index prompts_by_key on prompts (key);

-- What a model wrote, from the first word on; the text grows while it streams. Never deleted: versions refer to it.
create table generations (
    id integer primary key autoincrement,
    record text not null check (json_valid(record)),
    text text not null,
    overflow text not null,
    row_hash blob not null check (length(row_hash) = 8),
    created_at integer not null,
    scene_id integer not null generated always as (json_extract(record, '$.scene')) stored references scenes (id),
    status text not null generated always as (json_extract(record, '$.status')) stored
        check (status in ('running', 'complete', 'stopped', 'incomplete', 'failed'))
) strict;

create index generations_by_scene on generations (scene_id);
create index generations_running on generations (status) where status = 'running';

-- What the model was sent for a generation, and what was left out and why.
create table receipts (
    generation_id integer primary key references generations (id),
    receipt text not null check (json_valid(receipt)),
    row_hash blob not null check (length(row_hash) = 32)
) strict;

-- Which stretches of a version came from which generation; the rest is the author's.
create table version_spans (
    scene_id integer not null,
    version integer not null,
    from_char integer not null check (from_char >= 0),
    until_char integer not null check (until_char > from_char),
    generation_id integer not null references generations (id),
    row_hash blob not null check (length(row_hash) = 8),
    primary key (scene_id, version, from_char),
    foreign key (scene_id, version) references scene_text_versions (scene_id, version) on delete cascade
) strict, without rowid;

create index version_spans_by_generation on version_spans (generation_id);

alter table scene_drafts add column spans text not null default '[]' check (json_valid(spans));

-- Every call of a model, failed or not: a log, which can be dropped.
create table usage_records (
    id integer primary key autoincrement,
    at integer not null,
    generation_id integer references generations (id),
    task text not null,
    provider text not null,
    model text not null,
    outcome text not null,
    prompt_tokens integer not null check (prompt_tokens >= 0),
    completion_tokens integer not null check (completion_tokens >= 0),
    cached_tokens integer not null check (cached_tokens >= 0),
    estimated integer not null check (estimated in (0, 1)),
    currency text,
    cost_micros integer,
    first_token_ms integer,
    duration_ms integer not null
) strict;

create index usage_records_by_time on usage_records (at);

-- Answers that can be had again without asking; they can be dropped.
create table response_cache (
    request_hash blob primary key check (length(request_hash) = 32),
    answer text not null,
    provider text not null,
    model text not null,
    created_at integer not null
) strict, without rowid;

-- Checkpoints remember prompts too.
create table checkpoint_items_3 (
    kind text not null check (kind in (
        'project', 'outline', 'volume', 'chapter', 'scene', 'text', 'bible_field', 'lorebook', 'lore_entry', 'entity',
        'relation', 'fact', 'plot_thread', 'thread_anchor', 'timeline_event', 'prompt')),
    item_id integer not null,
    from_checkpoint integer not null references checkpoints (id),
    until_checkpoint integer references checkpoints (id) check (until_checkpoint > from_checkpoint),
    hash blob not null check (length(hash) = 32),
    blob_id integer not null references blobs (id),
    primary key (kind, item_id, from_checkpoint)
) strict, without rowid;

insert into checkpoint_items_3 (kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id)
select kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id from checkpoint_items;

drop table checkpoint_items;
alter table checkpoint_items_3 rename to checkpoint_items;

create index checkpoint_items_by_blob on checkpoint_items (blob_id);
