import { describe, expect, it } from "vitest";
import { fileNameFor, stemOf } from "./file-name";

describe("fileNameFor", () => {
  it("keeps a plain title", () => {
    expect(fileNameFor("渡口", "wenfang", "未命名")).toBe("渡口.wenfang");
  });

  it("replaces characters that file systems forbid, and stays readable", () => {
    expect(fileNameFor('谁？: "A/B" <终>|\\*', "txt", "x")).toBe("谁？： ＂A／B＂ ＜终＞｜＼＊.txt");
  });

  it("drops dots and spaces at the ends, and inner line ends", () => {
    expect(fileNameFor(" ..夜\n雨. ", "md", "x")).toBe("夜 雨.md");
  });

  it("has its extension once, even if the title was typed with it", () => {
    expect(fileNameFor("salt.wenfang", "wenfang", "x")).toBe("salt.wenfang");
    expect(fileNameFor("盐.WENFANG", "wenfang", "x")).toBe("盐.wenfang");
    expect(fileNameFor("v1.2", "wenfang", "x")).toBe("v1.2.wenfang");
    expect(fileNameFor(".wenfang", "wenfang", "x")).toBe("x.wenfang");
  });

  it("is never empty, a Windows device, or too long", () => {
    expect(fileNameFor("...", "txt", "未命名")).toBe("未命名.txt");
    expect(fileNameFor("CON", "txt", "x")).toBe("CON_.txt");
    expect([...fileNameFor("𠮷".repeat(300), "txt", "x")]).toHaveLength(64);
  });
});

describe("stemOf", () => {
  it("removes the extension, not a leading dot", () => {
    expect(stemOf("红楼梦.上.txt")).toBe("红楼梦.上");
    expect(stemOf(".profile")).toBe(".profile");
    expect(stemOf("无后缀")).toBe("无后缀");
  });
});
