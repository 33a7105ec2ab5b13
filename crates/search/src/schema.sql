-- The search index. Nothing here is the author's: another version of this file throws the index away and makes it anew.

-- One row. `revision` counts what was written; ids are given once and never again.
create table meta (
  id integer primary key check (id = 1),
  revision integer not null,
  next_paragraph integer not null,
  next_passage integer not null
) strict;
insert into meta values (1, 0, 1, 1);

create table sources (
  number integer primary key,
  kind integer not null,
  owner integer not null,
  stamp blob not null,
  unique (kind, owner)
) strict;

-- `start` and `chars` in characters of the source's text. Small rows: an edit moves all that follow it.
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

-- The terms of each paragraph, by its id; their text is not kept. One character is looked for by the first ones of terms.
create virtual table words using fts5 (terms, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1');

-- How many paragraphs hold a term.
create virtual table vocabulary using fts5vocab (words, row);

-- Texts of passages by what they say, whether a passage says it now or did before; `used` is the revision in which one
-- last did.
create table texts (
  id integer primary key,
  hash blob not null unique,
  used integer not null
) strict;

-- `start` and `chars` in characters of the paragraph.
create table passages (
  id integer primary key,
  paragraph integer not null references paragraphs (id),
  start integer not null,
  chars integer not null,
  text integer not null references texts (id)
) strict;
create index passages_of_paragraph on passages (paragraph);
create index passages_of_text on passages (text);

create table models (
  number integer primary key,
  name text not null unique,
  dimension integer not null
) strict;

-- Half-precision floats of unit length.
create table vectors (
  id integer primary key,
  text integer not null references texts (id) on delete cascade,
  model integer not null references models (number) on delete cascade,
  vector blob not null,
  unique (text, model)
) strict;
