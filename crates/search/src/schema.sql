-- The search index. It contains only derived data: a change of this file discards the index and rebuilds it.

-- A single row. `revision` counts writes; ids are never reused. `dimension` is that of `vec_paragraphs`.
create table meta (
  id integer primary key check (id = 1),
  revision integer not null,
  next_paragraph integer not null,
  next_passage integer not null,
  dimension integer not null
) strict;
insert into meta values (1, 0, 1, 1, 512);

create table sources (
  number integer primary key,
  kind integer not null,
  owner integer not null,
  stamp blob not null,
  unique (kind, owner)
) strict;

-- `start` and `chars` are in characters of the source's text. Rows are small, because an edit updates all later ones.
create table paragraphs (
  id integer primary key,
  source integer not null references sources (number),
  idx integer not null,
  start integer not null,
  chars integer not null,
  hash blob not null
) strict;
create index paragraphs_of_source on paragraphs (source, idx);

create table bodies (
  paragraph integer primary key,
  body text not null
) strict;

-- The terms of each paragraph, by its id; their text is not stored. A single character is searched as a prefix.
create virtual table words using fts5 (terms, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1');

-- The number of paragraphs with each term.
create virtual table vocabulary using fts5vocab (words, row);

-- The texts of current and former passages, without duplicates; `used` is the revision in which a passage last used it.
create table texts (
  id integer primary key,
  hash blob not null unique,
  used integer not null
) strict;

-- `start` and `chars` are in characters of the paragraph, and `source` is that of the paragraph.
create table passages (
  id integer primary key,
  paragraph integer not null references paragraphs (id),
  source integer not null references sources (number),
  start integer not null,
  chars integer not null,
  text integer not null references texts (id)
) strict;
create index passages_of_paragraph on passages (paragraph);
create index passages_of_text on passages (text);
create index texts_of_source on passages (source, text);

create table models (
  number integer primary key check (number between 1 and 999),
  name text not null unique
) strict;

-- The texts that each model has embedded.
create table embedded (
  text integer not null references texts (id) on delete cascade,
  model integer not null references models (number) on delete cascade,
  primary key (text, model)
) strict, without rowid;
