import { onTestFinished } from "vitest";
import { reportTo } from "../../provider/account/process/report";

/** Captures the lines reported to the user until the test ends. */
export function captureReports(): string[] {
  const lines: string[] = [];
  reportTo((line) => void lines.push(line));
  onTestFinished(() => reportTo());
  return lines;
}
