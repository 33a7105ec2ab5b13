-- Artifacts: the row of a tag carries a hash and says which versions exist.

-- Null: an earlier release wrote the row, and nothing was written under the tag since.
alter table artifacts add column row_hash blob check (length(row_hash) = 8);
-- The versions before the oldest were deleted; each of the others is based on the one before it.
alter table artifacts add column oldest integer not null default 1 check (oldest > 0);
alter table artifacts add column newest integer not null default 0 check (newest >= 0);

update artifacts set (oldest, newest) = (
    select coalesce(min(v.version), 1), coalesce(max(v.version), 0)
    from artifact_versions v where v.artifact_id = artifacts.id);

-- Logs can be thinned: what the calls of a model came to in a month (UTC) whose records were deleted.
create table usage_months (
    id integer primary key autoincrement,
    starts_at integer not null,
    provider text not null,
    model text not null,
    task text not null,
    currency text,
    calls integer not null check (calls > 0),
    failed integer not null check (failed >= 0),
    prompt_tokens integer not null check (prompt_tokens >= 0),
    completion_tokens integer not null check (completion_tokens >= 0),
    cached_tokens integer not null check (cached_tokens >= 0),
    estimated integer not null check (estimated in (0, 1)),
    cost_micros integer not null
) strict;

create index usage_months_by_time on usage_months (starts_at);

-- Whether a value is used by a step.
create index workflow_node_runs_by_output on workflow_node_runs (output_id) where output_id is not null;

-- Mending (修订): issues that were worked on, in rounds, on copies of the text; what became of each; what was done, in
-- order.

create table mend_sessions (
    id integer primary key autoincrement,
    -- A UUID, for exports.
    uid text not null unique check (length(uid) = 36),
    scope text not null check (scope in ('finding', 'scene', 'chapter', 'book')),
    -- The finding, scene or chapter.
    target_id integer,
    -- The run that works on it.
    run_id integer references workflow_runs (id),
    status text not null check (status in ('active', 'waiting', 'completed', 'failed', 'abandoned')),
    -- Rises with every write to the session, its scenes, rounds, issues and fixes.
    state_version integer not null default 1 check (state_version > 0),
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 8),
    created_at integer not null,
    ended_at integer,
    check ((target_id is null) = (scope = 'book')),
    check ((ended_at is not null) = (status in ('completed', 'failed', 'abandoned')))
) strict;

create index mend_sessions_open on mend_sessions (scope, target_id) where ended_at is null;
create index mend_sessions_by_run on mend_sessions (run_id) where run_id is not null;

-- The texts a session works on, frozen. A row whose fate is open is a claim: no other session may take the scene.
create table mend_scenes (
    session_id integer not null references mend_sessions (id),
    scene_id integer not null references scenes (id),
    -- The input.
    version integer not null,
    -- Who works on it: a name that no two processes share. Another one may take it over when this one is gone.
    holder text not null check (length(holder) > 0),
    held_since integer not null,
    -- Null: not judged yet. 0: the text as it was.
    best_round integer check (best_round >= 0),
    fate text not null check (fate in ('open', 'accepted', 'partly', 'refused', 'released')),
    -- The versions that accepting led to and replaced.
    accepted_version integer,
    before_version integer,
    row_hash blob not null check (length(row_hash) = 8),
    primary key (session_id, scene_id),
    foreign key (scene_id, version) references scene_text_versions (scene_id, version),
    foreign key (scene_id, accepted_version) references scene_text_versions (scene_id, version),
    foreign key (scene_id, before_version) references scene_text_versions (scene_id, version),
    check ((accepted_version is null) = (before_version is null)),
    check (accepted_version is null or fate in ('accepted', 'partly'))
) strict, without rowid;

create unique index mend_scenes_claimed on mend_scenes (scene_id) where fate = 'open';

create table mend_rounds (
    session_id integer not null,
    scene_id integer not null,
    -- 0 is the input.
    round integer not null check (round >= 0),
    -- The text after the round.
    blob_id integer not null references blobs (id),
    -- How much is wrong with that text, in thousandths.
    weight integer not null check (weight >= 0),
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 8),
    created_at integer not null,
    primary key (session_id, scene_id, round),
    foreign key (session_id, scene_id) references mend_scenes (session_id, scene_id)
) strict, without rowid;

