import { join, resolve } from "node:path";
import ts from "typescript";

const root = resolve(__dirname, "../..");

/** What the compiler says of one place of a text. */
export interface Complaint {
  /** The text from the place to the end of its line. */
  readonly at: string;
  readonly message: string;
}

/**
 * What the compiler says of programs, in strict mode.
 *
 * @param texts - Their texts, by the paths of the files in this repository that they would be.
 */
export function complaintsOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Complaint[]> {
  const files = new Map([...texts].map(([path, text]) => [join(root, path), { path, text }]));
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const settings: ts.CompilerOptions = {
    ...options,
    noEmit: true,
    incremental: false,
    noUnusedLocals: false,
    tsBuildInfoFile: undefined,
  };
  const host = ts.createCompilerHost(settings);
  const read = host.getSourceFile.bind(host);
  host.fileExists = (file) => files.has(file) || ts.sys.fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const known = files.get(file);
    return known ? ts.createSourceFile(file, known.text, rest[0]) : read(file, ...rest);
  };
  const program = ts.createProgram([...files.keys()], settings, host);
  return new Map(
    [...files].map(([file, { path, text }]) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      const complaints = found.map(({ messageText, start = 0 }) => {
        const [at = ""] = text.slice(start).split("\n", 1);
        return { at, message: ts.flattenDiagnosticMessageText(messageText, " ") };
      });
      return [path, complaints];
    }),
  );
}
