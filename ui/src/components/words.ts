import type { Words } from "@/app/words-type";
import { enFailures, zhFailures } from "./failure-words";

/** Words that components say by themselves; everything else comes by props. Namespace: components. */
export const zh = {
  close: "关闭",
  cancel: "取消",
  confirm: "确定",
  clear: "清除",
  stop: "停止",
  stopping: "正在停止…",
  loading: "正在载入…",
  busy: "正在处理…",
  retry: "重试",
  increase: "增加",
  decrease: "减少",
  optional: "选填",
  choose: "请选择",
  error: {
    code: "错误代码",
    details: "详细信息",
    copy: "复制详情",
    copied: "已复制",
    copyFailed: "无法复制，请手动选取下面的文字",
  },
  toast: { region: "通知" },
  failures: zhFailures,
  pane: { hint: "用方向键调整宽度，按回车收起或展开" },
};

export const en: Words<typeof zh> = {
  close: "Close",
  cancel: "Cancel",
  confirm: "OK",
  clear: "Clear",
  stop: "Stop",
  stopping: "Stopping…",
  loading: "Loading…",
  busy: "Working…",
  retry: "Try again",
  increase: "Increase",
  decrease: "Decrease",
  optional: "optional",
  choose: "Choose",
  error: {
    code: "Error code",
    details: "Details",
    copy: "Copy details",
    copied: "Copied",
    copyFailed: "Could not copy. Select the text below by hand.",
  },
  toast: { region: "Notifications" },
  failures: enFailures,
  pane: { hint: "Arrow keys resize, Enter folds or unfolds" },
};
