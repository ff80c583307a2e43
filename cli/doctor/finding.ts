export interface Finding {
  readonly check: string;
  /** `warning`: it works, but with a disadvantage. `problem`: it doesn't work. */
  readonly verdict: "ok" | "warning" | "problem" | "skipped";
  /** The observation. Never contains a token. */
  readonly found: string;
  /** What to do; only for a warning or a problem. */
  readonly remedy?: string;
}

export const ok = (check: string, found: string): Finding => ({ check, verdict: "ok", found });
export const skipped = (check: string, found: string): Finding => ({ check, verdict: "skipped", found });

export const warning = (check: string, found: string, remedy: string): Finding => ({
  check,
  verdict: "warning",
  found,
  remedy,
});

export const problem = (check: string, found: string, remedy: string): Finding => ({
  check,
  verdict: "problem",
  found,
  remedy,
});
