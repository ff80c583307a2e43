/** Report formats. */
export const FORMATS = ["text", "markdown", "json", "sarif", "html"] as const;

export type Format = (typeof FORMATS)[number];
