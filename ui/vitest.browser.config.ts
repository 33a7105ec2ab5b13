// Tests in a real browser: npx vitest run --config vitest.browser.config.ts. They need a Chromium (CHROMIUM=<path>).
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/browser/**/*.test.ts"],
    testTimeout: 60_000,
    fileParallelism: false,
  },
});
