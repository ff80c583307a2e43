import { existsSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import { CommandError, EXIT } from "./exit";
import { extensionsOf, type Format } from "./formats";

/**
 * Parses `--out`: the extension of each file determines its format.
 *
 * @throws CommandError for an unknown extension or a file that is named twice.
 */
export function reportFiles<Of extends Format>(files: readonly string[] = [], formats: readonly Of[]) {
  const identities = new Set<string>();
  const endings = extensionsOf(formats);
  return files.map((file) => {
    const format = formats[endings.indexOf(extname(file).toLowerCase())];
    if (format === undefined)
      throw new CommandError(`${file}: the name must end in ${endings.join(", ")}`, EXIT.usage);
    const identity = identityOf(file);
    if (identities.has(identity)) throw new CommandError(`--out names ${file} twice`, EXIT.usage);
    identities.add(identity);
    return { file, format };
  });
}

/** Identifies a file regardless of its name, including links. */
export function identityOf(file: string): string {
  if (!existsSync(file)) return resolve(file);
  const { dev, ino } = statSync(file);
  return `${dev} ${ino}`;
}
