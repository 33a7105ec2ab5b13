// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh } from "./words";

const ENGINE = "../crates/engine/src";

it("every log kind of the engine has words", () => {
  const files = readdirSync(ENGINE, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".rs"),
  );
  const sources = files.map((name) => readFileSync(join(ENGINE, name), "utf8")).join("\n");
  const kinds = [...sources.matchAll(/\bkind: "([a-z]+)"|=> \{?\s*\("([a-z]+)", (?:None|Some)/g)];
  const noted = new Set(kinds.map(([, one, other]) => one ?? other));
  expect([...noted].sort()).toEqual(Object.keys(zh.log.kinds).sort());
});
