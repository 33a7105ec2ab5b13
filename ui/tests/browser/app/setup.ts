// Builds the page and the program once per test run.
import type { TestProject } from "vitest/node";
import { type Built, buildAll } from "./loopback";

declare module "vitest" {
  interface ProvidedContext {
    built: Built;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { page, program, close } = await buildAll();
  project.provide("built", { page, program });
  return close;
}
