import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `index.html` is the window. `stories.html` shows every component by itself and is built only where it is asked for:
// the shipped window does not hold it.
const pages: Record<string, string> = { index: at("index.html") };
if (process.env["WENFANG_STORIES"] === "1") pages["stories"] = at("stories.html");

// `cargo xtask package` wants to know what the page is made of.
const licences = process.env.WENFANG_LICENCES;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": at("src") } },
  clearScreen: false,
  // The guide for authors is shown in the window.
  server: { fs: { allow: [at("."), at("../docs/guide")] } },
  build: {
    target: "safari16",
    rollupOptions: { input: pages },
    chunkSizeWarningLimit: 1500,
    license: licences === undefined ? false : { fileName: licences },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // A busy machine is slow, not wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ["tests/setup.ts"],
  },
});
