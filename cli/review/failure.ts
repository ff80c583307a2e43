import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Finding } from "./finding";
import type { Preview, Source } from "./preview";

/** The engine's last message, which gives no reason. */
const GENERIC_FAILURE = /^(error: )?preview failed$/;

/**
 * Extracts the reasons for a failed preview from the messages of the engine and the program, without stack traces.
 *
 * @param isExplained - True if the reason is already reported elsewhere, such as by a policy.
 * @param folder - Absolute path of the program's folder, if known: paths in it are shown relative to it.
 */
export function failureFindings({ diagnostics }: Preview, isExplained: boolean, folder?: string): Finding[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const specific = errors.filter(({ message }) => !GENERIC_FAILURE.test(message.trim()));
  return (specific.length > 0 || isExplained ? specific : errors).map(({ message, urn }) => {
    const parsed = parseMessage(message, folder);
    const isOfProgram = urn === undefined || urn.includes("::pulumi:pulumi:Stack::");
    return {
      rule: "preview-failed",
      severity: "critical",
      subject: isOfProgram ? "the preview" : subjectOf(urn),
      message: parsed.text,
      urns: isOfProgram ? [] : [urn],
      source: parsed.source,
    };
  });
}

/** Class and name of a resource; for resources of other packages, type and name. */
export function subjectOf(urn: string): string {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return `${type.slice(type.lastIndexOf(":") + 1)} ${urn.slice(urn.lastIndexOf("::") + 2)}`;
}

const FRAME = /^\s+at .*?\(?((?:file:\/\/)?[^\s()]+):(\d+):\d+\)?$/;

/** Separates the text of an error from the locations in its stack trace. */
function parseMessage(message: string, folder: string | undefined) {
  const lines = stripVTControlCharacters(message)
    .replace(/^error: /, "")
    .replace(/^\S+ resource '.*?' has a problem: /, "")
    .trim()
    .split(/\r?\n/);
  const [first = ""] = lines;
  const frames = lines.flatMap((line) => sourceAt(FRAME.exec(line), folder) ?? []);
  const messageLines = lines.filter((line) => !/^\s+at /.test(line));
  if (!first.startsWith("Running program "))
    return { text: messageLines.join("\n").trim(), source: frames[0] };
  // Node.js quotes the line of a syntax error, with its location, before the error itself.
  const errorIndex = messageLines.findIndex((line) =>
    /^\s*(?:Uncaught )?[\w.]*(?:Error|Exception)\b/.test(line),
  );
  const quoted = messageLines.flatMap(
    (line) => sourceAt(/^(\/[^\s]*|[A-Z]:\\[^\s]*):(\d+)$/.exec(line), folder) ?? [],
  );
  const error = messageLines
    .slice(errorIndex < 0 ? 1 : errorIndex)
    .join("\n")
    .trim();
  return { text: `the program fails: ${error || first}`, source: [...quoted, ...frames][0] };
}

/** The location, if it is in the program itself and not in a library or Node.js. */
function sourceAt(match: RegExpExecArray | null, folder: string | undefined): Source | undefined {
  const [, location = "", line] = match ?? [];
  const file = location.startsWith("file://") ? fileURLToPath(location) : location;
  if (folder === undefined || !isAbsolute(file)) return undefined;
  const path = relative(folder, file);
  if (path.startsWith("..") || isAbsolute(path) || path.includes("node_modules")) return undefined;
  return { file: path, line: Number(line) };
}
