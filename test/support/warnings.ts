import { onTestFinished } from "vitest";

/** Warnings of Node.js, which it prints unless told otherwise, from here to the end of a test; told in the next turn. */
export function warningsOfProcess(): readonly Error[] {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  return warnings;
}
