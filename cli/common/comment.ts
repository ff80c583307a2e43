import { backticksAround } from "./safe-text";

/** Maximum characters of a comment or issue description on code hosts. */
export const COMMENT_LIMIT = 65_536;

/** A Markdown section of a report. If the report is too long, the last sections are cut first. */
export interface Section {
  readonly heading: string;
  /** Lines are never cut in part. */
  readonly lines: readonly string[];
  readonly isCollapsed?: boolean;
  /** Language of the code in the lines. */
  readonly code?: string;
  /** Omitted completely if it doesn't fit. */
  readonly isIndivisible?: boolean;
}

/** Characters reserved for the note that names the omitted sections. */
const NOTE_LENGTH = 400;

/** Renders a report that fits into a comment. Whatever doesn't fit is cut from the end, with a note. */
export function fitComment(head: string, sections: readonly Section[]): string {
  let text = head;
  const omitted: string[] = [];
  for (const section of sections.filter(({ lines }) => lines.length > 0)) {
    const fitting = longestThatFits(section, COMMENT_LIMIT - NOTE_LENGTH - text.length);
    if (fitting === undefined) omitted.push(section.heading);
    else text += fitting;
  }
  if (omitted.length === 0) return text;
  return `${text}\n_Left out because a comment is limited to ${COMMENT_LIMIT} characters: ${omitted.join(", ")}._\n`;
}

/** Renders a section, without its last lines if it is longer than `room`; undefined if no line fits. */
function longestThatFits(section: Section, room: number): string | undefined {
  const whole = renderSection(section);
  if (whole.length <= room) return whole;
  if (section.isIndivisible) return undefined;
  const renderFirst = (count: number) => {
    const omittedCount = section.lines.length - count;
    const cut = `_${section.heading}: ${omittedCount} more line${omittedCount === 1 ? "" : "s"} left out, because a comment is limited to ${COMMENT_LIMIT} characters._`;
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

/** @param cut - A note about the lines that were cut. */
function renderSection({ heading, lines, isCollapsed, code }: Section, cut?: string): string {
  const text = lines.join("\n").trimEnd();
  const fence = backticksAround(text, 3);
  const content = code === undefined ? text : `${fence}${code}\n${text}\n${fence}`;
  const body = cut === undefined ? content : `${content}\n\n${cut}`;
  return isCollapsed
    ? `\n<details><summary>${heading}</summary>\n\n${body}\n\n</details>\n`
    : `\n### ${heading}\n\n${body}\n`;
}
