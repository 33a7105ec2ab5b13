// The benchmark of the real window: npx vitest run --config vitest.bench.config.ts. DESKTOP=<path> and WENFANG=<path> name
// the programs, of a release build by preference.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/desktop/**/*.bench.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
