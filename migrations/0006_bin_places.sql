-- Where a part in the bin stood: the siblings before and after it, as JSON. Null: it is not in the bin, or an earlier
-- release put it there.
alter table volumes add column bin_place text check (bin_place is null or json_valid(bin_place));
alter table chapters add column bin_place text check (bin_place is null or json_valid(bin_place));
alter table scenes add column bin_place text check (bin_place is null or json_valid(bin_place));
