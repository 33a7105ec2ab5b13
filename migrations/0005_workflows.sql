-- Workflows: their runs, every attempt of every step, what happened in which order; and what checks found.

-- Definitions and outputs by content, each once.
create table workflow_values (
    id integer primary key,
    hash blob not null unique check (length(hash) = 32),
    value text not null check (json_valid(value))
) strict;

create table workflow_runs (
    id integer primary key autoincrement,
    workflow text not null check (length(workflow) > 0),
    -- The definition as it was when the run began; a run goes on with it whatever becomes of the file.
    definition_id integer not null references workflow_values (id),
    input_id integer not null references workflow_values (id),
    -- Params the author changed for this run, by node.
    changed_params text check (json_valid(changed_params)),
    trigger text not null
        check (trigger in ('menu', 'chapter_completed', 'scene_saved', 'canon_changed', 'imported', 'workflow')),
    concurrency_key text,
    status text not null check (
        status in ('queued', 'running', 'waiting', 'interrupted', 'completed', 'partial', 'failed', 'cancelled')),
    -- The step of another run that this one is.
    parent_run integer references workflow_runs (id),
    parent_node text,
    parent_item integer,
    -- The run that this one does again.
    again_of integer references workflow_runs (id),
    trouble text check (json_valid(trouble)),
    -- Rises with everybody who takes the run; a write under an older number is refused.
    lease_epoch integer not null default 0 check (lease_epoch >= 0),
    last_event integer not null default 0 check (last_event >= 0),
    created_at integer not null,
    started_at integer,
    ended_at integer,
    check ((parent_run is null) = (parent_node is null)),
    check ((ended_at is not null) = (status in ('completed', 'partial', 'failed', 'cancelled')))
) strict;

-- Of one key, one run goes on and one waits for it.
create unique index workflow_runs_going_on on workflow_runs (concurrency_key)
    where concurrency_key is not null and status in ('running', 'waiting');
create unique index workflow_runs_queued on workflow_runs (concurrency_key)
    where concurrency_key is not null and status = 'queued';
create index workflow_runs_by_parent on workflow_runs (parent_run, parent_node) where parent_run is not null;
create index workflow_runs_open on workflow_runs (status)
    where status in ('queued', 'running', 'waiting', 'interrupted');

-- An attempt of a step. A fan-out has a row for each item, and one for the step as a whole with item -1.
create table workflow_node_runs (
    run_id integer not null references workflow_runs (id),
    node text not null,
    item integer not null check (item >= -1),
    attempt integer not null check (attempt >= 0),
    status text not null check (
        status in ('ready', 'running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled')),
    -- Stands for everything the output depends on.
    input_hash blob check (length(input_hash) = 32),
    output_id integer references workflow_values (id),
    -- Why it failed or is skipped, what is asked, what was answered.
    detail text check (json_valid(detail)),
    -- Who did it, and what that cost.
    usage text check (json_valid(usage)),
    started_at integer,
    ended_at integer,
    primary key (run_id, node, item, attempt)
) strict, without rowid;

-- What an output may be used again for.
create index workflow_node_runs_reusable on workflow_node_runs (input_hash)
    where input_hash is not null and status = 'completed';

create table workflow_events (
    run_id integer not null references workflow_runs (id),
    seq integer not null check (seq > 0),
    at integer not null,
    kind text not null check (length(kind) > 0),
    node text,
    item integer,
    data text check (json_valid(data)),
    primary key (run_id, seq)
) strict, without rowid;

-- Checks: what may be wrong with the text, what the author said of it, and which text was last looked at.

create table findings (
    id integer primary key autoincrement,
    -- What it is, wherever it stands: SHA-256 over the rule, the words, what of the canon they conflict with, and what
    -- was expected. Several passages may share it.
    key blob not null check (length(key) = 32),
    -- Gone: the last check did not find it any more. It keeps its id, by which it is known when it comes back.
    state text not null check (state in ('open', 'gone')),
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 8),
    found_at integer not null,
    last_seen_at integer not null,
    rule text not null generated always as (json_extract(record, '$.rule')) stored,
    -- The scene of the passage itself, which is the first piece of evidence.
    scene_id integer not null
        generated always as (json_extract(record, '$.evidence[0].scene')) stored references scenes (id)
) strict;

create index findings_by_scene on findings (scene_id, state);
create index findings_by_key on findings (key);

-- What the author said of a finding, at most one word each. One for an item holds for every finding with its key.
create table finding_waivers (
    id integer primary key autoincrement,
    finding_id integer not null unique references findings (id),
    key blob not null check (length(key) = 32),
    scope text not null check (scope in ('once', 'item', 'intended')),
    reason text not null check (scope <> 'intended' or reason <> ''),
    created_at integer not null,
    row_hash blob not null check (length(row_hash) = 8)
) strict;

create index finding_waivers_by_key on finding_waivers (key) where scope = 'item';

-- The text of a scene that was last checked, and by which rules (a list of their names).
create table scene_checks (
    scene_id integer primary key references scenes (id),
    version integer not null check (version > 0),
    -- SHA-256 of the text: of a draft, which the version was only begun from, too.
    hash blob not null check (length(hash) = 32),
    rules text not null check (json_valid(rules)),
    checked_at integer not null
) strict;

-- Proposals may make events and take threads on as well: the same table with more kinds.
create table kg_changes_2 (
    id integer primary key autoincrement,
    proposal_id integer not null references kg_proposals (id),
    kind text not null check (kind in (
        'entity', 'relation', 'fact', 'plot_thread', 'thread_anchor', 'timeline_event')),
    item_id integer not null,
    before text check (before is null or json_valid(before)),
    after text not null check (json_valid(after)),
    row_hash blob not null check (length(row_hash) = 8)
) strict;

insert into kg_changes_2 (id, proposal_id, kind, item_id, before, after, row_hash)
select id, proposal_id, kind, item_id, before, after, row_hash from kg_changes;

drop table kg_changes;
alter table kg_changes_2 rename to kg_changes;

create index kg_changes_by_proposal on kg_changes (proposal_id);
