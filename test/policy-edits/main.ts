import { policyEdits } from "../support/policy-edits/generate";
import { type Judgement, judge } from "../support/policy-edits/judge";

/** Judges generated edits of traffic policies and prints how the review fares: `npm run traffic-policy-edits -- [edits] [clients]`. */
async function main(): Promise<void> {
  const [edits = 1000, clients = 60] = process.argv.slice(2).map(Number);
  const seed = Number(process.env.TUNNEL_EDGE_SEED ?? 1);
  const found: Judgement[] = [];
  for (const [at, edit] of policyEdits(edits, seed).entries())
    found.push(await judge(edit, clients, seed * 1_000_003 + at));
  const sum = (of: (one: Judgement) => number) => found.reduce((total, one) => total + of(one), 0);
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %)`;
  const missing = found.filter(({ missed }) => missed.length > 0);
  for (const { edit, missed } of missing.slice(0, 5))
    console.log(JSON.stringify({ edit, missed: missed.slice(0, 1) }));
  const kinds = new Map<string, number>();
  for (const { edit } of found) kinds.set(edit.kind, (kinds.get(edit.kind) ?? 0) + 1);
  const opening = found.filter(({ says }) => says !== "nothing");
  const may = found.filter(({ says }) => says === "may open");
  const isQuiet = ({ opened, mayBeOpened }: Judgement) => opened + mayBeOpened === 0;
  console.log(`Seed ${seed}: ${found.length} edits of ${kinds.size} kinds, ${clients} clients each.`);
  for (const [kind, count] of [...kinds].sort()) console.log(`  ${kind}: ${count}`);
  console.log(
    `Clients that newly get in, by the emulator: ${sum(({ opened }) => opened)}; that may: ${sum(({ mayBeOpened }) => mayBeOpened)}.`,
  );
  console.log(
    `Of these the review misses ${sum(({ missed }) => missed.length)}, in ${missing.length} edits.`,
  );
  console.log(
    `The review says "opens" of ${share(opening.length - may.length, found.length)} and "may open" of ${share(may.length, found.length)}.`,
  );
  console.log(`"May" among the openings that it reports: ${share(may.length, opening.length)}.`);
  console.log(
    `Openings of which no client bears witness: ${share(opening.filter(isQuiet).length, opening.length)}; said to be certain: ${share(opening.filter((one) => one.says === "opens" && isQuiet(one)).length, opening.length)}.`,
  );
  process.exitCode = missing.length > 0 ? 1 : 0;
}

void main();
