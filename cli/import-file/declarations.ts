import { type Declaration, UNKNOWN } from "../../provider/account";
import { programFolder } from "../account";
import { pulumiOutput } from "../pulumi";
import { readPreview, SECRET } from "../review/preview";

/** What a program declares under a class and a name; undefined when it declares nothing, or has it in its state. */
export type Declarations = (className: string, name: string | undefined) => Declaration | undefined;

export const NOTHING_DECLARED: Declarations = () => undefined;

const isHidden = (value: unknown) => value === UNKNOWN || value === SECRET;

/**
 * What the program of this folder would create, by its own preview.
 *
 * @throws EngineError when the program cannot be previewed.
 */
export async function declarations(options: { readonly stack: string | undefined }): Promise<Declarations> {
  if (programFolder(process.cwd()) === undefined) return NOTHING_DECLARED;
  const stack = options.stack === undefined ? [] : ["--stack", options.stack];
  const { changes } = readPreview(await pulumiOutput(["preview", "--json", ...stack]), "`pulumi preview`");
  const created = changes.filter(({ kind }) => kind === "create");
  const byName = new Map(
    created.map(({ className, name, after }) => [`${className} ${name}`, after?.inputs]),
  );
  return (className, name) => {
    const inputs = byName.get(`${className} ${name}`);
    return inputs && { inputs, isHidden };
  };
}
