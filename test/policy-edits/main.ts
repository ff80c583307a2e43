import { accountEdits } from "./account-edits";
import type { PolicyEdit, World } from "./account-model";
import { type ClientOutcome, type Judgement, judge } from "./comparison";

/** Prints an edit and the outcome of its first client. */
function printEdit(
  title: string,
  { kind, mask, before, after }: PolicyEdit,
  [first]: readonly ClientOutcome[],
): void {
  const inputLines = ({ declared }: World) =>
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
  const endingText = ({ path: _, ...ending }: ClientOutcome["before"]) => JSON.stringify(ending);
  if (first)
    console.log(
      `    ${JSON.stringify(first.client)}\n    - ${endingText(first.before)}\n    + ${endingText(first.after)}`,
    );
}

/** Compares reviews of generated edits with the emulator: `npm run traffic-policy-edits -- [edits] [clients] [printed]`. */
async function main(): Promise<void> {
  const [edits = 2000, clients = 60, printed = 5] = process.argv.slice(2).map(Number);
  const seed = Number(process.env.TUNNEL_EDGE_SEED ?? 1);
  const judgements: Judgement[] = [];
  for (const [index, edit] of accountEdits(edits, seed).entries())
    judgements.push(await judge(edit, clients, seed * 1_000_003 + index));
  const sum = (count: (judgement: Judgement) => number) =>
    judgements.reduce((total, judgement) => total + count(judgement), 0);
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %)`;
  const missing = judgements.filter(({ missed }) => missed.length > 0);
  const wrong = judgements.filter(({ belied }) => belied.length > 0);
  for (const { edit, missed } of missing.slice(0, printed)) printEdit("missed", edit, missed);
  for (const { edit, belied } of wrong.slice(0, printed)) printEdit("false alarm", edit, belied);
  const opening = judgements.filter(({ says }) => says !== "nothing");
  const possible = judgements.filter(({ says }) => says === "may open");
  const kinds = [...new Set(judgements.map(({ edit }) => edit.kind))].sort();
  const count = (selected: readonly Judgement[], kind: string) =>
    selected.filter(({ edit }) => edit.kind === kind).length;
  console.log(`Seed ${seed}: ${judgements.length} edits of ${kinds.length} kinds, ${clients} clients each.`);
  for (const kind of kinds)
    console.log(
      `  ${kind}: ${count(judgements, kind)}; missed ${count(missing, kind)}, false alarms ${count(wrong, kind)}, possible ${count(possible, kind)}`,
    );
  console.log(
    `Clients that gain access in the emulator: ${sum(({ opened }) => opened)}; possibly: ${sum(({ mayBeOpened }) => mayBeOpened)}.`,
  );
  console.log(
    `The review misses ${sum(({ missed }) => missed.length)} of them in ${missing.length} edits, and has definite false alarms in ${wrong.length} edits.`,
  );
  console.log(
    `The verdict is "opens" for ${share(opening.length - possible.length, judgements.length)} and "may open" for ${share(possible.length, judgements.length)}.`,
  );
  console.log(`Possible ones among the reported openings: ${share(possible.length, opening.length)}.`);
  console.log(
    `Definite openings with an evaluated example client: ${share(
      sum(({ heard }) => heard),
      sum(({ certain }) => certain),
    )}; examples without access: ${sum(({ belied }) => belied.length)}; openings without an example: ${sum(({ withoutClient }) => withoutClient)}.`,
  );
  process.exitCode = missing.length + wrong.length > 0 ? 1 : 0;
}

void main();
