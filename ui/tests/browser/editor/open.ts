// Builds the editor's test page, serves it and opens it in Chromium.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "playwright-core";
import { build, preview } from "vite";
import { launchIn } from "../chromium";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The test page in a browser. */
export interface Opened {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** Opens the page, in a browser with additional environment variables if given; `close` removes everything again. */
export async function openPage(more: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const outDir = await mkdtemp(join(tmpdir(), "wenfang-editor-"));
  const common = { root: at("."), configFile: false as const, logLevel: "error" as const };
  await build({
    ...common,
    resolve: { alias: { "@": at("../../../src") } },
    build: { outDir, emptyOutDir: true, target: "es2023", rollupOptions: { input: at("page.html") } },
  });
  const server = await preview({ ...common, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  const browser = await launchIn(more);
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  const cdp = await page.context().newCDPSession(page);
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error("the page is not served");
  await page.goto(`${address}page.html`);
  await page.waitForFunction(() => "bench" in window);
  return {
    page,
    cdp,
    close: async () => {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
