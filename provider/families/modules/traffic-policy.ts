import {
  type Attachment,
  checkPolicy,
  NAMED_OBJECTS,
  policySecrets,
  secretPaths,
  withPolicySecrets,
} from "../../../traffic-policy";
import { credentialHeader } from "../../family/credentials/likely";
import type { FieldMeta } from "../../family/field";
import { trafficPolicyText } from "../../family/fields";
import { edgeModule, requiredIfEnabled } from "./edge-module";

export const policy = (meaning: string, inspect: NonNullable<FieldMeta["inspect"]>) =>
  trafficPolicyText(
    `${meaning}: a YAML or JSON string, sent unchanged, or an object, sent as JSON. Compared by meaning, not by spelling. Secrets in it stay secret: single values of an object or a JSON string, but all of a YAML string that contains one.`,
    {
      inspect,
      embedded: {
        find: policySecrets,
        paths: (value) => secretPaths(value, credentialHeader),
        mark: withPolicySecrets,
      },
      embeddedReferences: NAMED_OBJECTS,
    },
  );

/** The service can't parse an empty text (error 2236). `checkPolicy` itself reports a text that is only white space. */
const requiredPolicy = requiredIfEnabled(
  "value",
  "is required: to apply no policy, set enabled to false or remove trafficPolicy",
);

/** API reference, "EndpointTrafficPolicy". */
export const trafficPolicy = (attachment: Attachment) =>
  edgeModule(
    "guard",
    {
      // An empty text counts as unspecified, which is valid while the module is disabled.
      value: policy("The policy", (value) => (value === "" ? [] : checkPolicy(value, attachment))).optional(),
    },
    "Traffic policy module: rules that act on traffic.",
    { rules: [requiredPolicy] },
  );
