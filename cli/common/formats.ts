const EXTENSIONS = {
  text: ".txt",
  markdown: ".md",
  json: ".json",
  sarif: ".sarif",
  html: ".html",
} as const satisfies Record<string, string>;

export type Format = keyof typeof EXTENSIONS;

/** Formats of commands that print a result. */
export const PLAIN_FORMATS = ["text", "json"] as const satisfies readonly Format[];

/** Formats of commands whose result is also posted in issues and comments. */
export const REPORT_FORMATS = ["text", "markdown", "json"] as const satisfies readonly Format[];

/** Formats of a review: all. */
export const REVIEW_FORMATS = Object.keys(EXTENSIONS) as [Format, ...Format[]];

export const extensionsOf = (formats: readonly Format[]): string[] =>
  formats.map((format) => EXTENSIONS[format]);
