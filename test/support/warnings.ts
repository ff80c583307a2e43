import { onTestFinished } from "vitest";

/** Collects the Node.js process warnings until the test ends. Node emits them asynchronously, on the next tick. */
export function captureProcessWarnings(): readonly Error[] {
  const warnings: Error[] = [];
  const record = (warning: Error) => void warnings.push(warning);
  process.on("warning", record);
  onTestFinished(() => void process.off("warning", record));
  return warnings;
}
