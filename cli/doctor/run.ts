import { oldNodeReason } from "../../provider/manifest/node-version";
import { type AccountOptions, isUnconfigured, programFolder, settingIn, storedConfig } from "../account";
import {
  colorsFor,
  EXIT,
  markdownTable,
  markdownText,
  messageOf,
  Progress,
  plainText,
  print,
  printJson,
  type REPORT_FORMATS,
  setExitCode,
} from "../common";
import { checkAccount, checkStored } from "./account";
import { checkEngine, checkLanguageHost, checkNode, checkPackage } from "./engine";
import { type Finding, findingsOf } from "./finding";
import { checkPlugin } from "./plugin";
import { checkSdk } from "./sdk";
import { checkState } from "./state";

export interface DoctorFlags extends AccountOptions {
  readonly quick?: true;
  readonly format?: (typeof REPORT_FORMATS)[number];
}

export async function runDoctor(flags: DoctorFlags): Promise<void> {
  using progress = new Progress();
  progress.say("checking Node.js and the engine");
  const [node, engine] = await Promise.all([checkNode(), checkEngine()]);
  progress.say("running an empty program");
  const host = flags.quick ? findingsOf("language host").skipped("--quick") : await checkLanguageHost(engine);
  progress.say("sending a request to the API");
  const program = programFolder(flags.cwd);
  const findings = [
    node,
    engine,
    host,
    checkPackage(program),
    checkSdk(program),
    checkPlugin(program),
    await checkState(program, flags.stack),
    ...(await accountFindings(flags)),
  ];
  progress.end();
  if (flags.format === "json") printJson(findings);
  else if (flags.format === "markdown") print(markdown(findings));
  else print(findings.map(render).join("\n"));
  if (findings.some(({ verdict }) => verdict === "problem")) setExitCode(EXIT.findings);
}

async function accountFindings({ cwd, stack }: DoctorFlags): Promise<Finding[]> {
  const { problem, skipped } = findingsOf("configuration");
  const oldNode = oldNodeReason(process.versions.node);
  if (oldNode !== undefined) return [skipped(oldNode)];
  if (isUnconfigured({ cwd, stack }))
    return [
      problem(
        "there is no base URL: this is not the folder of a Pulumi program",
        "run the command in the folder of the program, name it with -C <folder>, or set TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN",
      ),
    ];
  try {
    const stored = await storedConfig({ cwd, stack });
    return [...checkStored(stored), ...(await checkAccount(settingIn(stored)))];
  } catch (error) {
    const remedy = "select a stack, or set TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN";
    return [problem(messageOf(error), remedy)];
  }
}

function render({ check, verdict, found, remedy }: Finding): string {
  const { green, yellow, red, dim } = colorsFor(process.stdout);
  const color = { ok: green, warning: yellow, problem: red, skipped: dim }[verdict];
  const line = `${color(verdict.padEnd(7))}  ${check.padEnd(13)}  ${plainText(found)}`;
  return remedy === undefined ? line : `${line}\n${" ".repeat(24)} -> ${plainText(remedy)}`;
}

function markdown(findings: readonly Finding[]): string {
  const rows = findings.map(({ check, verdict, found, remedy = "" }) => {
    return [verdict, check, markdownText(found), markdownText(remedy)];
  });
  return markdownTable(["", "check", "found", "what to do"], rows).join("\n");
}
