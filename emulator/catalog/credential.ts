import { randomText, sha256 } from "../account/objects";
import type { Behaviour } from "../schema/family";
import { checkAcl, checkOwner, ownedBy } from "./owner";

/** Assumed by convention: the reference mentions tunnel credentials without describing them. */
export const credential: Behaviour = {
  check(call, fields, previous) {
    checkOwner(call, fields, previous);
    checkAcl(call, fields);
  },
  atCreation: ownedBy,
  reveal() {
    const token = `cr_token_${randomText()}`;
    return { response: { token }, remember: { token_sha256: sha256(token) } };
  },
};
