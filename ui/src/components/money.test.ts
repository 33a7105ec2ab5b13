import { expect, it } from "vitest";
import { money } from "./money";

it("formats money in its currency, and fractions of a cent by their first digits", () => {
  expect(money(1_234_500, "CNY", "zh")).toBe("¥1.23");
  expect(money(3_140, "USD", "zh")).toBe("US$0.0031");
  expect(money(0, "USD", "en")).toBe("$0.00");
  expect(money(12_000_000, "credits", "en")).toBe("12.00 credits");
});
