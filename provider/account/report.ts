/** Where lines for the user go; the engine shows what the process of a dynamic provider writes. */
let write = (line: string): void => void process.stderr.write(`${line}\n`);

/** The only place where the library writes output. A line that starts with `warning: ` is a warning. */
export function report(line: string): void {
  write(line);
}

/** Sends the lines elsewhere: of a native provider the engine shows no output. */
export function reportTo(sink: (line: string) => void): void {
  write = sink;
}
