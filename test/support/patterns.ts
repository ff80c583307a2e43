import { expect } from "vitest";

/** Escapes a text for a regular expression. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches a text, in which … is any text. */
export const matching = (text: string) =>
  expect.stringMatching(new RegExp(`^${text.split("…").map(literally).join("[^]*")}$`));
