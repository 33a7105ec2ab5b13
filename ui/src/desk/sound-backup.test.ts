import { expect, it } from "vitest";
import { backupLabel } from "./sound-backup";

it("a copied backup is named by its date, valid as a file name", () => {
  expect(backupLabel(new Date(2026, 2, 1, 9, 5).getTime())).toBe("2026-03-01 09.05");
});
