import { expect } from "vitest";

export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches the whole text; each `…` stands for any characters. */
export const toPattern = (text: string) =>
  expect.stringMatching(new RegExp(`^${text.split("…").map(escapeRegExp).join("[^]*")}$`));