create index mend_rounds_by_blob on mend_rounds (blob_id);

create table issues (
    id integer primary key autoincrement,
    session_id integer not null,
    scene_id integer not null,
    -- Null: it was found in the text of a round only.
    finding_id integer references findings (id),
    state text not null check (state in ('new', 'in_progress', 'resolved', 'recurrence', 'partial', 'deferred')),
    -- Rises with every change. A decision names the revision it was made on.
    revision integer not null default 1 check (revision > 0),
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 8),
    created_at integer not null,
    changed_at integer not null,
    foreign key (session_id, scene_id) references mend_scenes (session_id, scene_id)
) strict;

create unique index issues_of_findings on issues (session_id, finding_id) where finding_id is not null;
create index issues_by_finding on issues (finding_id) where finding_id is not null;
create index issues_by_scene on issues (session_id, scene_id, state);

-- Attempts to mend an issue.
create table issue_fixes (
    issue_id integer not null references issues (id),
    attempt integer not null check (attempt > 0),
    round integer not null check (round > 0),
    tool text not null check (length(tool) > 0),
    -- Null: no model was asked.
    generation_id integer references generations (id),
    applied text not null check (applied in ('applied', 'refused', 'empty', 'failed')),
    verification text not null check (verification in ('unverified', 'passed', 'recurrence', 'partial')),
    record text not null check (json_valid(record)),
    row_hash blob not null check (length(row_hash) = 8),
    created_at integer not null,
    primary key (issue_id, attempt)
) strict, without rowid;

create index issue_fixes_by_generation on issue_fixes (generation_id) where generation_id is not null;

-- Texts that were not read from memory or the file at the first try.
create table text_fetches (
    id integer primary key autoincrement,
    session_id integer not null references mend_sessions (id),
    -- SHA-256 of the text that was wanted.
    text_hash blob not null check (length(text_hash) = 32),
    source text not null check (source in ('kept', 'file', 'backup', 'author')),
    attempt integer not null check (attempt > 0),
    result text not null check (result in ('success', 'failure')),
    qc text,
    latency_ms integer not null check (latency_ms >= 0),
    -- SHA-256 and characters of the excerpt that was used.
    excerpt_hash blob check (length(excerpt_hash) = 32),
    excerpt_length integer check (excerpt_length >= 0),
    -- Where in the source it was found, such as the name of a backup.
    source_key text,
    row_hash blob not null check (length(row_hash) = 8),
    at integer not null,
    check ((excerpt_hash is null) = (excerpt_length is null))
) strict;

create index text_fetches_by_session on text_fetches (session_id);

-- The audit log: what was done, in order. It refers to sessions and issues without foreign keys, so that it outlives
-- them.
create table audit_log (
    id integer primary key autoincrement,
    -- {at, session, issue, action, actor, tool, qc, metadata}; what is absent is omitted.
    entry text not null check (json_valid(entry)),
    -- SHA-256 over the hash before (32 zero bytes at the start) and the bytes of this entry.
    hash blob not null check (length(hash) = 32),
    at integer not null generated always as (json_extract(entry, '$.at')) stored,
    session_id integer generated always as (json_extract(entry, '$.session')) stored
) strict;

create index audit_log_by_session on audit_log (session_id) where session_id is not null;

-- Months of the audit log, ninety days after they ended: their entries, one a line, oldest first. The chain of hashes
-- goes through them.
create table audit_archives (
    -- The ids that the first and last entry had.
    first_id integer primary key,
    last_id integer not null check (last_id >= first_id),
    -- The year and month in UTC: 202603.
    month integer not null check (month > 0),
    row_count integer not null check (row_count > 0),
    -- As in `blobs`: 0: as it is; 1: zstd. `size` is that of the lines.
    codec integer not null check (codec in (0, 1)),
    size integer not null check (size > 0),
    data blob not null,
    -- The hash before the first entry, and that of the last.
    before_hash blob not null check (length(before_hash) = 32),
    last_hash blob not null check (length(last_hash) = 32),
    row_hash blob not null check (length(row_hash) = 8),
    archived_at integer not null
) strict;
