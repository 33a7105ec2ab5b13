-- Artifacts: the row of a tag carries a hash and says which versions exist.

-- Null: an earlier release wrote the row, and nothing was written under the tag since.
alter table artifacts add column row_hash blob check (length(row_hash) = 8);
-- The versions before the oldest were deleted; each of the others is based on the one before it.
alter table artifacts add column oldest integer not null default 1 check (oldest > 0);
alter table artifacts add column newest integer not null default 0 check (newest >= 0);

update artifacts set (oldest, newest) = (
    select coalesce(min(v.version), 1), coalesce(max(v.version), 0)
    from artifact_versions v where v.artifact_id = artifacts.id);
