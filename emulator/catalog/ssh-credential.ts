import { readPublicKey } from "../crypto/ssh";
import { notes, shown } from "../schema/answers";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { list, string } from "../schema/params";
import { checkOwner, ownedBy } from "./owner";
import { limitedNotes } from "./shared";

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
  answer: { ...notes, public_key: shown.string(), acl: shown.list(), owner_id: shown.string() },
  check: checkOwner,
  born: ownedBy,
};
