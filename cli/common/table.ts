import Table from "cli-table3";
import { plainText } from "./safe-text";

/** A table without colours and lines, so that other tools can read it too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const bare = { top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "" };
  const none = { "bottom-left": "", "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "" };
  const drawn = new Table({
    head: [...head],
    chars: { ...bare, ...none, right: "", "right-mid": "", middle: "  " },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
  for (const row of rows) drawn.push(row.map(oneLine));
  return drawn.toString().replace(/ +$/gm, "");
}

const LONGEST_CELL = 48;

/** A shortened string for a cell: metadata can be kilobytes of JSON, and comes from the agent's operator. */
function oneLine(text: string): string {
  const visible = plainText(text);
  return visible.length > LONGEST_CELL ? `${visible.slice(0, LONGEST_CELL - 1)}…` : visible;
}
