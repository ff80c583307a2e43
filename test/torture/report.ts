import type { Result } from "./scenarios";

const HEAD = [
  "| fault | objects wanted | on the server | duplicates | missing | requests | seconds |",
  "|---|---|---|---|---|---|---|",
];

/** Combines results of one kind: all problems, and the averages of requests and seconds. */
export function combine(fault: string, results: readonly Result[]): Result {
  const mean = (select: (result: Result) => number) =>
    results.reduce((sum, result) => sum + select(result), 0) / Math.max(1, results.length);
  const wrong = results.find(isWrong);
  return {
    fault,
    declared: wrong?.declared ?? results[0]?.declared ?? 0,
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
  result.onServer !== result.declared;

export function row(result: Result): string {
  const { fault, declared: wanted, onServer, orphans, broken, requests, seconds, failure } = result;
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
