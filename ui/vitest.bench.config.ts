// The benchmark of the real window: npx vitest run --config vitest.bench.config.ts. It uses the programs of the
// release build; DESKTOP=<path> and WENFANG=<path> name others.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const built = (name: string) => fileURLToPath(new URL(`../target/release/${name}`, import.meta.url));

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/desktop/**/*.bench.ts"],
    env: {
      DESKTOP: process.env.DESKTOP ?? built("wenfang-desktop"),
      WENFANG: process.env.WENFANG ?? built("wenfang"),
    },
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
