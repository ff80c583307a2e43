import { type ExampleEdit, none, noteChanges, notes, type Sample } from "./sample";

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

export const exampleEdit: ExampleEdit = {
  from: "We are back soon.",
  to: "We are back tomorrow.",
  calls: ['PATCH /backends/http_response/ID {"body":"We are back tomorrow."}'],
};
