import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Finding } from "./finding";
import type { Preview, Source } from "./preview";

/** The engine says at the end that the preview has failed, whatever the reason was. */
const SAYS_NOTHING = /^(error: )?preview failed$/;

/**
 * Why a preview has failed, in what the engine and the program said of it, stack traces left out.
 *
 * @param isExplained - Whether something else says already why it has failed, such as a policy.
 * @param folder - Absolute path of the program's folder, if it is known: places in it are told by their path from there.
 */
export function failures({ diagnostics }: Preview, isExplained: boolean, folder?: string): Finding[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const specific = errors.filter(({ message }) => !SAYS_NOTHING.test(message.trim()));
  return (specific.length > 0 || isExplained ? specific : errors).map(({ message, urn }) => {
    const said = toldBy(message, folder);
    const isOfProgram = urn === undefined || urn.includes("::pulumi:pulumi:Stack::");
    return {
      rule: "preview-failed",
      severity: "critical",
      subject: isOfProgram ? "the preview" : subjectOf(urn),
      message: said.text,
      urns: isOfProgram ? [] : [urn],
      ...(said.source && { source: said.source }),
    };
  });
}

/** Class, or type of other packages, and name of a resource. */
export function subjectOf(urn: string): string {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return `${type.slice(type.lastIndexOf(":") + 1)} ${urn.slice(urn.lastIndexOf("::") + 2)}`;
}

const FRAME = /^\s+at .*?\(?((?:file:\/\/)?[^\s()]+):(\d+):\d+\)?$/;

function toldBy(
  message: string,
  folder: string | undefined,
): { readonly text: string; readonly source?: Source } {
  const lines = stripVTControlCharacters(message)
    .replace(/^error: /, "")
    .replace(/^\S+ resource '.*?' has a problem: /, "")
    .trim()
    .split(/\r?\n/);
  const [first = ""] = lines;
  const frames = lines.flatMap((line) => placeOf(FRAME.exec(line), folder) ?? []);
  const said = lines.filter((line) => !/^\s+at /.test(line));
  if (!first.startsWith("Running program ")) return { text: said.join("\n").trim(), ...sourceIn(frames) };
  // Before the error itself, Node.js quotes the line of a syntax error, with its place above it.
  const at = said.findIndex((line) => /^\s*(?:Uncaught )?[\w.]*(?:Error|Exception)\b/.test(line));
  const quoted = said.flatMap(
    (line) => placeOf(/^(\/[^\s]*|[A-Z]:\\[^\s]*):(\d+)$/.exec(line), folder) ?? [],
  );
  const error = said
    .slice(at < 0 ? 1 : at)
    .join("\n")
    .trim();
  return { text: `the program fails: ${error || first}`, ...sourceIn([...quoted, ...frames]) };
}

const sourceIn = ([source]: readonly Source[]) => (source ? { source } : {});

/** A place in the program itself, not in a library or in Node.js. */
function placeOf(match: RegExpExecArray | null, folder: string | undefined): Source | undefined {
  const [, where = "", line] = match ?? [];
  const file = where.startsWith("file://") ? fileURLToPath(where) : where;
  if (folder === undefined || !isAbsolute(file)) return undefined;
  const path = relative(folder, file);
  if (path.startsWith("..") || isAbsolute(path) || path.includes("node_modules")) return undefined;
  return { file: path, line: Number(line) };
}
