import type { Result } from "./scenarios";

const HEAD = [
  "| fault | objects wanted | on the server | duplicates | missing | requests | seconds |",
  "|---|---|---|---|---|---|---|",
];

/** Several results of one kind as one line: sums of what went wrong, averages of what was spent. */
export function combined(fault: string, results: readonly Result[]): Result {
  const mean = (of: (result: Result) => number) =>
    results.reduce((sum, result) => sum + of(result), 0) / Math.max(1, results.length);
  const wrong = results.find(isWrong);
  return {
    fault,
    wanted: wrong?.wanted ?? results[0]?.wanted ?? 0,
    onServer: wrong?.onServer ?? results[0]?.onServer ?? 0,
    orphans: results.flatMap(({ orphans }) => orphans),
    broken: results.flatMap(({ broken }) => broken),
    requests: mean(({ requests }) => requests),
    seconds: mean(({ seconds }) => seconds),
    ...(wrong?.failure === undefined ? {} : { failure: wrong.failure }),
  };
}

export const isWrong = (result: Result) =>
  result.failure !== undefined ||
  result.orphans.length > 0 ||
  result.broken.length > 0 ||
  result.onServer !== result.wanted;

export function row(result: Result): string {
  const { fault, wanted, onServer, orphans, broken, requests, seconds, failure } = result;
  const name = failure === undefined ? fault : `${fault} (**failed**)`;
  const cells = [
    name,
    wanted,
    onServer,
    orphans.length,
    broken.length,
    Math.round(requests),
    seconds.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}

export const table = (results: readonly Result[]) => [...HEAD, ...results.map(row)].join("\n");
