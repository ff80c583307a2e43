import { existsSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import { CommandError, EXIT } from "./exit";
import { endingsOf, type Format } from "./formats";

/** A report that `--out` names. */
export interface ReportFile<Of extends Format> {
  readonly file: string;
  readonly format: Of;
}

/**
 * The reports that `--out` names, each in the format of its ending.
 *
 * @throws CommandError for an ending that stands for no format, and a file that is named twice.
 */
export function reportFiles<Of extends Format>(
  files: readonly string[] = [],
  formats: readonly Of[],
): ReportFile<Of>[] {
  const seen = new Set<string>();
  const endings = endingsOf(formats);
  return files.map((file) => {
    const format = formats[endings.indexOf(extname(file).toLowerCase())];
    if (format === undefined)
      throw new CommandError(`${file}: the name has to end in ${endings.join(", ")}`, EXIT.usage);
    const identity = identityOf(file);
    if (seen.has(identity)) throw new CommandError(`--out names ${file} twice`, EXIT.usage);
    seen.add(identity);
    return { file, format };
  });
}

/** The same for all names of one file, including links. */
export function identityOf(file: string): string {
  if (!existsSync(file)) return resolve(file);
  const { dev, ino } = statSync(file);
  return `${dev} ${ino}`;
}
