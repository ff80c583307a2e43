/** Escapes the cells; empty if there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return `${[line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n")}\n`;
}

const cell = (text: string) => text.replace(/\|/g, "\\|").replace(/\s*\n\s*/g, " ");

/** Empty if there is no content. */
export const section = (heading: string, ...blocks: readonly string[]) => {
  const filled = blocks.filter((block) => block.trim() !== "");
  return filled.length === 0 ? "" : `${heading}\n\n${filled.map((block) => block.trimEnd()).join("\n\n")}\n`;
};

export const bullets = (items: readonly string[]) => items.map((item) => `- ${item}\n`).join("");

export const code = (text: string) => `\`${text}\``;

export const codes = (texts: readonly string[]) => texts.map(code).join(", ");

export const codeBlock = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
