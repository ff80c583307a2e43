import { expect } from "vitest";

export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches a text, in which … is any text. */
export const toPattern = (text: string) =>
  expect.stringMatching(new RegExp(`^${text.split("…").map(escapeRegExp).join("[^]*")}$`));
