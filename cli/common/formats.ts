import { extname } from "node:path";
import { CommandError, EXIT } from "./exit";
import { identityOf } from "./files";

const EXTENSIONS = {
  text: ".txt",
  markdown: ".md",
  json: ".json",
  sarif: ".sarif",
  html: ".html",
} as const satisfies Record<string, string>;

export type Format = keyof typeof EXTENSIONS;

/** Formats of commands that print a result. */
export const PLAIN_FORMATS = ["text", "json"] as const satisfies readonly Format[];

/** Formats of commands whose result is also posted in issues and comments. */
export const REPORT_FORMATS = ["text", "markdown", "json"] as const satisfies readonly Format[];

export const REVIEW_FORMATS = Object.keys(EXTENSIONS) as [Format, ...Format[]];

export const extensionsOf = (formats: readonly Format[]): string[] =>
  formats.map((format) => EXTENSIONS[format]);

/**
 * Parses `--out`: the extension of each file determines its format.
 *
 * @throws CommandError for an unknown extension or a file that is named twice.
 */
export function reportFiles<Of extends Format>(files: readonly string[] = [], formats: readonly Of[]) {
  const identities = new Set<string>();
  return files.map((file) => {
    const format = formats.find((candidate) => EXTENSIONS[candidate] === extname(file).toLowerCase());
    if (format === undefined)
      throw new CommandError(`${file}: the name must end in ${extensionsOf(formats).join(", ")}`, EXIT.usage);
    const identity = identityOf(file);
    if (identities.has(identity)) throw new CommandError(`--out names ${file} twice`, EXIT.usage);
    identities.add(identity);
    return { file, format };
  });
}
