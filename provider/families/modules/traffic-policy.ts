import { object, trafficPolicyText } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointTrafficPolicy". */
export const trafficPolicy = object(
  {
    enabled,
    value: trafficPolicyText(
      "The policy: a YAML or JSON string, sent as it is, or an object, sent as JSON. Compared by meaning, not by spelling.",
    ).optional(),
  },
  "Traffic policy module: rules that act on traffic.",
  { significantWhenEmpty: true },
);
