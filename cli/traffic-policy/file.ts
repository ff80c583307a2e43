import { checkPolicy, type PolicyFinding, readPolicy } from "../../traffic-policy";
import { readTextFile } from "../common";

/** Maximum bytes of a file; the service accepts far less. */
const MAX_BYTES = 1_048_576;

/** Reads a policy from a file or, for `-`, from standard input. */
export const readPolicyFile = (file: string): Promise<string> =>
  readTextFile(file, MAX_BYTES, "it is not a traffic policy");

/**
 * The findings about a policy's text. Parts that can't be checked are errors, because nothing else would check them.
 */
export function findingsIn(text: string): readonly PolicyFinding[] {
  const found = checkPolicy(text).map((finding) =>
    finding.isIncomplete ? { ...finding, isError: true } : finding,
  );
  if (found.length > 0) return found;
  // Comments alone are an empty policy, too.
  const { tree } = readPolicy(text);
  const isEmpty = tree === undefined || (tree.kind === "leaf" && tree.value === null);
  return isEmpty ? [{ isError: true, path: [], line: undefined, reason: "is empty", code: 2236 }] : found;
}

/** A path in a policy, such as `on_http_request[0].actions[1].config`. */
export const pathText = (path: PolicyFinding["path"]): string =>
  path
    .map((step) =>
      typeof step === "number"
        ? `[${step}]`
        : /^[\w-]+$/.test(step)
          ? `.${step}`
          : `[${JSON.stringify(step)}]`,
    )
    .join("")
    .replace(/^\./, "");
