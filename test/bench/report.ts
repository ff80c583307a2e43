import type { CheckpointResult } from "./checkpoints";
import { contenders, phases } from "./contender";
import { table } from "./markdown";
import type { BenchResult } from "./result";
import { caseTitle, findRow, type Row } from "./suite";
import { isMet, listTargets, type Target } from "./targets";

/** Generates the measured part of docs/performance.md. */
export function formatReport(result: BenchResult): string {
  return [
    machineText(result),
    "### Targets",
    targetTable(listTargets(result), result.review !== undefined),
    "### Operations",
    OPERATIONS,
    ...operationTables(result),
    skippedText(result),
    "### State of one object",
    stateTable(result),
    "### Memory",
    memoryText(result),
    "### Startup",
    startupText(result),
    ...(result.checkpoints ? ["### Checkpoints", checkpointText(result.checkpoints)] : []),
    ...(result.scale.length > 0 ? ["### Reading very many objects", scaleTable(result)] : []),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const OPERATIONS = `Wall time of the whole command in seconds, with its ratios to the null provider and, if it was measured, to Terraform in parentheses. \`refresh\` is \`pulumi refresh\`
and \`up --refresh\` is \`pulumi up --refresh\`, both without changes to find.`;

function machineText({ machine, minutes, quick }: BenchResult): string {
  const small = quick ? " (`--quick`: too small for the targets)" : "";
  return `Measured on ${machine.date}: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system};
Node.js ${machine.node}, engine ${machine.engine}, \`@pulumi/pulumi\` ${machine.engineSdk}, state in local files. The API is the emulator,
on the same machine. Load before the start: ${machine.load.toFixed(1)} busy processes. The run took ${minutes.toFixed(0)} minutes${small}.`;
}

/** Partial runs omit targets that they didn't measure. */
function targetTable(allTargets: readonly Target[], isWhole: boolean): string {
  const targets = isWhole ? allTargets : allTargets.filter(({ measured }) => measured !== undefined);
  return table(
    ["", "target", "measured", ""],
    targets.map((target) => [
      target.name,
      `at most ${withUnit(target.limit, target)}`,
      target.measured === undefined ? "not measured in this run" : withUnit(target.measured, target),
      target.measured === undefined ? "" : isMet(target) ? "met" : "**missed**",
    ]),
  );
}

function withUnit(value: number, { unit }: Target): string {
  if (unit === "times") return `${value.toFixed(2)} times`;
  return `${Math.round(value).toLocaleString("en-US")} ${unit}`;
}

function operationTables({ suite }: BenchResult): string[] {
  const cases = new Map(suite.rows.map((row) => [caseTitle(row), row]));
  return [...cases].map(([title, key]) => {
    const present = contenders.filter((contender) => findRow(suite.rows, key, contender, "create"));
    const body = phases.map((phase) => [
      phase,
      ...present.map((contender) => timeCell(suite.rows, key, contender, phase)),
      ...present
        .filter((contender) => contender !== "null")
        .map((contender) => String(findRow(suite.rows, key, contender, phase)?.requests ?? "")),
    ]);
    const requests = present.filter((contender) => contender !== "null").map((name) => `requests, ${name}`);
    return `**${title}**\n\n${table(["", ...present, ...requests], body)}`;
  });
}

function timeCell(rows: readonly Row[], key: Row, contender: Row["contender"], phase: Row["phase"]): string {
  const row = findRow(rows, key, contender, phase);
  if (!row) return "";
  const ratios = (["null", "terraform"] as const)
    .filter((yardstick) => yardstick !== contender)
    .flatMap((yardstick) => findRow(rows, key, yardstick, phase) ?? [])
    .map((yardstick) => (row.seconds / yardstick.seconds).toFixed(2));
  return ratios.length === 0 || contender === "null"
    ? row.seconds.toFixed(2)
    : `${row.seconds.toFixed(2)} (${ratios.join(", ")})`;
}

function skippedText({ suite }: BenchResult): string {
  return suite.skipped.length === 0
    ? ""
    : `Skipped, because the run is limited to 30 minutes and this machine was too slow: ${suite.skipped.join("; ")}.`;
}

function stateTable({ suite }: BenchResult): string {
  const rows = contenders.flatMap((contender) => {
    const bytes = suite.stateBytes[contender];
    return bytes ? [[contender, String(bytes.own), String(bytes.all)]] : [];
  });
  return table(["", "bytes", "with the engine's stackTrace and sourcePosition"], rows);
}

function memoryText({ suite }: BenchResult): string {
  const sizes = suite.rows.map(({ objects }) => objects);
  const present = contenders.filter((name) => suite.rows.some(({ contender }) => contender === name));
  const tables = [...new Set([Math.max(...sizes), Math.min(...sizes)])].map((objects) => {
    const latencyMs = suite.rows.some((row) => row.objects === objects && row.latencyMs === 50) ? 50 : 0;
    const key = { objects, latencyMs };
    const body = phases.map((phase) => [
      phase,
      ...present.map((contender) => {
        const megabytes = findRow(suite.rows, key, contender, phase)?.providerMb;
        return megabytes === undefined ? "" : String(Math.round(megabytes));
      }),
    ]);
    return `Peak of the provider process in MB, ${caseTitle(key)}:\n\n${table(["", ...present], body)}`;
  });
  return tables.join("\n\n");
}

function startupText({ startup, process }: BenchResult): string {
  const { imports, provider, previews, setups } = startup;
  const ms = (value: number) => `${Math.round(value)} ms`;
  const { archive, executable } = process ?? {};
  const packed = [
    ...(archive ? [["the archive of a release", archive] as const] : []),
    ...(executable ? [["the executable that contains Node.js", executable] as const] : []),
  ];
  const parts = table(
    ["part", "time"],
    [
      ["importing `@pulumi/pulumi`", ms(imports.engineSdk)],
      ["importing this package after it", ms(imports.ours)],
      ["first call of the provider process, without the engine's part", ms(provider.cold)],
      ["the same, with `NODE_COMPILE_CACHE`", ms(provider.cached)],
      ["preview of an empty program (no provider process)", ms(previews.empty)],
      ["preview of one object, null provider", ms(previews.null)],
      ["preview of one object, ours", ms(previews.ours)],
      ["preview of one object, native", ms(previews.native)],
      ...(process
        ? [
            ["native provider alone, until its first response to a check", ms(process.ours.firstMs)],
            ...packed.map(([label, { firstMs }]) => [`the same, as ${label}`, ms(firstMs)]),
            ["the smallest server of this protocol, until the same response", ms(process.smallest.firstMs)],
            ["CPU time of 1,000 checks and diffs, native provider", ms(process.ours.cpuMs)],
            ["the same, smallest server, which compares nothing", ms(process.smallest.cpuMs)],
          ]
        : []),
    ],
  );
  const setupTable = table(
    ["preview of one object, program in", "time"],
    setups.map(({ what: label, milliseconds }) => [label, ms(milliseconds)]),
  );
  return setups.length === 0 ? parts : `${parts}\n\n${setupTable}`;
}

function checkpointText(checkpoints: CheckpointResult): string {
  const rows = checkpoints.rows.map(({ what: label, create, destroy }) => [
    label,
    create.toFixed(1),
    destroy.toFixed(1),
  ]);
  return `${checkpoints.objects} objects at 0 ms, seconds:\n\n${table(["", "create", "destroy"], rows)}`;
}

function scaleTable({ scale }: BenchResult): string {
  const count = (value: number) => value.toLocaleString("en-US");
  const rows = scale.map(({ objects, account, parallel, requests, seconds, addedMb }) => [
    count(objects),
    count(account),
    String(parallel),
    count(requests),
    (requests / 120).toFixed(1),
    seconds.toFixed(1),
    String(Math.round(addedMb)),
  ]);
  const head = [
    "objects",
    "in the account",
    "at a time",
    "requests",
    "minutes at 120 a minute",
    "seconds",
    "MB added",
  ];
  return table(head, rows);
}
