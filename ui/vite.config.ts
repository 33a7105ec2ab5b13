import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `index.html` is the window. `stories.html` shows every component on its own and is built only on request: the
// shipped window does not contain it.
const pages: Record<string, string> = { index: at("index.html") };
if (process.env["WENFANG_STORIES"] === "1") pages["stories"] = at("stories.html");

// `cargo xtask package` needs the list of packages in the page.
const licences = process.env.WENFANG_LICENCES;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": at("src") } },
  clearScreen: false,
  // The window shows the guide for authors.
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
