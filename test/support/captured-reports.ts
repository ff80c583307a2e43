import { onTestFinished } from "vitest";
import { reportTo } from "../../provider/account/process/report";

/** Captures the lines reported to the user until the test ends. */
export function reported(): string[] {
  const lines: string[] = [];
  reportTo((line) => void lines.push(line));
  onTestFinished(() => reportTo());
  return lines;
}
