import { secretLike } from "../../provider/family/credentials/likely";
import { CLASSES_WITH_METADATA, type MetadataArgs } from "../classes";
import { reference, resourceRule } from "../rule";

const check = (notes: MetadataArgs) =>
  (["description", "metadata"] as const).flatMap((key) => {
    const kind = secretLike(notes[key]);
    return kind === undefined ? [] : [`${key} seems to contain ${kind}: remove it, and replace the secret.`];
  });

export const edgeMetaNoSecret = resourceRule({
  id: "edge-meta-no-secret",
  severity: "high",
  title: "Description and metadata must not contain secrets.",
  reason: "They are stored and shown in plain text to everyone who can read the account or the state.",
  source: [reference("Conventions that apply to every operation")],
  advice: "Keep secrets in the configuration of the stack (`pulumi config set --secret`) or in a vault.",
  cases: (on) => CLASSES_WITH_METADATA.map((resourceClass) => on(resourceClass, check)),
});
