// Remarks of readers in a list: the words, the passage, what else is to be said.
import type { ReactNode } from "react";
import type { CommentBy } from "@/ipc/types";

/** The words, after the name of the writer. */
export function named({ name = "" }: CommentBy = {}, text: string): string {
  return name === "" ? text : `${name}: ${text}`;
}

export function List({ children }: { children: ReactNode }) {
  return (
    <ul className="flex max-h-64 flex-col gap-2.5 overflow-y-auto rounded-md border border-line p-3">
      {children}
    </ul>
  );
}

export function Entry({
  by,
  text,
  children,
}: {
  by?: CommentBy | undefined;
  text: string;
  children: ReactNode;
}) {
  return (
    <li className="flex min-w-0 flex-col gap-0.5">
      <span className="break-words whitespace-pre-wrap select-text">{named(by, text)}</span>
      {children}
    </li>
  );
}

export function Passage({ text, place }: { text: string; place: string }) {
  if (text === "" && place === "") return null;
  return (
    <span className="line-clamp-3 border-l-2 border-line-strong pl-2 font-reading text-xs break-words text-subtle select-text">
      {text} {place !== "" && <span className="font-sans text-faint">{place}</span>}
    </span>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return <span className="pl-2.5 text-xs break-words text-faint select-text">{children}</span>;
}
