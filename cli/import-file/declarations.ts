import { resolve } from "node:path";
import { isNativeType } from "../../provider/engine/native/tokens";
import { type Declaration, UNKNOWN } from "../../provider/inspect";
import { type AccountOptions, programFolder } from "../account";
import { pulumiOutput } from "../pulumi";
import { readPreview, SECRET } from "../review/preview";

/** A declaration of the program of this folder. */
interface ProgramDeclaration extends Declaration {
  /** Its class is one of the native provider. */
  readonly isNative: boolean;
}

/** The declaration of a class and name; undefined when the program declares none, or has it in its state. */
export type Declarations = (className: string, name: string | undefined) => ProgramDeclaration | undefined;

export const NOTHING_DECLARED: Declarations = () => undefined;

const isHidden = (value: unknown) => value === UNKNOWN || value === SECRET;

/**
 * What the program of this folder would create, according to its preview.
 *
 * @throws EngineError when the program cannot be previewed.
 */
export async function declarations(options: AccountOptions): Promise<Declarations> {
  const { cwd = "." } = options;
  if (programFolder(resolve(cwd)) === undefined) return NOTHING_DECLARED;
  const stack = options.stack === undefined ? [] : ["--stack", options.stack];
  const { changes } = readPreview(
    await pulumiOutput(["preview", "--json", ...stack], { cwd }),
    "`pulumi preview`",
  );
  const created = changes.filter(({ kind }) => kind === "create");
  const byName = new Map<string, ProgramDeclaration>(
    created.flatMap(({ className, name, type, after }) =>
      after
        ? [[`${className} ${name}`, { inputs: after.inputs, isNative: isNativeType(type), isHidden }]]
        : [],
    ),
  );
  return (className, name) => byName.get(`${className} ${name}`);
}
