import { lowerCaseNames } from "../modules/headers";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { map, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { guardBackend } from "./backend";
import { freeNotes } from "./shared";

/** Service only: the reference does not have it. */
export const httpResponseBackend: Family = {
  stem: "http-response-backend",
  name: "HttpResponseBackend",
  serviceOnly: true,
  collection: "/backends/http_response",
  listKey: "backends",
  idPrefix: "bkdhr",
  operations: EVERY_OPERATION,
  create: {
    ...freeNotes,
    body: string({ blank: true }),
    headers: map(),
    status_code: { type: "int64", min: 100, max: 599, default: null },
  },
  update: ["description", "metadata", "body", "headers", "status_code"],
  response: {
    ...notes,
    body: returned.string(),
    headers: returned.map(),
    status_code: returned.int64({ compute: (_account, { fields }) => fields.status_code ?? 200 }),
  },
  derive: ({ account }, { headers = null }) => ({
    headers: account.settings.reference ? headers : lowerCaseNames(headers),
  }),
  guard: guardBackend,
};
