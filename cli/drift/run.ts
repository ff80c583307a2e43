import { type AccountOptions, requireProgram, withAccounts } from "../account";
import {
  type Colors,
  colorsFor,
  EXIT,
  jsonText,
  NO_COLORS,
  type Progress,
  print,
  REPORT_FORMATS,
  reportFiles,
  setExitCode,
  writeUserFile,
} from "../common";
import { compareResources, type DriftOptions, findUnmanaged } from "./findings";
import { type DriftReport, markdown, plainReport, type ReportOptions, unreturnedValues } from "./report";
import { readSiblings, readStack, type StackState, siblingsIn } from "./state";

export interface DriftFlags extends AccountOptions, ReportOptions, DriftOptions {
  readonly unmanaged: boolean;
  readonly withStack?: readonly string[];
  readonly failOnUnmanaged?: true;
  readonly format?: ReportFormat;
  readonly out?: readonly string[];
}

export async function runDrift(flags: DriftFlags): Promise<void> {
  const files = reportFiles(flags.out, REPORT_FORMATS);
  requireProgram(flags);
  await withAccounts(async (progress) => {
    progress.say("reading the state of the stack");
    const stack = await readStack(flags);
    progress.say(`comparing ${stack.resources.length} resources with the account`);
    const resources = await compareResources(stack, flags);
    const unmanaged = flags.unmanaged
      ? await unmanagedObjects(stack, flags, progress)
      : { unmanaged: null, siblings: [] };
    const report: DriftReport = { resources, ...unmanaged };
    progress.end();
    for (const { file, format } of files)
      writeUserFile(file, `${render(report, flags, format, NO_COLORS).trimEnd()}\n`);
    const printed = flags.format ?? (files.length === 0 ? "text" : undefined);
    if (printed !== undefined) print(render(report, flags, printed, colorsFor(process.stdout)));
    const isDrifted = resources.some(({ verdict }) => verdict !== "same");
    const hasUnmanaged = flags.failOnUnmanaged && (report.unmanaged?.length ?? 0) > 0;
    if (isDrifted || hasUnmanaged) setExitCode(EXIT.findings);
  });
}

async function unmanagedObjects(stack: StackState, flags: DriftFlags, progress: Progress) {
  const names = [...(flags.withStack ?? []), ...siblingsIn(stack)];
  if (names.length > 0) progress.say(`reading the states of ${names.join(", ")}`);
  const siblings = await readSiblings(stack, names, flags.cwd);
  progress.say("looking for objects that the stack does not manage");
  return findUnmanaged(stack, flags, siblings);
}

type ReportFormat = (typeof REPORT_FORMATS)[number];

function render(report: DriftReport, flags: DriftFlags, format: ReportFormat, colors: Colors): string {
  if (format === "markdown") return markdown(report, flags);
  if (format === "text") return plainReport(report, flags, colors);
  const drifted = report.resources.filter(({ verdict }) => verdict !== "same").length;
  const notCompared = unreturnedValues(report).map(({ resource, path }) => {
    const { verdict, properties, ...identity } = resource;
    return { ...identity, path };
  });
  return jsonText({ drifted, compared: report.resources.length, ...report, notCompared });
}
