import { pluralize } from "../../access";
import { checkPolicy, type PolicyFinding, pathText } from "../../traffic-policy";
import {
  type Colors,
  colorsFor,
  EXIT,
  markdownCode,
  markdownTable,
  markdownText,
  plainText,
  print,
  printJson,
  type REPORT_FORMATS,
  readTextFile,
  setExitCode,
} from "../common";

export interface CheckFlags {
  readonly failOn: "error" | "warning" | "none";
  readonly format?: (typeof REPORT_FORMATS)[number];
}

export async function runCheck(files: readonly string[], { failOn, format }: CheckFlags): Promise<void> {
  const findings: PrintedFinding[] = [];
  for (const file of files)
    findings.push(...checkText(await readPolicyFile(file)).map((finding) => toPrintedFinding(file, finding)));
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const summary = `${pluralize(files.length, "file")}: ${pluralize(errors, "error")}, ${pluralize(warnings, "warning")}`;
  if (format === "json") printJson({ errors, warnings, findings });
  else if (format === "markdown") print(markdown(findings, summary));
  else
    print(
      [...findings.map((finding) => formatFinding(finding, colorsFor(process.stdout))), summary].join("\n"),
    );
  const failures = { error: errors, warning: findings.length, none: 0 }[failOn];
  if (failures > 0) setExitCode(EXIT.findings);
}

/** Maximum size of a file in bytes. The service accepts far less. */
const MAX_BYTES = 1_048_576;

/** Reads a policy from a file or, for `-`, from standard input. */
export const readPolicyFile = (file: string): Promise<string> =>
  readTextFile(file, MAX_BYTES, "it is not a traffic policy");

/** Checks a policy. A part that wasn't checked is an error, so that the command doesn't pass without checking it. */
export const checkText = (text: string): readonly PolicyFinding[] =>
  checkPolicy(text).map((finding) => (finding.isIncomplete ? { ...finding, isError: true } : finding));

type PrintedFinding = ReturnType<typeof toPrintedFinding>;

const toPrintedFinding = (file: string, { path, line, isError, reason, code }: PolicyFinding) => ({
  file: file === "-" ? "stdin" : file,
  line: line ?? null,
  path: pathText(path),
  severity: isError ? ("error" as const) : ("warning" as const),
  message: reason,
  /** Number of the service's error code. */
  code: code ?? null,
});

/** Formats a finding like a compiler message, so that editors and terminals link the location. */
function formatFinding(
  { file, line, path, severity, message, code }: PrintedFinding,
  { bold, red, yellow, dim }: Colors,
): string {
  const location = bold(plainText(line === null ? file : `${file}:${line}`));
  const label = severity === "error" ? red("error:") : yellow("warning:");
  const codeText = code === null ? "" : dim(` (ERR_NGROK_${code})`);
  return `${location}: ${label} ${plainText(`${path || "the policy"} ${message}`)}${codeText}`;
}

function markdown(findings: readonly PrintedFinding[], summary: string): string {
  if (findings.length === 0) return summary;
  const rows = findings.map(({ file, line, path, severity, message }) => {
    const location = markdownCode(line === null ? file : `${file}:${line}`);
    return [severity, location, `${markdownCode(path || "the policy")} ${markdownText(message)}`];
  });
  return [...markdownTable(["", "where", "what"], rows), "", summary].join("\n");
}
