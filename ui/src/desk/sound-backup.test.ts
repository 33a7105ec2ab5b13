import { expect, it } from "vitest";
import { backupLabel } from "./sound-backup";

it("the name of a copied backup says when it was made, without marks that a file name cannot have", () => {
  expect(backupLabel(new Date(2026, 2, 1, 9, 5).getTime())).toBe("2026-03-01 09.05");
});
