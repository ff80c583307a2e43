import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./engine";

/** A page, or a section of it, that readers follow word for word. */
export class WalkThrough {
  /** Code with the paragraph above it. */
  private readonly pieces: readonly { readonly about: string; readonly code: string }[];

  constructor(page: string, heading?: string) {
    const whole = readFileSync(join(repository, page), "utf8");
    const [, section = ""] = whole.split(`\n## ${heading}\n`);
    const [text = ""] = heading === undefined ? [whole] : section.split(/^## /m);
    // Prose and code alternate.
    const parts = text.split(/^ *```\w*\n/m);
    this.pieces = parts.flatMap((code, n) =>
      n % 2 === 0 ? [] : [{ about: parts[n - 1]?.trim().split("\n\n").at(-1) ?? "", code }],
    );
  }

  /** The code below the only paragraph with these words. */
  code(words: string): string {
    const found = this.pieces.filter(({ about }) => about.includes(words));
    if (found.length !== 1) throw new Error(`${found.length} pieces of code are about ${words}`);
    return found[0]?.code ?? "";
  }
}
