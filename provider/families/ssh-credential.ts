import { string } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedNotes, stamps } from "./common";
import { acl, ownerId } from "./credential";
import { canonicalSshKey, usablePublicKey } from "./ssh-keys";

/** The facts are assumptions, because the API reference mentions SSH credentials only in tunnel sessions. */
export const sshCredential = defineResource({
  name: "SshCredential",
  summary: "A public key that SSH clients use to start tunnel sessions.",
  path: "/ssh_credentials",
  filterableBy: ["description", "metadata"],
  inputs: {
    publicKey: string("Public key in OpenSSH's authorized_keys format. The key's comment is ignored.", {
      spelling: { canonical: canonicalSshKey },
    }),
    acl,
    ownerId,
    ...limitedNotes("Who or what uses the credential."),
  },
  update: ["description", "metadata", "acl"],
  outputs: stamps,
  naturalKey: ["publicKey"],
  lookups: [],
  rules: [usablePublicKey],
});
