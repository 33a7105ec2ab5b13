// Tests in a real browser: npx vitest run --config vitest.browser.config.ts. They need a Chromium (CHROMIUM=<path>).
// The project `app` drives the whole window over the loopback host, which it builds (or WENFANG_LOOPBACK_BIN=<path>).
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } };
// A busy machine is slow, not wrong.
const common = {
  environment: "node",
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: "parts",
          include: ["tests/browser/*.test.ts", "tests/browser/editor/*.test.ts"],
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
