import { setUps } from "./cells";
import type { Outcome } from "./journey";
import { MANAGERS } from "./managers";

/** Set-ups by package manager, as far as they were run. */
export function table(outcomes: readonly Outcome[]): string {
  const managers = MANAGERS.filter((name) => outcomes.some(({ cell }) => cell.manager === name));
  const rows = setUps.flatMap((setUp) => {
    const cells = managers.map((manager) =>
      outcomes.find(({ cell }) => cell.manager === manager && cell.setUp === setUp),
    );
    return cells.some(Boolean) ? [[setUp.what, ...cells.map(verdict)]] : [];
  });
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["program", ...managers]),
    row(["program", ...managers].map(() => "---")),
    ...rows.map(row),
  ].join("\n");
}

function verdict(outcome: Outcome | undefined): string {
  if (outcome === undefined) return "";
  return `${outcome.failure === undefined ? "ok" : "**failed**"}, ${Math.round(outcome.seconds)} s`;
}
