// An in-memory bible for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import type { BibleField } from "@/ipc/types";

const STANDARD = [
  "genre",
  "style",
  "pov",
  "tense",
  "synopsis",
  "characters",
  "world_rules",
  "outline",
  "taboo",
];

export interface FakeBible {
  fields: BibleField[];
  answers: FakeAnswers;
}

/** A bible with the given texts; names that are not standard become the author's own fields. */
export function fakeBible(written: Record<string, string>, locked: readonly string[] = []): FakeBible {
  const field = (key: string): BibleField => ({
    key,
    value: written[key] ?? "",
    locked: locked.includes(key),
    standard: STANDARD.includes(key),
  });
  const own = Object.keys(written).filter((key) => !STANDARD.includes(key));
  const fake: FakeBible = { fields: [...STANDARD, ...own].map(field), answers: {} };
  const changed = <T>(answer: T): T => {
    queueMicrotask(() => forget(["bible"]));
    return answer;
  };
  fake.answers = {
    "bible.list": () => ({ fields: fake.fields.map((one) => ({ ...one })) }),
    "bible.set": ({ key, value, locked: hold, rename }) => {
      let known = fake.fields.find((one) => one.key === key);
      if (known === undefined) {
        known = { key, value: "", locked: false, standard: false };
        fake.fields.push(known);
      }
      if (rename != null && fake.fields.some((one) => one.key === rename)) throw failure("name_taken");
      known.key = rename ?? known.key;
      known.value = value ?? known.value;
      known.locked = hold ?? known.locked;
      return changed({ ...known });
    },
    "bible.remove": ({ key }) => {
      const known = fake.fields.find((one) => one.key === key);
      if (known === undefined) throw failure("not_found");
      fake.fields = fake.fields.filter((one) => one !== known);
      return changed(known);
    },
  };
  return fake;
}
