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
