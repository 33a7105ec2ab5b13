// The test of the installable package: `cargo xtask package --test`, which builds it first. It needs root, installs
// the package (WENFANG_PACKAGE=<path>) and removes it again.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/desktop/**/*.package.ts"],
    env: { DESKTOP: "/usr/bin/wenfang-desktop", WENFANG: "/usr/bin/wenfang" },
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
