interface Stage {
  /** Below provider/lifecycle. */
  readonly files: string[];
  /** Globs of test files. */
  readonly tests: string[];
}

export declare const STAGES: Readonly<Record<string, Stage>>;

export declare function stage(): Stage & { readonly name: string };
