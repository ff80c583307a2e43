/** The only place where the library writes output: the engine shows the provider process's lines to the user. */
export function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
