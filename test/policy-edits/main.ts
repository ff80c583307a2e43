import { accountEdits } from "./account-edits";
import type { Account, PolicyEdit } from "./account-model";
import { type ClientOutcome, type Comparison, compare } from "./comparison";

/** Prints an edit and the outcome of its first client. */
function printEdit(
  title: string,
  { kind, mask, before, after }: PolicyEdit,
  [first]: readonly ClientOutcome[],
): void {
  const inputLines = ({ declared }: Account) =>
    Object.entries(declared).map(([name, { inputs }]) => `    ${name}: ${JSON.stringify(inputs)}`);
  const [oldLines, newLines] = [inputLines(before), inputLines(after)];
  const lines = [
    ...oldLines
      .filter((line) => newLines.includes(line) && !/^ {4}ipp_/.test(line))
      .map((line) => `   ${line}`),
    ...oldLines.filter((line) => !newLines.includes(line)).map((line) => `  -${line}`),
    ...newLines.filter((line) => !oldLines.includes(line)).map((line) => `  +${line}`),
  ];
  console.log([`${title}: ${kind}${mask ? ` (mask: ${mask})` : ""}`, ...lines].join("\n"));
  const outcomeText = ({ path: _, ...outcome }: ClientOutcome["before"]) => JSON.stringify(outcome);
  if (first)
    console.log(
      `    ${JSON.stringify(first.client)}\n    - ${outcomeText(first.before)}\n    + ${outcomeText(first.after)}`,
    );
}

/** Compares reviews of generated edits with the emulator: `npm run traffic-policy-edits -- [edits] [clients] [printed]`. */
async function main(): Promise<void> {
  const [edits = 2000, clients = 60, printed = 5] = process.argv.slice(2).map(Number);
  const seed = Number(process.env.TUNNEL_EDGE_SEED ?? 1);
  const comparisons: Comparison[] = [];
  for (const [index, edit] of accountEdits(edits, seed).entries())
    comparisons.push(await compare(edit, clients, seed * 1_000_003 + index));
  const sum = (count: (comparison: Comparison) => number) =>
    comparisons.reduce((total, comparison) => total + count(comparison), 0);
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %)`;
  const withMissed = comparisons.filter(({ missed }) => missed.length > 0);
  const wrong = comparisons.filter(({ falseAlarms }) => falseAlarms.length > 0);
  for (const { edit, missed } of withMissed.slice(0, printed)) printEdit("missed", edit, missed);
  for (const { edit, falseAlarms } of wrong.slice(0, printed)) printEdit("false alarm", edit, falseAlarms);
  const opening = comparisons.filter(({ verdict }) => verdict !== "nothing");
  const possible = comparisons.filter(({ verdict }) => verdict === "may open");
  const kinds = [...new Set(comparisons.map(({ edit }) => edit.kind))].sort();
  const count = (selected: readonly Comparison[], kind: string) =>
    selected.filter(({ edit }) => edit.kind === kind).length;
  console.log(`Seed ${seed}: ${comparisons.length} edits of ${kinds.length} kinds, ${clients} clients each.`);
  for (const kind of kinds)
    console.log(
      `  ${kind}: ${count(comparisons, kind)}; missed ${count(withMissed, kind)}, false alarms ${count(wrong, kind)}, possible ${count(possible, kind)}`,
    );
  console.log(
    `Clients that gain access in the emulator: ${sum(({ opened }) => opened)}; possibly: ${sum(({ mayBeOpened }) => mayBeOpened)}.`,
  );
  console.log(
    `The review misses ${sum(({ missed }) => missed.length)} of them in ${withMissed.length} edits, and has definite false alarms in ${wrong.length} edits.`,
  );
  console.log(
    `The verdict is "opens" for ${share(opening.length - possible.length, comparisons.length)} and "may open" for ${share(possible.length, comparisons.length)}.`,
  );
  console.log(`Possible ones among the reported openings: ${share(possible.length, opening.length)}.`);
  console.log(
    `Definite openings with an evaluated example client: ${share(
      sum(({ evaluatedExamples }) => evaluatedExamples),
      sum(({ definite }) => definite),
    )}; examples without access: ${sum(({ falseAlarms }) => falseAlarms.length)}; openings without an example: ${sum(({ withoutExample }) => withoutExample)}.`,
  );
  process.exitCode = withMissed.length + wrong.length > 0 ? 1 : 0;
}

void main();
