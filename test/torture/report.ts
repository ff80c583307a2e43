import type { Result } from "./scenarios";

const HEAD = [
  "| fault | objects declared | on the server | orphans | broken | requests | seconds |",
  "|---|---|---|---|---|---|---|",
];

/** Combines results of one kind: all problems, the averages of requests and seconds, and the counts of the first wrong result. */
export function combine(fault: string, results: readonly Result[]): Result {
  const mean = (select: (result: Result) => number) =>
    results.reduce((sum, result) => sum + select(result), 0) / Math.max(1, results.length);
  const shown = results.find(isWrong) ?? results[0];
  return {
    fault,
    declared: shown?.declared ?? 0,
    onServer: shown?.onServer ?? 0,
    orphans: results.flatMap(({ orphans }) => orphans),
    broken: results.flatMap(({ broken }) => broken),
    requests: mean(({ requests }) => requests),
    seconds: mean(({ seconds }) => seconds),
    ...(shown?.failure !== undefined && { failure: shown.failure }),
  };
}

export const isWrong = ({ failure, orphans, broken, onServer, declared }: Result) =>
  failure !== undefined || orphans.length > 0 || broken.length > 0 || onServer !== declared;

export function formatRow(result: Result): string {
  const { fault, declared, onServer, orphans, broken, requests, seconds, failure } = result;
  const name = failure === undefined ? fault : `${fault} (**failed**)`;
  const counts = [declared, onServer, orphans.length, broken.length, Math.round(requests)];
  return `| ${[name, ...counts, seconds.toFixed(1)].join(" | ")} |`;
}

export const formatTable = (results: readonly Result[]) => [...HEAD, ...results.map(formatRow)].join("\n");
