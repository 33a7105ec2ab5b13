import type { Words } from "@/app/words-type";

export const zh = {
  commands: { open: "关于文房" },
  title: "关于文房",
  tagline: "写长篇小说的桌面工作室",
  version: "版本",
  platform: "系统",
  licence: "许可",
  licenceText: "MIT 或 Apache-2.0，由你选用",
  where: "东西存在哪里",
  project: "每部作品是一个 .wenfang 文件，文字、草稿、版本、存档点都在里面。",
  backups: "备份在备份文件夹里，位置见“设置 › 安全”。",
  settings: "设置和最近打开的列表在本机的应用数据文件夹里。",
  network: "文房只为你设置的模型、和你要下载的语义模型联网；不收集任何数据。",
  copy: "复制诊断信息",
  copied: "已复制",
  copyFailed: "无法复制，请手动选取：",
  copyHint: "只有版本和系统，没有路径，也没有书稿里的文字。",
};

export const en: Words<typeof zh> = {
  commands: { open: "About Wenfang" },
  title: "About Wenfang",
  tagline: "A desktop studio for writing long novels",
  version: "Version",
  platform: "System",
  licence: "Licence",
  licenceText: "MIT or Apache-2.0, at your option",
  where: "What is stored where",
  project: "Each novel is one .wenfang file; its text, drafts, versions and checkpoints are all in it.",
  backups: "Backups are in the backup folder; see Settings › Safety.",
  settings: "Settings and the list of recent novels are in the application's folder on this machine.",
  network:
    "Wenfang goes online only for the models you set up and for the embedding model when you download it. It collects nothing.",
  copy: "Copy diagnostics",
  copied: "Copied",
  copyFailed: "Could not copy. Select it by hand:",
  copyHint: "Version and system only: no paths, nothing from your manuscript.",
};
