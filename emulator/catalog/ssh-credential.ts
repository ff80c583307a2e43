import { readPublicKey } from "../crypto/ssh";
import { type JsonObject, textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { list, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import { checkOwner, ownedBy } from "./owner";
import { limitedNotes } from "./shared";

/** Type and key of a public key, without its comment. */
const keyOf = ({ public_key }: JsonObject) => textOf(public_key).trim().split(/\s+/).slice(0, 2).join(" ");

/** Assumed by convention: the reference names SSH credentials without showing them. */
export const sshCredential: Family = {
  stem: "ssh-credential",
  name: "SshCredential",
  section: "Tunnel session",
  byConvention: true,
  collection: "/ssh_credentials",
  listKey: "ssh_credentials",
  filtered: true,
  idPrefix: "sshcr",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    acl: list(),
    public_key: string({
      required: true,
      format: {
        name: "OpenSSH public key",
        read(line) {
          readPublicKey(line);
          return line;
        },
      },
    }),
    owner_id: string({ default: null }),
  },
  update: ["description", "metadata", "acl"],
  response: { ...notes, public_key: returned.string(), acl: returned.list(), owner_id: returned.string() },
  check(call, fields, previous) {
    checkOwner(call, fields, previous);
    const key = keyOf(fields);
    const twin = call.account.storage
      .all("/ssh_credentials")
      .find((other) => other.id !== previous?.id && keyOf(other.fields) === key);
    if (twin) refuseAsService(call, 609, `The public key is that of ${twin.id}.`, "public_key");
  },
  atCreation: ownedBy,
};
