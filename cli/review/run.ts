import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { closeAccounts, type ReadSetting } from "../../provider/inspect";
import { type AccountOptions, accountConfig, programFolder, requireProgram } from "../account";
import {
  CommandError,
  colorsFor,
  EXIT,
  type Format,
  findUp,
  identityOf,
  jsonText,
  messageOf,
  NO_COLORS,
  note,
  Progress,
  print,
  REVIEW_FORMATS,
  readTextFile,
  reportFiles,
  setExitCode,
  withInterruption,
  writeUserFile,
} from "../common";
import { lastLines, runPulumi, stackArguments } from "../pulumi";
import { exitStatus, type FailOn } from "./fail-on";
import { isPreview, readPreview } from "./preview";
import { html } from "./render/html";
import { markdown } from "./render/markdown";
import { sarif } from "./render/sarif";
import { text } from "./render/text";
import { type Report, review } from "./report";
import { parsePolicyResults, readPolicyResults } from "./sections/policies";

export interface ReviewFlags extends AccountOptions {
  readonly policyPack?: readonly string[];
  readonly policyPackConfig?: readonly string[];
  readonly refresh?: true;
  readonly events?: string;
  readonly format?: Format;
  readonly out?: readonly string[];
  readonly failOn: FailOn;
  readonly maxDeletions?: number;
  readonly requestsPerMinute?: number;
  readonly offline?: true;
}

const RENDERERS: Readonly<Record<Format, (report: Report, folderInRepository: string) => string>> = {
  text: (report) => text(report, NO_COLORS),
  markdown,
  json: jsonText,
  sarif,
  html,
};

export async function runReview(
  source: string | undefined,
  flags: ReviewFlags,
  output: Pick<NodeJS.WriteStream, "isTTY" | "columns"> = process.stdout,
): Promise<void> {
  const files = reportFiles(flags.out, REVIEW_FORMATS);
  checkOptionCombination(source, flags);
  refuseToOverwrite(
    files.map(({ file }) => file),
    [source === "-" ? undefined : source, flags.events, ...(flags.policyPackConfig ?? [])],
  );
  const programPath = programFolder(flags.cwd) ?? resolve(flags.cwd ?? ".");
  using progress = new Progress();
  const { preview, policies } = await loadPreview(source, flags, progress);
  const report = await review(preview, {
    policies,
    folder: programPath,
    maxDeletions: flags.maxDeletions,
    requestsPerMinute: flags.requestsPerMinute,
    ...(!flags.offline && { openAccount: () => openAccount(flags, progress) }),
    warn: (warnings) => {
      progress.end();
      for (const warning of warnings) note(`warning: ${warning}. ${UNKNOWN_WITHOUT_ACCOUNT}`);
    },
  }).finally(closeAccounts);
  progress.end();
  const folder = pathInRepository(programPath);
  const texts = files.map(({ file, format }) => [file, `${RENDERERS[format](report, folder)}\n`] as const);
  for (const [file, content] of texts) writeUserFile(file, content);
  const defaultFormat = output.isTTY ? "text" : "markdown";
  const printedFormat = flags.format ?? (files.length === 0 ? defaultFormat : undefined);
  if (printedFormat === "text") print(`${text(report, colorsFor(output), output.columns)}\n\n`);
  else if (printedFormat !== undefined) print(RENDERERS[printedFormat](report, folder));
  const { code, why } = exitStatus(report.findings, flags.failOn);
  note(`Exit code ${code}: ${why}.`);
  if (code !== EXIT.fine) setExitCode(code);
}

function checkOptionCombination(source: string | undefined, flags: ReviewFlags): void {
  const { policyPack, policyPackConfig, refresh, events } = flags;
  const misplacedOptions = [
    policyPack && "--policy-pack",
    policyPackConfig && "--policy-pack-config",
    refresh && "--refresh",
  ]
    .filter(Boolean)
    .join(" and ");
  if (source !== undefined && misplacedOptions !== "")
    throw new CommandError(
      `${misplacedOptions} only applies to previews that the review runs itself: pass it to \`pulumi preview\` instead`,
      EXIT.usage,
    );
  if (source === undefined && events !== undefined)
    throw new CommandError("--events requires a preview file: pass one as well", EXIT.usage);
  if (source === "-" && events === "-")
    throw new CommandError(
      "standard input can't contain both the preview and --events: pass one of them as a file",
      EXIT.usage,
    );
}

