// Tests in a real browser: npx vitest run --config vitest.browser.config.ts. They need a Chromium (CHROMIUM=<path>).
// The project `stories` checks the components and `parts` the editor, both with only the page; `app` drives the whole
// window over the loopback host, which it builds (or WENFANG_LOOPBACK_BIN=<path>).
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const resolve = { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } };
// A busy machine is slow, not wrong.
const common = {
  environment: "node",
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

/** The files that take longest, to begin first: else one of them would run alone at the end. */
const LONGEST = ["tireless.test.ts", "screens.test.ts", "model-screens.test.ts", "whole-novel.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // Each file has its own browser, programs and folders.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: "stories",
          include: ["tests/browser/stories-*.test.ts"],
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "parts",
          include: ["tests/browser/editor/*.test.ts"],
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "app",
          include: ["tests/browser/app/*.test.ts"],
          globalSetup: ["tests/browser/app/setup.ts"],
        },
      },
    ],
  },
});
