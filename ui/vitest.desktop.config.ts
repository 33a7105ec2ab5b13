// Tests of the real window: npx vitest run --config vitest.desktop.config.ts. They start the built program (DESKTOP=<path>,
// else target/debug/wenfang-desktop) on an X server of their own; Linux alone: see tests/desktop/README.md.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/desktop/**/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Each file has a display, a bus and folders of its own.
    maxWorkers: 2,
  },
});
