import { EVERY_OPERATION, type Family } from "../schema/family";
import { boolean, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { guardBackend } from "./backend";
import { freeNotes } from "./shared";

/** Service only: the reference does not have it. */
export const staticBackend: Family = {
  stem: "static-backend",
  name: "StaticBackend",
  serviceOnly: true,
  collection: "/backends/static",
  listKey: "backends",
  idPrefix: "bkdst",
  operations: EVERY_OPERATION,
  create: {
    ...freeNotes,
    address: string({ required: true }),
    tls: { type: "object", shape: "StaticBackendTLS", fields: { enabled: boolean(false) } },
  },
  update: ["description", "metadata", "address", "tls"],
  response: {
    ...notes,
    address: returned.string(),
    tls: returned.object("StaticBackendTLS", { nullable: true }),
  },
  guard: guardBackend,
};
