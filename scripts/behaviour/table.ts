import { withRegion } from "../region";
import { ROWS, type Row } from "./rows";

/** Outcomes of tests by file and full name, as the last run of each file left them. */
export type Results = Readonly<Record<string, Readonly<Record<string, Outcome>>>>;

export type Outcome = "passed" | "failed" | "skipped";

/** Marks in docs/behaviour.md between which the table stands. */
const REGION = ["<!-- behaviour:begin -->", "<!-- behaviour:end -->"] as const;

/** The table of behaviours with the outcome of their tests. A test that fails or that is gone shows in its row. */
export function behaviourTable(results: Results, rows: readonly Row[] = ROWS): string {
  const lines = rows.map((row) => `| ${row.behaviour} | ${outcomeOf(row, results)} |`);
  return ["| behaviour, on the real engine | last run |", "|---|---|", ...lines].join("\n");
}

function outcomeOf({ tests }: Row, results: Results): string {
  const seen = new Map<string, Outcome>();
  const missing: string[] = [];
  for (const [file, parts] of Object.entries(tests)) {
    for (const part of parts) {
      const found = Object.entries(results[file] ?? {}).filter(([name]) => name.includes(part));
      if (found.length === 0) missing.push(part);
      for (const [name, outcome] of found) seen.set(`${file} ${name}`, outcome);
    }
  }
  const named = (outcome: Outcome) =>
    [...seen].filter(([, one]) => one === outcome).map(([test]) => test.slice(test.indexOf(" ") + 1));
  const troubles = [
    ...named("failed").map((name) => `**fails**: ${name}`),
    ...named("skipped").map((name) => `**skipped**: ${name}`),
    ...missing.map((part) => `**not tested**: ${part}`),
  ];
  if (troubles.length > 0) return troubles.join("; ").replaceAll("|", "\\|");
  return seen.size === 1 ? "1 test passes" : `${seen.size} tests pass`;
}

/** The same text with the table between the marks made anew. */
export const withTable = (text: string, table: string): string => withRegion(text, REGION, table);
