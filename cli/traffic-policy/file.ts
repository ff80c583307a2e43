import { createReadStream } from "node:fs";
import { checkPolicy, type PolicyFinding, readPolicy } from "../../traffic-policy";
import { CommandError } from "../common";

/** Longest file that is read, in bytes; what the service takes is far shorter. */
const MOST_BYTES = 1_048_576;

/**
 * Reads a policy from a file or, for `-`, from stdin.
 *
 * @throws CommandError for a file that cannot be read, is no text, or is too long.
 */
export async function readPolicyFile(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of file === "-" ? process.stdin : createReadStream(file)) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > MOST_BYTES)
        throw new CommandError(`${file} is longer than ${MOST_BYTES} bytes: it is no traffic policy`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be read: ${REASONS[code] ?? message}`, undefined, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  ERR_ENCODING_INVALID_ENCODED_DATA: "it is not text in UTF-8",
};

/** What is wrong with the text of a policy. A part that cannot be checked is an error here: nobody would look at it again. */
export function findingsIn(text: string): readonly PolicyFinding[] {
  const found = checkPolicy(text).map((finding) =>
    finding.isIncomplete ? { ...finding, isError: true } : finding,
  );
  if (found.length > 0) return found;
  // Also where only comments are left.
  const { tree } = readPolicy(text);
  const isEmpty = tree === undefined || (tree.kind === "leaf" && tree.value === null);
  return isEmpty ? [{ isError: true, path: [], line: undefined, reason: "is empty", code: 2236 }] : found;
}

/** A place in a policy, such as `on_http_request[0].actions[1].config`. */
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
