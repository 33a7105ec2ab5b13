import type { Words } from "@/app/words-type";

export const zh = {
  commands: { open: "小黑屋…" },
  dialog: {
    title: "小黑屋",
    text: "只留下正文，写够字数才能出来。真有急事，可以从紧急出口离开，写下的文字都会保存。",
    goal: "写够多少字才能出来",
    unit: "字",
    bounds: "{{least}} 到 {{most}} 字",
    start: "进入小黑屋",
    cancel: "取消",
  },
  room: {
    label: "小黑屋",
    progress: "{{n}} / {{goal}} 字",
    left: "还差 {{n}} 字",
    done: "写够了，可以出来了",
    leave: "出来",
    emergency: "紧急出口",
    sureTitle: "现在就离开吗？",
    sureText: "还差 {{n}} 字。写下的文字都已保存，离开不会丢失任何内容。",
    stay: "继续写",
    sure: "离开小黑屋",
  },
  left: { done: "在小黑屋里写了 {{n}} 字", early: "已离开小黑屋，写了 {{n}} 字" },
};

export const en: Words<typeof zh> = {
  commands: { open: "Writing room…" },
  dialog: {
    title: "Writing room",
    text: "Nothing but the text, until you have written enough. In an emergency there is a way out; every word you wrote is kept.",
    goal: "Words to write before you come out",
    unit: "words",
    bounds: "From {{least}} to {{most}} words",
    start: "Enter the room",
    cancel: "Cancel",
  },
  room: {
    label: "Writing room",
    progress: "{{n}} / {{goal}} words",
    left: "{{n}} words to go",
    done: "Enough written: you may come out",
    leave: "Come out",
    emergency: "Emergency exit",
    sureTitle: "Leave now?",
    sureText: "{{n}} words to go. Everything you wrote is kept; nothing is lost by leaving.",
    stay: "Keep writing",
    sure: "Leave the room",
  },
  left: { done: "You wrote {{n}} words in the room", early: "You left the room after {{n}} words" },
};
