import { resolve } from "node:path";
import { isNativeType } from "../../provider/engine/native/tokens";
import { type Declaration, UNKNOWN } from "../../provider/inspect";
import { type AccountOptions, programFolder } from "../account";
import { pulumiOutput } from "../pulumi";
import { readPreview, SECRET } from "../review/preview";

interface ProgramDeclaration extends Declaration {
  readonly isNative: boolean;
}

/**
 * Returns the declaration of a class and name; undefined if the program doesn't declare it or its state contains it.
 */
export type Declarations = (className: string, name: string | undefined) => ProgramDeclaration | undefined;

export const NOTHING_DECLARED: Declarations = () => undefined;

const isHidden = (value: unknown) => value === UNKNOWN || value === SECRET;

/**
 * The resources that the program of this folder would create, according to its preview.
 *
 * @throws EngineError if the program can't be previewed.
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
