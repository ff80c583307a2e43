/** Forms of the report; the first is the one that is printed where none is asked for. */
export const FORMATS = ["markdown", "json", "sarif", "html"] as const;

export type Format = (typeof FORMATS)[number];

/** What the name of a report ends in. */
export const ENDINGS: Readonly<Record<string, Format>> = {
  ".md": "markdown",
  ".json": "json",
  ".sarif": "sarif",
  ".html": "html",
};
