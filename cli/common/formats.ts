/** Every form of a result, and what the name of its file ends in. */
const ENDINGS = {
  text: ".txt",
  markdown: ".md",
  json: ".json",
  sarif: ".sarif",
  html: ".html",
} as const satisfies Record<string, string>;

export type Format = keyof typeof ENDINGS;

/** Of every command that prints a result. */
export const PLAIN_FORMATS = ["text", "json"] as const satisfies readonly Format[];

/** Of commands whose result goes into issues and comments, too. */
export const REPORT_FORMATS = ["text", "markdown", "json"] as const satisfies readonly Format[];

/** The endings of the names of report files. */
export const endingsOf = (formats: readonly Format[]): string[] => formats.map((format) => ENDINGS[format]);
