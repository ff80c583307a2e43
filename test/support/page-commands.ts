import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./engine";

/** A page, or a section, whose commands readers run. */
export class PageCommands {
  /** Code blocks with the paragraphs above them. */
  private readonly blocks: readonly { readonly paragraph: string; readonly code: string }[];

  constructor(page: string, heading?: string) {
    const whole = readFileSync(join(repository, page), "utf8");
    const [, section = ""] = whole.split(`\n## ${heading}\n`);
    const [text = ""] = heading === undefined ? [whole] : section.split(/^## /m);
    // Prose and code alternate.
    const parts = text.split(/^ *```\w*\n/m);
    this.blocks = parts.flatMap((code, n) =>
      n % 2 === 0 ? [] : [{ paragraph: parts[n - 1]?.trim().split("\n\n").at(-1) ?? "", code }],
    );
  }

  /** Returns the code below the only paragraph with these words. */
  code(words: string): string {
    const [block, ...others] = this.blocks.filter(({ paragraph }) => paragraph.includes(words));
    if (!block || others.length > 0) throw new Error(`not exactly one paragraph contains "${words}"`);
    return block.code;
  }
}
