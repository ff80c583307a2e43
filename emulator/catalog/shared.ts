import { type Fields, text } from "../schema/params";

/** Families for which the reference states both limits. API reference: "Limits". */
export const limitedNotes: Fields = { description: text(255), metadata: text(4096) };

/** Families for which the reference states the limit of metadata alone. */
export const limitedMetadata: Fields = { description: text(), metadata: text(4096) };

/** Families for which the reference states no limit. */
export const freeNotes: Fields = { description: text(), metadata: text() };
