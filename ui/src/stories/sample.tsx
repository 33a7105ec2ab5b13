// A named row of samples within a story.
import type { ReactNode } from "react";

export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs font-medium text-faint">{title}</h3>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </section>
  );
}

/** A title too long for any place. */
export const long = {
  zh: "第三百二十一章　长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世了",
  en: "Chapter three hundred and twenty-one, in which the night is nearly over and he remembers at last what the letter said",
};
