// Once for a run: builds the page and the program.
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
