// The stories page, built separately and served on a free port of this machine.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { type InlineConfig, preview } from "vite";
import { buildWith, type ReactKind } from "./build.ts";

// The window's own policy: a component that violates it logs an error on the console, which fails the test.
// CodeMirror writes style elements.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; object-src 'none'; frame-src 'none'; require-trusted-types-for 'script'";

const ui = fileURLToPath(new URL("../..", import.meta.url));

export interface Site {
  url: string;
  close: () => Promise<void>;
}

export async function serveStories(kind: ReactKind): Promise<Site> {
  const outDir = await mkdtemp(join(tmpdir(), "wenfang-stories-"));
  const config: InlineConfig = {
    root: ui,
    configFile: false,
    logLevel: "warn",
    plugins: [react(), tailwindcss()],
    resolve: {
      alias: [
        { find: "@", replacement: join(ui, "src") },
        { find: /^zustand$/, replacement: join(ui, "src/stories/stores.ts") },
      ],
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: "safari16",
      chunkSizeWarningLimit: 4000,
      rollupOptions: { input: join(ui, "stories.html") },
    },
  };
  await buildWith(kind, config);
  const server = await preview({
    ...config,
    preview: {
      port: 0,
      host: "127.0.0.1",
      headers: { "content-security-policy": policy, "cache-control": "max-age=3600" },
    },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("the preview server has no address");
  return {
    url: `${url}stories.html`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
