import { Patterns } from "../../../traffic-policy/language/patterns";
import { object, refusing, stringSet } from "../../family/fields";
import { enabled } from "./enabled";

/** Observed at the service (2090). */
const wrongPattern = (text: string) => new Patterns().wrong(text);

/** API reference, "EndpointUserAgentFilter". */
export const userAgentFilter = object(
  {
    enabled,
    allow: stringSet(
      "User agents that are allowed, as regular expressions (RE2). The order has no meaning.",
      {
        unset: { sends: [] },
        refuses: refusing(wrongPattern),
      },
    ).optional(),
    deny: stringSet("User agents that are denied, as regular expressions (RE2). The order has no meaning.", {
      unset: { sends: [] },
      refuses: refusing(wrongPattern),
    }).optional(),
  },
  "User agent filter module: allows and denies requests by their user agent.",
  { significantWhenEmpty: true },
);
