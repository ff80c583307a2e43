import { string } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedDescription, limitedMetadata, stamps } from "./common";
import { acl, ownerId } from "./credential";
import { canonicalSshKey, seemingPublicKey } from "./ssh-keys";

/** Assumed by convention: the API reference mentions SSH credentials only as what starts a tunnel session. */
export const sshCredential = defineResource({
  name: "SshCredential",
  summary: "A public key with which SSH clients may start tunnel sessions.",
  path: "/ssh_credentials",
  listKey: "ssh_credentials",
  filtered: ["description", "metadata"],
  inputs: {
    publicKey: string("Public key in OpenSSH's authorized_keys format. Its comment has no meaning.", {
      spelling: { canonical: canonicalSshKey },
    }),
    acl,
    ownerId,
    description: limitedDescription("Who or what uses the credential."),
    metadata: limitedMetadata,
  },
  update: ["description", "metadata", "acl"],
  outputs: stamps,
  naturalKey: ["publicKey"],
  lookups: [],
  rules: [seemingPublicKey],
});
