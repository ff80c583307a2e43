import { createReadStream } from "node:fs";
import { checkPolicy, type PolicyFinding, readPolicy } from "../../traffic-policy";
import { CommandError } from "../common";

/** Maximum bytes of a file; the service accepts far less. */
const MAX_BYTES = 1_048_576;

/**
 * Reads a policy from a file or, for `-`, from stdin.
 *
 * @throws CommandError for a file that can't be read, isn't text, or is too long.
 */
export async function readPolicyFile(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of file === "-" ? process.stdin : createReadStream(file)) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > MAX_BYTES)
        throw new CommandError(`${file} is longer than ${MAX_BYTES} bytes: it is not a traffic policy`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be read: ${REASONS[code] ?? message}`, undefined, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  ERR_ENCODING_INVALID_ENCODED_DATA: "it is not UTF-8 text",
};

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
