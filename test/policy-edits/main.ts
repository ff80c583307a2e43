import { accountEdits } from "./account-edits";
import { type Judgement, judge, type Seen } from "./comparison";
import type { PolicyEdit, World } from "./world";

/** What the change is about, and one client of it. */
function tell(what: string, { kind, mask, before, after }: PolicyEdit, [first]: readonly Seen[]): void {
  const said = ({ declared }: World) =>
    Object.entries(declared).map(([name, { inputs }]) => `    ${name}: ${JSON.stringify(inputs)}`);
  const [then, now] = [said(before), said(after)];
  const lines = [
    ...then.filter((line) => now.includes(line) && !/^ {4}ipp_/.test(line)).map((line) => `   ${line}`),
    ...then.filter((line) => !now.includes(line)).map((line) => `  -${line}`),
    ...now.filter((line) => !then.includes(line)).map((line) => `  +${line}`),
  ];
  console.log([`${what}: ${kind}${mask ? ` (${mask} hidden)` : ""}`, ...lines].join("\n"));
  const end = ({ path: _, ...ending }: Seen["before"]) => JSON.stringify(ending);
  if (first)
    console.log(`    ${JSON.stringify(first.client)}\n    - ${end(first.before)}\n    + ${end(first.after)}`);
}

/** Judges generated edits of accounts and prints how the review fares: `npm run traffic-policy-edits -- [edits] [clients] [shown]`. */
async function main(): Promise<void> {
  const [edits = 2000, clients = 60, shown = 5] = process.argv.slice(2).map(Number);
  const seed = Number(process.env.TUNNEL_EDGE_SEED ?? 1);
  const found: Judgement[] = [];
  for (const [at, edit] of accountEdits(edits, seed).entries())
    found.push(await judge(edit, clients, seed * 1_000_003 + at));
  const sum = (of: (one: Judgement) => number) => found.reduce((total, one) => total + of(one), 0);
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %)`;
  const having = (of: (one: Judgement) => readonly Seen[]) => found.filter((one) => of(one).length > 0);
  const [missing, wrong] = [having(({ missed }) => missed), having(({ belied }) => belied)];
  for (const { edit, missed } of missing.slice(0, shown)) tell("missed", edit, missed);
  for (const { edit, belied } of wrong.slice(0, shown)) tell("wrongly certain", edit, belied);
  const opening = found.filter(({ says }) => says !== "nothing");
  const may = found.filter(({ says }) => says === "may open");
  const kinds = [...new Set(found.map(({ edit }) => edit.kind))].sort();
  const count = (all: readonly Judgement[], kind: string) =>
    all.filter(({ edit }) => edit.kind === kind).length;
  console.log(`Seed ${seed}: ${found.length} edits of ${kinds.length} kinds, ${clients} clients each.`);
  for (const kind of kinds)
    console.log(
      `  ${kind}: ${count(found, kind)}; missed ${count(missing, kind)}, wrongly certain ${count(wrong, kind)}, may ${count(may, kind)}`,
    );
  console.log(
    `Clients that newly get in, by the emulator: ${sum(({ opened }) => opened)}; that may: ${sum(({ mayBeOpened }) => mayBeOpened)}.`,
  );
  console.log(
    `Of these the review misses ${sum(({ missed }) => missed.length)}, in ${missing.length} edits; certain false alarms: ${wrong.length} edits.`,
  );
  console.log(
    `The review says "opens" of ${share(opening.length - may.length, found.length)} and "may open" of ${share(may.length, found.length)}.`,
  );
  console.log(`"May" among the openings that it reports: ${share(may.length, opening.length)}.`);
  console.log(
    `Witnesses that the evaluator has heard: ${share(
      sum(({ heard }) => heard),
      sum(({ certain }) => certain),
    )}; that get nowhere new: ${sum(({ belied }) => belied.length)}; certain openings without a client: ${sum(({ withoutClient }) => withoutClient)}.`,
  );
  process.exitCode = missing.length + wrong.length > 0 ? 1 : 0;
}

void main();
