import { type JsonObject, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { conflictingObject } from "./in-use";
import { checkAcl, checkOwner, ownedBy } from "./owner";

/** Type and key of a public key, without its comment. */
const publicKey = ({ public_key }: JsonObject) =>
  textOf(public_key).trim().split(/\s+/).slice(0, 2).join(" ");

/** Assumed by convention: the reference mentions SSH credentials without describing them. */
export const sshCredential: Behaviour = {
  check(call, fields, previous) {
    checkOwner(call, fields, previous);
    checkAcl(call, fields);
    const key = publicKey(fields);
    const other = conflictingObject(call, "/ssh_credentials", previous, (given) => publicKey(given) === key);
    if (other) refuseAsService(call, 609, `The public key is that of ${other.id}.`, "public_key");
  },
  atCreation: ownedBy,
};
