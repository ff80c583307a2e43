export interface Finding {
  readonly check: string;
  /** `warning`: it works, but with a disadvantage. `problem`: it doesn't work. */
  readonly verdict: "ok" | "warning" | "problem" | "skipped";
  /** The observation. Never contains a token. */
  readonly found: string;
  /** What to do; only for a warning or a problem. */
  readonly remedy?: string;
}

export const findingsOf = (check: string) => ({
  ok: (found: string): Finding => ({ check, verdict: "ok", found }),
  skipped: (found: string): Finding => ({ check, verdict: "skipped", found }),
  warning: (found: string, remedy: string): Finding => ({ check, verdict: "warning", found, remedy }),
  problem: (found: string, remedy: string): Finding => ({ check, verdict: "problem", found, remedy }),
});
