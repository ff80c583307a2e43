import { randomText, sha256 } from "../account/account";
import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { checkOwner, ownedBy } from "./owner";
import { limitedNotes } from "./shared";

/** API reference: "API key". */
export const apiKey: Family = {
  stem: "api-key",
  name: "ApiKey",
  section: "API key",
  collection: "/api_keys",
  listKey: "keys",
  filtered: true,
  idPrefix: "ak",
  operations: EVERY_OPERATION,
  create: { ...limitedNotes, owner_id: string({ default: null }) },
  update: ["description", "metadata"],
  response: {
    ...notes,
    token: returned.string({ onceOnly: true, nullable: true }),
    owner_id: returned.string(),
  },
  check: checkOwner,
  atCreation: ownedBy,
  reveal() {
    const token = `api_${randomText()}`;
    return { response: { token }, remember: { token_sha256: sha256(token) } };
  },
  seed: (_call, given) => {
    const token = textOf(given.token);
    return token === "" ? given : { ...given, token_sha256: sha256(token) };
  },
  seedable: ["token_sha256"],
};