/** Throws if a report would overwrite an input file, even through a link, or any file that contains a preview. */
function refuseToOverwrite(reports: readonly string[], inputs: readonly (string | undefined)[]): void {
  const identities = inputs.flatMap((file) => (file && existsSync(file) ? [identityOf(file)] : []));
  for (const file of reports.filter((name) => existsSync(name))) {
    if (identities.includes(identityOf(file)))
      throw new CommandError(
        `--out would overwrite ${file}, an input of this command: give the report another name`,
        EXIT.usage,
      );
    // --out takes several files, so a preview named after it counts as another report.
    if (isPreview(readFileSync(file, "utf8")))
      throw new CommandError(
        `--out would overwrite ${file}, which contains a preview: name the preview before --out, and give the report another name`,
        EXIT.usage,
      );
  }
}

/** The path of a program's folder in its repository; empty at the top or outside any repository. */
function pathInRepository(program: string): string {
  const top = findUp(program, (folder) => (existsSync(join(folder, ".git")) ? folder : undefined));
  return top === undefined ? "" : relative(top, program);
}

async function loadPreview(source: string | undefined, flags: ReviewFlags, progress: Progress) {
  if (source === undefined) {
    requireProgram({ cwd: flags.cwd });
    return runPreview(flags, progress);
  }
  const preview = readPreview(await readTextFile(source), source === "-" ? "stdin" : source);
  return { preview, policies: flags.events === undefined ? [] : await readPolicyResults(flags.events) };
}

/** Runs the preview. If it fails, for example because of a policy, its partial results are returned. */
async function runPreview(flags: ReviewFlags, progress: Progress) {
  const { openEventStream } = await import("./event-stream.js");
  return withInterruption(async (signal) => {
    using events = await openEventStream();
    progress.say("running pulumi preview");
    const args = [
      ...["preview", "--json", "--show-sames", "--show-reads", "--event-log", events.target],
      ...stackArguments(flags.stack),
      ...(flags.refresh ? ["--refresh"] : []),
      ...(flags.policyPack ?? []).flatMap((pack) => ["--policy-pack", pack]),
      ...(flags.policyPackConfig ?? []).flatMap((file) => ["--policy-pack-config", file]),
    ];
    // `--event-log` is a debugging option that the engine accepts only with this variable.
    const env = { ...process.env, PULUMI_DEBUG_COMMANDS: "true" };
    const { code, stdout, stderr } = await runPulumi(args, { cwd: flags.cwd, env, signal });
    // There is no result if the preview ends before its first step, for example because a policy pack doesn't start.
    if (code !== 0 && !isPreview(stdout))
      throw new CommandError(`\`pulumi preview\` failed: ${lastLines(stderr || stdout)}`);
    progress.say("reading the preview");
    const preview = readPreview(stdout, "the output of `pulumi preview`");
    if (!events.isComplete)
      throw new CommandError("the engine did not send its policy results: install pulumi 3.206 or newer");
    const policies = parsePolicyResults(events.policyEvents, "the engine's event stream");
    const isExplained =
      policies.some(({ level }) => level === "mandatory") ||
      preview.diagnostics.some(({ severity }) => severity === "error");
    if (code === 0 || isExplained) return { preview, policies };
    const failure = { severity: "error", message: lastLines(stderr) };
    return { preview: { ...preview, diagnostics: [...preview.diagnostics, failure] }, policies };
  });
}

const UNKNOWN_WITHOUT_ACCOUNT = "Data that only the account has is missing (--offline skips the account)";

/** Returns the settings for reading the account; undefined, with a warning, if the settings or a token are missing. */
async function openAccount(
  { cwd, stack }: ReviewFlags,
  progress: Progress,
): Promise<ReadSetting | undefined> {
  progress.say("reading the account");
  try {
    const config = await accountConfig({ cwd, stack });
    const tokenSource = config("tunnel-edge:apiToken") ?? config("tunnel-edge:apiTokenCommand");
    if (process.env.TUNNEL_EDGE_API_TOKEN || tokenSource) return config;
    note(`warning: there is no API token to read the account with. ${UNKNOWN_WITHOUT_ACCOUNT}`);
  } catch (error) {
    note(`warning: ${messageOf(error)}. ${UNKNOWN_WITHOUT_ACCOUNT}`);
  }
  return undefined;
}
