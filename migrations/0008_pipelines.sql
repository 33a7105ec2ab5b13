-- Artifacts by subject and place in the telling; profiles of generation (生成方案) and where they are used.

alter table artifacts rename to artifacts_7;
alter table artifact_versions rename to artifact_versions_7;

create table artifacts (
    id integer primary key autoincrement,
    name text not null check (length(name) > 0),
    -- What its values are about. Only the novel has no id.
    subject text not null check (subject in ('novel', 'volume', 'chapter', 'scene')),
    subject_id integer,
    kind text not null check (
        kind in ('state', 'notes', 'summary', 'memory', 'suggestion', 'commentary', 'report', 'other')),
    -- The one step that may write under the name, besides the author.
    writer text not null check (length(writer) > 0),
    visibility text not null check (visibility in ('prompt_only', 'ui_only', 'prompt_and_ui', 'internal')),
    -- Where the author sees it.
    surface text check (surface = 'editor' or surface glob 'panel:?*' or surface glob 'feed:?*'),
    content_type text not null check (content_type in ('text', 'markdown', 'json')),
    shown_as text not null check (shown_as in ('latest', 'timeline', 'diff')),
    -- How a prompt takes it: {layer, take, priority}.
    include text check (include is null or json_valid(include)),
    -- How many versions are kept, and for how many days; null keeps all. The newest is always kept.
    keep_versions integer check (keep_versions > 0),
    keep_days integer check (keep_days > 0),
    -- The newest version; 0 before the first write.
    newest integer not null default 0 check (newest >= 0),
    -- Null: an earlier release wrote the row, and nothing was written under the tag since.
    row_hash blob check (length(row_hash) = 8),
    created_at integer not null,
    tag text not null unique
        generated always as (name || '/' || subject || coalesce('/' || subject_id, '')) stored,
    check ((subject = 'novel') = (subject_id is null)),
    check (surface is null or visibility in ('ui_only', 'prompt_and_ui')),
    check (include is null or visibility in ('prompt_only', 'prompt_and_ui'))
) strict;

create index artifacts_by_name on artifacts (name);
create index artifacts_by_subject on artifacts (subject, subject_id);

create table artifact_versions (
    artifact_id integer not null references artifacts (id),
    version integer not null check (version > 0),
    -- The version that the writer had read. Null: the first, or an earlier release wrote it.
    based_on integer check (based_on > 0 and based_on < version),
    -- The place in the telling that the value is told up to, and the text of that scene.
    at_scene integer references scenes (id),
    at_version integer,
    -- The run and step that wrote it; old runs are deleted.
    run_id integer,
    node text,
    -- The generation whose acceptance or proposal led to it.
    generation_id integer references generations (id),
    made_by text not null check (made_by in ('step', 'author')),
    -- Never deleted: the author wants it, or a receipt names it.
    pinned text check (pinned in ('author', 'receipt')),
    row_hash blob not null check (length(row_hash) = 8),
    created_at integer not null,
    -- Last, so that the columns before it are read without it.
    value text not null,
    primary key (artifact_id, version),
    foreign key (at_scene, at_version) references scene_text_versions (scene_id, version),
    check (at_version is null or at_scene is not null),
    check ((run_id is null) = (node is null))
) strict, without rowid;

create index artifact_versions_by_place on artifact_versions (at_scene, at_version);
create index artifact_versions_by_generation on artifact_versions (generation_id) where generation_id is not null;

-- The versions that were deleted: of each number up to `newest`, the version or this trace of it exists.
create table artifact_pruned (
    artifact_id integer not null references artifacts (id),
    -- Up to, not including, `until_version`.
    from_version integer not null check (from_version > 0),
    until_version integer not null check (until_version > from_version),
    -- The `row_hash` of each version in order; null if unknown.
    hashes blob check (length(hashes) = 8 * (until_version - from_version)),
    at integer not null,
    why text not null check (why in ('keep_versions', 'keep_days', 'author', 'damage', 'earlier_release')),
    row_hash blob check (length(row_hash) = 8),
    primary key (artifact_id, from_version),
    check ((row_hash is null) = (why = 'earlier_release')),
    check ((hashes is null) = (why in ('damage', 'earlier_release')))
) strict, without rowid;

