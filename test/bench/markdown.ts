/** Formats a Markdown table. All columns except the first are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

const BEGIN = "<!-- measured by `npm run bench`: begin -->";
const END = "<!-- measured by `npm run bench`: end -->";

/**
 * Replaces the measured part of a document.
 *
 * @throws Error if the document doesn't mark it
 */
export function withMeasuredPart(document: string, part: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the document must contain the lines ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n\n${part}\n\n${END}${after}`;
}
