import { accountEdits } from "../support/policy-edits/account-edits";
import { type Judgement, judge, type Seen } from "../support/policy-edits/judge";
import type { PolicyEdit, World } from "../support/policy-edits/world";

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

/** Reasons that nobody can clear up who reads the preview. What is not here is the review's own. */
const UNAVOIDABLE: Readonly<Record<string, RegExp>> = {
  "the preview hides it":
    /^(?:whom the removed guard allowed is unknown|it is unknown who is allowed by rules of the |two guards may ask for the same secret|a value of a vault decides|a value decides that the preview hides|it is not shown where they get to)|secret or not known yet/,
  "the API reference leaves it open": /^(?:the API reference |the route \S+ may or may not select)/,
  "only the service or another program knows it":
    /^(?:another program or an agent may serve |an unknown internal endpoint may answer there|it is unknown (?:who is allowed|where requests go) by the action )/,
};
const OURS = "ours";
const causeOf = (reason: string): string =>
  Object.entries(UNAVOIDABLE).find(([, pattern]) => pattern.test(reason))?.[0] ?? OURS;

/** Whether nobody can tell by a preview whether it opens anything. */
const isToldByNobody = ({ says, reasons }: Judgement) =>
  says === "may open" && reasons.length > 0 && reasons.every((reason) => causeOf(reason) !== OURS);

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
  const isQuiet = ({ isConfirmed }: Judgement) => !isConfirmed;
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
  for (const hides of [undefined, "secrets", "phase", "text", "policy"] as const) {
    const of = (all: readonly Judgement[]) => all.filter(({ edit }) => edit.mask === hides).length;
    console.log(`  the preview hides ${hides ?? "nothing of policies"}: ${share(of(may), of(opening))}`);
  }
  const told = opening.filter((one) => !isToldByNobody(one));
  console.log(
    `"May" among those that somebody can tell who reads the preview: ${share(told.filter((one) => may.includes(one)).length, told.length)}; ${opening.length - told.length} that nobody can tell left out.`,
  );
  const reasons = Map.groupBy(
    may.flatMap(({ edit, reasons }) => reasons.map((reason) => ({ reason, hides: edit.mask ?? "nothing" }))),
    ({ reason }) => causeOf(reason),
  );
  for (const cause of [...Object.keys(UNAVOIDABLE), OURS]) {
    const all = reasons.get(cause) ?? [];
    console.log(`  ${cause}: ${all.length} reasons`);
    const each = Map.groupBy(all, ({ reason, hides }) => `${reason} (${hides} hidden)`);
    for (const [reason, { length }] of [...each].sort((a, b) => b[1].length - a[1].length))
      console.log(`    ${reason}: ${length}`);
  }
  console.log(
    `Openings that no client of these and no witness bears out: ${share(opening.filter(isQuiet).length, opening.length)}.`,
  );
  console.log(
    `Witnesses that the evaluator has heard: ${share(
      sum(({ heard }) => heard),
      sum(({ certain }) => certain),
    )}; that get nowhere new: ${sum(({ belied }) => belied.length)}; certain openings without a client: ${sum(({ withoutClient }) => withoutClient)}.`,
  );
  const slowest = found.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  console.log(`Slowest review: ${slowest.seconds.toFixed(1)} s (${slowest.edit.kind}).`);
  process.exitCode = missing.length + wrong.length > 0 ? 1 : 0;
}

void main();
