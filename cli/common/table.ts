import Table from "cli-table3";
import { plainText, truncate } from "./safe-text";

const MAX_CELL_LENGTH = 48;

/** Formats a table without colors and borders, for other tools to parse. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const top = { top: "", "top-mid": "", "top-left": "", "top-right": "" };
  const bottom = { bottom: "", "bottom-mid": "", "bottom-left": "", "bottom-right": "" };
  const sides = { left: "", "left-mid": "", right: "", "right-mid": "" };
  const formatted = new Table({
    head: [...head],
    chars: { ...top, ...bottom, ...sides, mid: "", "mid-mid": "", middle: "  " },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
  // Metadata comes from the agent's operator and can be kilobytes of JSON.
  for (const row of rows) formatted.push(row.map((text) => truncate(plainText(text), MAX_CELL_LENGTH)));
  return formatted.toString().replace(/ +$/gm, "");
}

/** Formats a Markdown table. Its cells must be escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)];
}
