import { backticksAround } from "./safe-text";

/** Largest comment or issue description that code hosts accept, in characters. */
export const COMMENT_LIMIT = 65_536;

/** A part of a report in Markdown; when several are too long together, the last ones are cut first. */
export interface Section {
  readonly heading: string;
  /** Each is shown whole or not at all. */
  readonly lines: readonly string[];
  /** Collapsed until clicked. */
  readonly isFolded?: boolean;
  /** Language of the code in the lines. */
  readonly code?: string;
  /** Makes sense only as a whole. */
  readonly isWhole?: boolean;
}

/** Space reserved for the note about what was cut. */
const RESERVE = 400;

/** A report that fits into a comment. The rest is cut from the end, and the report says so. */
export function fitted(head: string, sections: readonly Section[], limit = COMMENT_LIMIT): string {
  let text = head;
  const leftOut: string[] = [];
  for (const section of sections.filter(({ lines }) => lines.length > 0)) {
    const whole = rendered(section);
    if (text.length + whole.length <= limit - RESERVE) {
      text += whole;
      continue;
    }
    const kept = section.isWhole ? undefined : longestThatFits(section, limit, limit - RESERVE - text.length);
    if (kept === undefined) leftOut.push(section.heading);
    else text += kept;
  }
  const rest =
    leftOut.length > 0
      ? `\n_Left out since a comment holds ${limit} characters: ${leftOut.join(", ")}._\n`
      : "";
  return `${text}${rest}`;
}

/** As many lines of a section as fit. */
function longestThatFits(section: Section, limit: number, room: number): string | undefined {
  const at = (count: number) => {
    const left = section.lines.length - count;
    const cut = `_${section.heading}: ${left} more line${left === 1 ? "" : "s"} left out, since a comment holds ${limit} characters._`;
    return rendered({ ...section, lines: section.lines.slice(0, count) }, cut);
  };
  let [low, high] = [0, section.lines.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (at(middle).length <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? undefined : at(low);
}

function rendered({ heading, lines, isFolded, code }: Section, cut?: string): string {
  const text = lines.join("\n").trimEnd();
  const fence = backticksAround(text, 3);
  const body = [code === undefined ? text : `${fence}${code}\n${text}\n${fence}`, ...(cut ? [cut] : [])].join(
    "\n\n",
  );
  return isFolded
    ? `\n<details><summary>${heading}</summary>\n\n${body}\n\n</details>\n`
    : `\n### ${heading}\n\n${body}\n`;
}
