import { object, trafficPolicyText } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointTrafficPolicy". */
export const trafficPolicy = object(
  {
    enabled,
    value: trafficPolicyText(
      "The policy: text in YAML or JSON, sent as it is, or an object, sent as JSON. Compared by meaning, not by spelling.",
    ).optional(),
  },
  "Traffic policy module: rules that act on traffic.",
  { significantWhenEmpty: true },
);
