// Tests of the real window: npx vitest run --config vitest.desktop.config.ts. They start the built program
// (DESKTOP=<path>, or target/debug/wenfang-desktop) on a separate X server; Linux only: see tests/desktop/README.md.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/desktop/**/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Each file has its own display, bus and folders.
    maxWorkers: 2,
  },
});
