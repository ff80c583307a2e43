import { createRandom } from "../support/random";
import type { Boundary } from "./boundary";

/** Returns every boundary of a run with this number of requests. */
export function allBoundaries(requests: number): Boundary[] {
  return Array.from({ length: requests }, (_, n) => n + 1).flatMap((request) => [
    { request, side: "before" } as const,
    { request, side: "after" } as const,
  ]);
}

/** Returns random boundaries, repeatable by seed and spread evenly over the requests to cover every family. */
export function seededBoundaries(requests: number, count: number, seed: number): Boundary[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, n) => {
    const from = (n * requests) / count;
    const request = 1 + Math.min(requests - 1, Math.floor(from + (random() * requests) / count));
    return { request, side: random() < 0.5 ? "before" : "after" };
  });
}
