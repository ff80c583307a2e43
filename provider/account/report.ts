/** The one place of the library that writes: the engine shows the lines of the provider process to the user. */
export function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
