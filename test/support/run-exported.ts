import { posix } from "node:path";
import { createContext, runInContext } from "node:vm";
import ts from "typescript";
import type { Program } from "../../cli/export/program";
import { secretText } from "../../sdk/secret-text";

export interface DeclaredResource {
  readonly className: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface ProgramRun {
  readonly resources: readonly DeclaredResource[];
  /** Number of calls of `pwned`, the only global function of a program. */
  readonly attacks: number;
}

interface TransformationArgs {
  readonly type: string;
  readonly name: string;
  readonly props: Record<string, unknown>;
  readonly opts: object;
}

/** Runs a program in process, with fakes of the engine's SDK and this package, and with all secrets configured. */
export function runExported({ project, files, secrets, target }: Program): ProgramRun {
  const resources: DeclaredResource[] = [];
  let attacks = 0;
  let transform = (_: TransformationArgs): { readonly props: Record<string, unknown> } | undefined =>
    undefined;
  const values = new Map(
    secrets.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const])),
  );
  const pulumi = {
    Config: class {
      requireSecret = (key: string) => values.get(key) ?? `needed ${project}:${key}`;
      getSecret = (key: string) => values.get(key);
    },
    output: (value: unknown) => value,
    all: (ids: readonly unknown[]) => ({ apply: (map: (ids: readonly unknown[]) => unknown) => map(ids) }),
    interpolate: (parts: readonly string[], ...ids: readonly unknown[]) =>
      parts.map((part, n) => part + String(ids[n] ?? "")).join(""),
    runtime: {
      registerStackTransformation: (transformation: typeof transform) => {
        transform = transformation;
      },
    },
  };
  const edge = new Proxy(
    {},
    {
      get: (_, className: string) =>
        className === "secretRef"
          ? secretRefOf
          : class {
              readonly id: unknown;
              readonly name: unknown;
              constructor(name: string, args: Record<string, unknown> = {}) {
                const type = target.typeOf(className);
                const { adoptId, ...inputs } =
                  transform({ type, name, props: args, opts: {} })?.props ?? args;
                this.id = adoptId;
                this.name = args.name;
                resources.push({ className, name, inputs: toPlainData(inputs) });
              }
            },
    },
  );
  const modules = new Map<string, unknown>([
    ["@pulumi/pulumi", pulumi],
    [target.module, edge],
  ]);
  const context = createContext({
    pwned: () => {
      attacks += 1;
    },
  });
  const load = (name: string): unknown => {
    if (modules.has(name)) return modules.get(name);
    const file = posix.normalize(name);
    if (file.endsWith(".json")) return { __esModule: true, default: JSON.parse(files[file] ?? "") };
    const module = { exports: {} };
    modules.set(name, module.exports);
    const { outputText } = ts.transpileModule(files[`${file}.ts`] ?? "", {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    runInContext(`(function (exports, require) {${outputText}\n})`, context)(module.exports, load);
    return module.exports;
  };
  load("./index");
  return { resources, attacks };
}

const secretRefOf = (vault: { readonly name: string }, secret: { readonly name: string }) =>
  secretText(vault.name, secret.name);

/** Copies vm values into this realm's prototypes and drops undefined ones. Keeps keys such as `__proto__`. */
const toPlainData = (values: unknown) => JSON.parse(JSON.stringify(values)) as Record<string, unknown>;

export function topLevelStatementKinds(text: string): string[] {
  const source = ts.createSourceFile("program.ts", text, ts.ScriptTarget.ES2022, true);
  return [...new Set(source.statements.map(({ kind }) => ts.SyntaxKind[kind]))].sort();
}
