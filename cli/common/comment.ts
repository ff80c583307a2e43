import { backticksAround } from "./safe-text";

/** Maximum characters of a comment or issue description on code hosts. */
export const COMMENT_LIMIT = 65_536;

/** A Markdown section of a report. If the report is too long, the last sections are cut first. */
export interface Section {
  readonly heading: string;
  /** Lines are never cut in part. */
  readonly lines: readonly string[];
  /** Collapsed until clicked. */
  readonly isCollapsed?: boolean;
  /** Language of the code in the lines. */
  readonly code?: string;
  /** Omitted completely if it doesn't fit. */
  readonly isIndivisible?: boolean;
}

/** Characters reserved for the note about what was cut. */
const RESERVE = 400;

/** Renders a report that fits into a comment. Whatever doesn't fit is cut from the end, with a note. */
export function fitComment(head: string, sections: readonly Section[], limit = COMMENT_LIMIT): string {
  let text = head;
  const omitted: string[] = [];
  for (const section of sections.filter(({ lines }) => lines.length > 0)) {
    const rendered = renderSection(section);
    if (text.length + rendered.length <= limit - RESERVE) {
      text += rendered;
      continue;
    }
    const truncated = section.isIndivisible
      ? undefined
      : longestThatFits(section, limit, limit - RESERVE - text.length);
    if (truncated === undefined) omitted.push(section.heading);
    else text += truncated;
  }
  const rest =
    omitted.length > 0
      ? `\n_Left out because a comment is limited to ${limit} characters: ${omitted.join(", ")}._\n`
      : "";
  return `${text}${rest}`;
}

function longestThatFits(section: Section, limit: number, room: number): string | undefined {
  const renderFirst = (count: number) => {
    const more = section.lines.length - count;
    const cut = `_${section.heading}: ${more} more line${more === 1 ? "" : "s"} left out, because a comment is limited to ${limit} characters._`;
    return renderSection({ ...section, lines: section.lines.slice(0, count) }, cut);
  };
  let [low, high] = [0, section.lines.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (renderFirst(middle).length <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? undefined : renderFirst(low);
}

function renderSection({ heading, lines, isCollapsed, code }: Section, cut?: string): string {
  const text = lines.join("\n").trimEnd();
  const fence = backticksAround(text, 3);
  const body = [code === undefined ? text : `${fence}${code}\n${text}\n${fence}`, ...(cut ? [cut] : [])].join(
    "\n\n",
  );
  return isCollapsed
    ? `\n<details><summary>${heading}</summary>\n\n${body}\n\n</details>\n`
    : `\n### ${heading}\n\n${body}\n`;
}
