import { pluralize } from "../../access";
import { type PolicyFinding, pathText } from "../../traffic-policy";
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
  setExitCode,
} from "../common";
import { checkText, readPolicyFile } from "./file";

export interface CheckFlags {
  readonly failOn: "error" | "warning" | "none";
  readonly format?: (typeof REPORT_FORMATS)[number];
}

interface PrintedFinding {
  readonly file: string;
  readonly line: number | null;
  readonly path: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** Number of the service's error code. */
  readonly code: number | null;
}

export async function runCheck(files: readonly string[], { failOn, format }: CheckFlags): Promise<void> {
  const findings: PrintedFinding[] = [];
  for (const file of files)
    findings.push(...checkText(await readPolicyFile(file)).map((finding) => toPrinted(file, finding)));
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const summary = `${pluralize(files.length, "file")}: ${pluralize(errors, "error")}, ${pluralize(warnings, "warning")}`;
  if (format === "json") printJson({ errors, warnings, findings });
  else if (format === "markdown") print(markdown(findings, summary));
  else
    print(
      [...findings.map((finding) => formatFinding(finding, colorsFor(process.stdout))), summary].join("\n"),
    );
  const failing = { error: errors, warning: findings.length, none: 0 }[failOn];
  if (failing > 0) setExitCode(EXIT.findings);
}

const toPrinted = (file: string, { path, line, isError, reason, code }: PolicyFinding): PrintedFinding => ({
  file: file === "-" ? "stdin" : file,
  line: line ?? null,
  path: pathText(path),
  severity: isError ? "error" : "warning",
  message: reason,
  code: code ?? null,
});

/** Formats a finding like a compiler message, so that editors and terminals link the location. */
function formatFinding(
  { file, line, path, severity, message, code }: PrintedFinding,
  { bold, red, yellow, dim }: Colors,
): string {
  const place = bold(plainText(line === null ? file : `${file}:${line}`));
  const mark = severity === "error" ? red("error:") : yellow("warning:");
  return `${place}: ${mark} ${plainText(`${path || "the policy"} ${message}`)}${code === null ? "" : dim(` (ERR_NGROK_${code})`)}`;
}

function markdown(findings: readonly PrintedFinding[], summary: string): string {
  if (findings.length === 0) return summary;
  const rows = findings.map(({ file, line, path, severity, message }) => {
    const location = markdownCode(line === null ? file : `${file}:${line}`);
    return [severity, location, `${markdownCode(path || "the policy")} ${markdownText(message)}`];
  });
  return [...markdownTable(["", "where", "what"], rows), "", summary].join("\n");
}
