// The value of an artifact: prose, Markdown, or the fields of JSON line by line.
import { Markdown } from "@/components/markdown";
import type { ContentType, JsonValue } from "@/ipc/types";

interface ArtifactTextProps {
  value: string;
  type: ContentType;
}

export function ArtifactText({ value, type }: ArtifactTextProps) {
  if (type === "markdown") return <Markdown text={value} className="text-sm" />;
  const fields = type === "json" ? fieldsOf(value) : null;
  if (fields === null) {
    return <p className="text-sm break-words whitespace-pre-wrap select-text">{value}</p>;
  }
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm select-text">
      {fields.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="max-w-28 break-words text-subtle">{name}</dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields of a JSON object as text; null for anything else. */
function fieldsOf(value: string): [string, string][] | null {
  try {
    const parsed = JSON.parse(value) as JsonValue;
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
    return Object.entries(parsed).map(([name, field]) => [name, textOf(field)]);
  } catch {
    return null;
  }
}

function textOf(field: JsonValue | undefined): string {
  if (typeof field === "string") return field;
  if (Array.isArray(field)) return field.map(textOf).join("\n");
  if (typeof field !== "object" || field === null) return JSON.stringify(field);
  // The first field of a part names it, such as a person.
  return Object.entries(field)
    .map(([name, part], at) => (at === 0 ? textOf(part) : `${name}${colonAfter(name)}${textOf(part)}`))
    .join(" · ");
}

const colonAfter = (name: string) => (/\p{Script=Han}$/u.test(name) ? "：" : ": ");
