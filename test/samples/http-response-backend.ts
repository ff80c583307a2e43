import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: () => ({ ...notes, body: "back soon", headers: { "retry-after": "600" }, statusCode: 503 }),
  changes: () => ({
    ...noteChanges,
    body: { to: "gone" },
    headers: { to: { "content-type": "text/plain" } },
    statusCode: { to: 410 },
  }),
  replacements: none,
};
