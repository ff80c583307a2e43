import { onTestFinished } from "vitest";

/** Collects the Node.js process warnings until the test ends. Node emits them asynchronously, on the next tick. */
export function captureProcessWarnings(): readonly Error[] {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  return warnings;
}
