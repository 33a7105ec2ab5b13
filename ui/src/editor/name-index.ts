// An index of known names that finds them in a line. From left to right, the longest name that fits with its word
// borders matches, and the search continues after it: hits come in order and never overlap. An end of a name that is a
// letter or digit of a spaced script must be at a word border; other ends may be anywhere.
import { followsWord, isWord, precedesWord } from "./word-border";

/** A name and its owners. One name may have several owners, and one owner several names. */
export interface KnownName {
  name: string;
  owner: string;
}

/** A name in a line, in UTF-16 positions of the line. */
export interface NameHit {
  from: number;
  to: number;
  name: string;
  /** Each once, in the order they were given. */
  owners: readonly string[];
}

interface Entry {
  readonly name: string;
  readonly owners: string[];
  readonly beginsWord: boolean;
  readonly endsWord: boolean;
}

/** The names that begin with the same two units. */
interface Bucket {
  /** Their lengths, longest first. */
  readonly lengths: number[];
  readonly entries: Map<string, Entry>;
}

/** An index of names. */
export class NameIndex {
  /**
   * Keyed by the first two units as one number. Names of one unit are keyed by that unit alone, which is below all of
   * those.
   */
  private readonly buckets = new Map<number, Bucket>();

  constructor(names: Iterable<KnownName>) {
    for (const { name, owner } of names) this.add(name.trim(), owner);
    for (const { lengths } of this.buckets.values()) lengths.sort((one, two) => two - one);
  }

  get empty(): boolean {
    return this.buckets.size === 0;
  }

  private add(name: string, owner: string): void {
    if (name === "" || name.includes("\n")) return;
    const key = keyAt(name, 0, name.length);
    const bucket: Bucket = this.buckets.get(key) ?? { lengths: [], entries: new Map() };
    this.buckets.set(key, bucket);
    const entry = bucket.entries.get(name);
    if (!entry) {
      const last = name.length - 1;
      const lastCode = name.codePointAt(last > 0 && isLow(name.charCodeAt(last)) ? last - 1 : last) ?? 0;
      bucket.entries.set(name, {
        name,
        owners: [owner],
        beginsWord: isWord(name.codePointAt(0) ?? 0),
        endsWord: isWord(lastCode),
      });
      if (!bucket.lengths.includes(name.length)) bucket.lengths.push(name.length);
    } else if (!entry.owners.includes(owner)) entry.owners.push(owner);
  }

  /** The names in a line, in order. */
  hits(line: string): NameHit[] {
    const hits: NameHit[] = [];
    if (this.empty) return hits;
    for (let at = 0; at < line.length; ) {
      const entry = this.longest(line, at);
      if (!entry) {
        at += 1;
        continue;
      }
      const { name, owners } = entry;
      hits.push({ from: at, to: at + name.length, name, owners });
      at += name.length;
    }
    return hits;
  }

  private longest(line: string, at: number): Entry | null {
    return (
      this.inBucket(keyAt(line, at, line.length), line, at) ?? this.inBucket(line.charCodeAt(at), line, at)
    );
  }

  private inBucket(key: number, line: string, at: number): Entry | null {
    const bucket = this.buckets.get(key);
    if (!bucket) return null;
    for (const length of bucket.lengths) {
      const entry = at + length <= line.length ? bucket.entries.get(line.slice(at, at + length)) : undefined;
      if (!entry) continue;
      if (entry.beginsWord && followsWord(line, at)) return null;
      if (!(entry.endsWord && precedesWord(line, at + length))) return entry;
    }
    return null;
  }
}

function keyAt(text: string, at: number, end: number): number {
  const first = text.charCodeAt(at);
  return at + 1 < end ? (first + 1) * 0x10000 + text.charCodeAt(at + 1) : first;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
