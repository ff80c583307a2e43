import { join, resolve } from "node:path";
import ts from "typescript";

const root = resolve(__dirname, "../..");

export interface CompileError {
  /** The source text from the error's position to the end of its line. */
  readonly at: string;
  readonly message: string;
}

/**
 * Compiles programs in strict mode and returns the errors by path.
 *
 * @param texts - Source texts by path. Each is compiled as if it were that file of this repository.
 */
export function compileErrors(
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly CompileError[]> {
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
  const readSource = host.getSourceFile.bind(host);
  host.fileExists = (file) => files.has(file) || ts.sys.fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const source = files.get(file);
    return source ? ts.createSourceFile(file, source.text, rest[0]) : readSource(file, ...rest);
  };
  const program = ts.createProgram([...files.keys()], settings, host);
  return new Map(
    [...files].map(([file, { path, text }]) => {
      const source = program.getSourceFile(file);
      const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      const compileErrors = errors.map(({ messageText, start = 0 }) => {
        const [at = ""] = text.slice(start).split("\n", 1);
        return { at, message: ts.flattenDiagnosticMessageText(messageText, " ") };
      });
      return [path, compileErrors];
    }),
  );
}
