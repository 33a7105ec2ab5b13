// A text as it is read, with ruby above its words.
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { type Part, type ReadLine, typeset } from "./typeset";

const SHAPES: Record<ReadLine["shape"], string> = {
  paragraph: "indent-[2em]",
  heading: "mt-4 font-semibold text-[1.15em]",
  quotation: "ms-[2em] text-subtle",
  centre: "text-center",
  right: "text-end",
  break: "my-4 text-center text-faint tracking-[1em]",
};

export function ReadingText({ text, language }: { text: string; language: string }) {
  const { t } = useTranslation("reading");
  const { lines, notes } = typeset(text);
  if (lines.length === 0) return <p className="text-subtle">{t("empty")}</p>;
  return (
    <div lang={language} className="font-reading text-[1.0625rem] leading-[2.1] break-words select-text">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text that does not change
        <Line key={at} line={line} language={language} />
      ))}
      {notes.length > 0 && (
        <section aria-label={t("notes")} className="mt-8 border-t border-line pt-3 text-sm leading-relaxed">
          <ol>
            {notes.map((parts, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a footnote is its number
              <li key={at} id={`note-${at + 1}`}>
                <Jump to={`note-${at + 1}-place`} label={t("back", { n: at + 1 })} number={at + 1} />{" "}
                <Parts parts={parts} language={language} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** The number of a footnote, which leads from the text to the footnote and back. */
function Jump({ to, label, number }: { to: string; label: string; number: number }) {
  const jump = () => {
    const place = document.getElementById(to);
    place?.scrollIntoView({ block: "center" });
    place?.querySelector("button")?.focus();
  };
  return (
    <button type="button" aria-label={label} onClick={jump} className="cursor-pointer px-1 text-accent">
      {number}
    </button>
  );
}

function Line({ line: { shape, parts }, language }: { line: ReadLine; language: string }) {
  const { t } = useTranslation("reading");
  if (shape === "break") {
    return (
      <div className={SHAPES.break}>
        <span aria-hidden>***</span>
        <hr aria-label={t("dividing")} className="sr-only" />
      </div>
    );
  }
  const words = <Parts parts={parts} language={language} />;
  if (shape === "heading") return <h3 className={SHAPES.heading}>{words}</h3>;
  if (shape === "quotation") return <blockquote className={SHAPES.quotation}>{words}</blockquote>;
  return (
    <p className={cx(SHAPES[shape], language === "en" && shape === "paragraph" && "indent-[1.5em]")}>
      {words}
    </p>
  );
}

function Parts({ parts, language }: { parts: readonly Part[]; language: string }) {
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that does not change
    <Fragment key={at}>
      <One part={part} language={language} />
    </Fragment>
  ));
}

function One({ part, language }: { part: Part; language: string }) {
  const { t } = useTranslation("reading");
  switch (part.kind) {
    case "words":
      return part.text;
    case "ruby":
      return (
        <ruby>
          <Parts parts={part.base} language={language} />
          <rp>（</rp>
          <rt>{part.reading}</rt>
          <rp>）</rp>
        </ruby>
      );
    case "note":
      return (
        <sup id={`note-${part.number}-place`} className="indent-0 text-[0.7em] leading-none">
          <Jump to={`note-${part.number}`} label={t("note", { n: part.number })} number={part.number} />
        </sup>
      );
    case "dots": {
      const dots = language === "ja" ? "filled sesame" : "filled dot";
      const position = language === "ja" ? "over right" : "under right";
      return (
        <em className="not-italic" style={{ textEmphasis: dots, textEmphasisPosition: position }}>
          <Parts parts={part.parts} language={language} />
        </em>
      );
    }
    case "italic":
      return (
        <em>
          <Parts parts={part.parts} language={language} />
        </em>
      );
    case "bold":
      return (
        <strong>
          <Parts parts={part.parts} language={language} />
        </strong>
      );
    case "bold_italic":
      return (
        <strong>
          <em>
            <Parts parts={part.parts} language={language} />
          </em>
        </strong>
      );
  }
}
