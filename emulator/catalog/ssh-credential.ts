import { type JsonObject, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { checkAcl, checkOwner, ownedBy } from "./owner";

/** Type and key of a public key, without its comment. */
const keyOf = ({ public_key }: JsonObject) => textOf(public_key).trim().split(/\s+/).slice(0, 2).join(" ");

/** Assumed by convention: the reference mentions SSH credentials without describing them. */
export const sshCredential: Behaviour = {
  emptyUpdate: 606,
  check(call, fields, previous) {
    checkOwner(call, fields, previous);
    checkAcl(call, fields);
    const key = keyOf(fields);
    const twin = call.account.storage
      .all("/ssh_credentials")
      .find((other) => other.id !== previous?.id && keyOf(other.fields) === key);
    if (twin) refuseAsService(call, 609, `The public key is that of ${twin.id}.`, "public_key");
  },
  atCreation: ownedBy,
};
