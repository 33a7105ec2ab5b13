-- Receipts compressed, each against an earlier one, from which it usually differs little.
create table receipts_10 (
    generation_id integer primary key references generations (id),
    -- As in `blobs`: 0 is the receipt itself, 1 a zstd frame, 2 a zstd frame with the receipt `base` as prefix.
    codec integer not null check (codec in (0, 1, 2)),
    -- Bytes of the receipt.
    size integer not null check (size >= 0),
    base integer references receipts_10 (generation_id),
    data blob not null,
    -- SHA-256 of the receipt.
    hash blob not null check (length(hash) = 32),
    -- Null: an earlier release wrote the row.
    row_hash blob check (length(row_hash) = 8),
    check ((base is not null) = (codec = 2))
) strict;

insert into receipts_10 (generation_id, codec, size, data, hash)
select generation_id, 0, length(cast(receipt as blob)), cast(receipt as blob), row_hash from receipts;

drop table receipts;
alter table receipts_10 rename to receipts;

create index receipts_by_base on receipts (base) where base is not null;
