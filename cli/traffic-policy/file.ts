import { checkPolicy, type PolicyFinding, readPolicy } from "../../traffic-policy";
import { readTextFile } from "../common";

/** Maximum size of a file in bytes. The service accepts far less. */
const MAX_BYTES = 1_048_576;

/** Reads a policy from a file or, for `-`, from standard input. */
export const readPolicyFile = (file: string): Promise<string> =>
  readTextFile(file, MAX_BYTES, "it is not a traffic policy");

/** Checks a policy. Parts that can't be checked are errors, since the command would otherwise pass without checking them. */
export function checkText(text: string): readonly PolicyFinding[] {
  const findings = checkPolicy(text).map((finding) =>
    finding.isIncomplete ? { ...finding, isError: true } : finding,
  );
  if (findings.length > 0) return findings;
  // A policy with only comments is empty too.
  const { tree } = readPolicy(text);
  const isEmpty = tree?.kind === "leaf" && tree.value === null;
  return isEmpty ? [{ isError: true, path: [], line: undefined, reason: "is empty", code: 2236 }] : findings;
}
