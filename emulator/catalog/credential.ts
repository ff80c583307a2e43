import { randomText, sha256 } from "../account/account";
import { notes, shown } from "../schema/answers";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { list, string } from "../schema/params";
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
  answer: {
    ...notes,
    token: shown.string({ onceOnly: true, nullable: true }),
    acl: shown.list(),
    owner_id: shown.string(),
  },
  check: checkOwner,
  born: ownedBy,
  reveal() {
    const token = `cr_token_${randomText()}`;
    return { answer: { token }, remember: { token_sha256: sha256(token) } };
  },
};