with places (prefix, name, subject, kind) as (values
    ('memory/scene/', 'memory', 'scene', 'memory'),
    ('summary/chapter/', 'summary', 'chapter', 'summary'),
    ('suggestion/chapter/', 'suggestion', 'chapter', 'suggestion')),
placed as (
    select a.id, p.name, p.subject, p.kind, cast(substr(a.tag, length(p.prefix) + 1) as integer) as subject_id
    from artifacts_7 a join places p on a.tag = p.prefix || cast(substr(a.tag, length(p.prefix) + 1) as integer))
insert into artifacts (
    id, name, subject, subject_id, kind, writer, visibility, content_type, shown_as, keep_versions, newest, created_at)
select
    a.id,
    coalesce(p.name, case a.tag
        when 'summary/rolling' then 'story_so_far' when 'cards/acts' then 'card_acts' else a.tag end),
    coalesce(p.subject, 'novel'), p.subject_id,
    coalesce(p.kind, case a.tag when 'summary/rolling' then 'summary' else 'other' end),
    a.writer, a.visibility, 'json', 'latest', a.keep, a.newest, a.created_at
from artifacts_7 a left join placed p on p.id = a.id
order by a.id;

insert into artifact_versions (artifact_id, version, value, made_by, row_hash, created_at)
select artifact_id, version, value, 'step', row_hash, created_at from artifact_versions_7;

insert into artifact_pruned (artifact_id, from_version, until_version, at, why)
select id, 1, oldest, created_at, 'earlier_release' from artifacts_7 where oldest > 1;

drop table artifact_versions_7;
drop table artifacts_7;

-- The generations of a run.
alter table generations add column run integer generated always as (json_extract(record, '$.turn.run')) virtual;

create index generations_by_run on generations (run) where run is not null;

-- Profiles: which steps a generation has. A profile keeps its row when it is removed and saved again.
create table pipeline_profiles (
    id integer primary key autoincrement,
    removed_at integer,
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 32),
    created_at integer not null,
    profile_id text not null unique generated always as (json_extract(record, '$.profile_id')) stored
) strict;

-- The profile that the author chose for a part of the novel and an act ('*': every act). A profile that is not in the
-- file may be a shipped one.
create table pipeline_uses (
    subject text not null check (subject in ('novel', 'volume', 'chapter', 'scene')),
    -- 0 for the novel.
    subject_id integer not null check (subject_id >= 0),
    act text not null check (length(act) > 0),
    profile_id text not null check (length(profile_id) > 0),
    row_hash blob not null check (length(row_hash) = 8),
    primary key (subject, subject_id, act),
    check ((subject = 'novel') = (subject_id = 0))
) strict, without rowid;

-- Checkpoints remember profiles too.
create table checkpoint_items_8 (
    kind text not null check (kind in (
        'project', 'outline', 'volume', 'chapter', 'scene', 'text', 'bible_field', 'lorebook', 'lore_entry', 'entity',
        'relation', 'fact', 'plot_thread', 'thread_anchor', 'timeline_event', 'prompt', 'pipeline_profile')),
    item_id integer not null,
    from_checkpoint integer not null references checkpoints (id),
    until_checkpoint integer references checkpoints (id) check (until_checkpoint > from_checkpoint),
    hash blob not null check (length(hash) = 32),
    blob_id integer not null references blobs (id),
    primary key (kind, item_id, from_checkpoint)
) strict, without rowid;

insert into checkpoint_items_8 (kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id)
select kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id from checkpoint_items;

drop table checkpoint_items;
alter table checkpoint_items_8 rename to checkpoint_items;

create index checkpoint_items_by_blob on checkpoint_items (blob_id);
