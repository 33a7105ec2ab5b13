// `cargo xtask bench ui`: how fast the window answers, in Chromium over the loopback host. Prints one table; ends with 1
// when a bar is missed. What follows on the command line: `--rounds <n>`; `--drafting` for a model's text alone.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(at("window.ts"), {
  configFile: false,
  logLevel: "error",
  resolve: { alias: { "@": at("../src") } },
});
process.exitCode = await module.run(process.argv.slice(2));
