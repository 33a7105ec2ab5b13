import { describe, expect, it } from "vitest";
import { layoutOf, remembered, requestOf, toRemember } from "./export-choices";

describe("the choices of an export", () => {
  it("follow the language of the novel", () => {
    expect(remembered({}, "en")).toMatchObject({ docxLayout: "manuscript", rule: "word", site: "royalroad" });
    expect(remembered({}, "zh")).toMatchObject({ docxLayout: "editor", rule: "standard", site: "qidian" });
    expect(remembered({}, "ja")).toMatchObject({ docxLayout: "editor", site: "narou" });
  });

  it("are remembered, some of them by language", () => {
    const chosen = {
      ...remembered({}, "ja"),
      format: "epub",
      vertical: true,
      site: "kakuyomu",
      contact: "甲\n乙",
    } as const;
    const stored = toRemember({}, chosen, "ja");
    expect(remembered(stored, "ja")).toEqual(chosen);
    expect(remembered(stored, "zh")).toMatchObject({ format: "epub", vertical: false, site: "qidian" });
    expect(remembered(toRemember(stored, remembered(stored, "zh"), "zh"), "ja")).toEqual(chosen);
  });

  it("forget that comments went along: they are private", () => {
    const chosen = { ...remembered({}, "zh"), comments: true };
    expect(toRemember({}, chosen, "zh")).not.toHaveProperty("comments");
    expect(remembered({ comments: "yes" }, "zh").comments).toBe(false);
  });

  it("forget values that no longer exist", () => {
    expect(remembered({ format: "odt", layout: "odd", "rule.zh": "bytes", page: "a0" }, "zh")).toMatchObject({
      format: "docx",
      layout: "whole",
      rule: "standard",
      page: "a5",
    });
  });

  it("send only the options of the format", () => {
    const choices = { ...remembered({}, "zh"), layout: "per_chapter" } as const;
    expect(requestOf({ ...choices, format: "txt" }, null)).toEqual({
      format: "txt",
      layout: "per_chapter",
      marks: "drop",
    });
    expect(requestOf({ ...choices, format: "md" }, null).marks).toBe("keep");
    expect(requestOf({ ...choices, format: "html" }, null)).toEqual({
      format: "html",
      layout: "whole",
      html: { numbers: false },
    });
    expect(requestOf({ ...choices, format: "pdf", page: "b6", perVolume: true }, null)).toEqual({
      format: "pdf",
      layout: "whole",
      pdf: { page: "b6", files: "per_volume" },
    });
    const cover = { name: "封面.png", content: "AAAA" };
    expect(requestOf({ ...choices, format: "epub" }, cover).epub).toEqual({
      vertical: false,
      ai_label: "",
      numbers: false,
      cover: "AAAA",
    });
    expect(layoutOf({ ...choices, format: "docx" })).toBe("whole");
  });
});
