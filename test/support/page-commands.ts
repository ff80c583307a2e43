import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./engine";

/** A page, or a section, whose commands readers run. */
export class WalkThrough {
  /** Code blocks with the paragraphs above them. */
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

  /** Returns the code below the only paragraph with these words. */
  code(words: string): string {
    const [piece, ...others] = this.pieces.filter(({ about }) => about.includes(words));
    if (!piece || others.length > 0) throw new Error(`not exactly one paragraph contains "${words}"`);
    return piece.code;
  }
}
