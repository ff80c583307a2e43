import { object, stringSet } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointUserAgentFilter". */
export const userAgentFilter = object(
  {
    enabled,
    allow: stringSet("User agents that are allowed. The order has no meaning.", {
      unset: { sends: [] },
    }).optional(),
    deny: stringSet("User agents that are denied. The order has no meaning.", {
      unset: { sends: [] },
    }).optional(),
  },
  "User agent filter module: allows and denies requests by their user agent.",
  { significantWhenEmpty: true },
);
