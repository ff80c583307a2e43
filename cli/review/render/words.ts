import type { Severity } from "../finding";
import type { Exposure } from "../reach";
import type { Report } from "../report";

/** Headings and marks that the renderers share. */
export const MARKS: Readonly<Record<Severity, string>> = {
  critical: "🟥 critical",
  high: "🟧 high",
  medium: "🟨 medium",
  low: "🟦 low",
};

const VERDICTS: Readonly<Record<Exposure["verdict"], string>> = {
  opens: "opens",
  closes: "closes",
  shifts: "opens and closes",
  same: "same clients",
};

export const verdictOf = ({ verdict, isCertain, is }: Exposure): string =>
  [
    isCertain || verdict === "same" ? "" : "perhaps",
    is === "there" ? "" : is === "new" ? "new," : "gone,",
    VERDICTS[verdict],
  ]
    .filter(Boolean)
    .join(" ");

const ORDER = ["create", "adopt", "replace", "update", "delete", "same"];
const PARTICIPLES: Readonly<Record<string, string>> = {
  create: "to create",
  adopt: "to adopt",
  replace: "to replace",
  update: "to update",
  delete: "to delete",
  same: "unchanged",
};

export function summaryText({ summary }: Report): string {
  const parts = ORDER.flatMap((kind) => (summary[kind] ? [`${summary[kind]} ${PARTICIPLES[kind]}`] : []));
  return parts.join(", ") || "nothing to do";
}

export const titleOf = ({ project, stack }: Report): string =>
  project === null ? "Review of the edge account" : `Review of ${project}/${stack}`;

export function costText({ cost }: Report): string {
  const { total, possible, requestsPerMinute, minutes, waiting } = cost;
  const calls = `${total} API call${total === 1 ? "" : "s"}${possible > 0 ? ` and up to ${possible} more for adopted objects` : ""}`;
  const time =
    minutes === 0
      ? `within a minute at ${requestsPerMinute} requests a minute`
      : `${minutes} minute${minutes === 1 ? "" : "s"} at the least at ${requestsPerMinute} requests a minute`;
  const waits = waiting.length > 0 ? `; ${waiting.join(", ")} wait for a certificate besides` : "";
  return `${calls}, ${time}${waits}.`;
}
