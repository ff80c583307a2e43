import { randomText, sha256 } from "../account/account";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { list, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { checkOwner, ownedBy } from "./owner";
import { limitedNotes } from "./shared";

/** Assumed by convention: the reference names tunnel credentials without showing them. */
export const credential: Family = {
  stem: "credential",
  name: "Credential",
  section: "Tunnel session",
  byConvention: true,
  collection: "/credentials",
  listKey: "credentials",
  filtered: true,
  idPrefix: "cr",
  operations: EVERY_OPERATION,
  create: { ...limitedNotes, acl: list(), owner_id: string({ default: null }) },
  update: ["description", "metadata", "acl"],
  response: {
    ...notes,
    token: returned.string({ onceOnly: true, nullable: true }),
    acl: returned.list(),
    owner_id: returned.string(),
  },
  check: checkOwner,
  atCreation: ownedBy,
  reveal() {
    const token = `cr_token_${randomText()}`;
    return { response: { token }, remember: { token_sha256: sha256(token) } };
  },
};
