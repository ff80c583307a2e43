export const exitCodes = {
  dependencies: 10,
  node: 11,
  build: 12,
  engine: 13,
  languages: 14,
  interrupted: 130,
};

/** A failed part of the setup: what failed, why, and what to do. */
export class SetupFailure extends Error {
  /**
   * @param {string} problem one sentence
   * @param {{ why?: string, remedy?: string }} [details] `why` may hold several lines of another program's output
   */
  constructor(part, problem, details = {}) {
    const lines = [problem];
    if (details.why) lines.push("", details.why.trimEnd());
    if (details.remedy) lines.push("", `What to do: ${details.remedy}`);
    super(lines.join("\n"));
    this.name = "SetupFailure";
    this.exitCode = exitCodes[part] ?? 1;
  }
}
