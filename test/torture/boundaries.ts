import { randomOf } from "../support/random";
import type { Boundary } from "./boundary";

/** Every boundary of a run of so many requests. */
export function allBoundaries(requests: number): Boundary[] {
  return Array.from({ length: requests }, (_, n) => n + 1).flatMap((request) => [
    { request, side: "before" } as const,
    { request, side: "after" } as const,
  ]);
}

/**
 * Boundaries to kill at, repeatable by their seed and spread evenly over the requests, so that each part of the program,
 * and so each family, is met.
 */
export function seededBoundaries(requests: number, count: number, seed: number): Boundary[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, n) => {
    const from = (n * requests) / count;
    const request = 1 + Math.min(requests - 1, Math.floor(from + (random() * requests) / count));
    return { request, side: random() < 0.5 ? "before" : "after" };
  });
}
