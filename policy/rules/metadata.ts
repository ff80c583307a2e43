import { z } from "zod";
import { secretLike } from "../../provider/family/credentials/likely";
import { CLASSES_WITH_METADATA, type MetadataArgs } from "../classes";
import { metadataObject, missingKeys } from "../metadata";
import { reference, resourceRule, SOURCES } from "../rule";

const checkSecrets = (notes: MetadataArgs) =>
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
  cases: (on) => CLASSES_WITH_METADATA.map((resourceClass) => on(resourceClass, checkSecrets)),
});

/** Adds keys to metadata that is empty or a JSON object; any other string is left unchanged. */
function addKeys(
  notes: MetadataArgs,
  keys: readonly string[],
  values: Readonly<Record<string, string>>,
): boolean {
  const object = notes.metadata ? metadataObject(notes.metadata) : {};
  const added = missingKeys(notes.metadata, keys).filter((key) => key in values);
  if (object === undefined || added.length === 0) return false;
  const addedValues = Object.fromEntries(added.map((key) => [key, values[key]]));
  notes.metadata = JSON.stringify({ ...object, ...addedValues });
  return true;
}

export const edgeMetaOwner = resourceRule({
  id: "edge-meta-owner",
  severity: "low",
  title: "Every object should name its owner in its metadata.",
  reason: "Anyone who changes or deletes an object must know whom to ask.",
  source: [SOURCES.cisInventory],
  advice: "Set metadata to a JSON object with the keys that the setting `keys` lists.",
  fix: "Adds the keys for which the settings have values, unless the metadata is a string that is not a JSON object.",
  config: z.object({
    keys: z.array(z.string()).min(1).default(["owner", "repo"]).describe("Required keys of the metadata."),
    values: z
      .record(z.string(), z.string())
      .default({})
      .describe('Values that the fix writes for missing keys, such as { owner: "platform" }.'),
  }),
  cases: (on) =>
    CLASSES_WITH_METADATA.map((resourceClass) =>
      on(
        resourceClass,
        ({ metadata }, { config }) => {
          const missing = missingKeys(metadata, config.keys);
          if (missing.length === 0) return undefined;
          return `metadata is not JSON with a string for ${missing.join(" and ")}.`;
        },
        (notes, { config }) => addKeys(notes, config.keys, config.values),
      ),
    ),
});
