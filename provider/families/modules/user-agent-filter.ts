import { PatternChecker } from "../../../traffic-policy/language/patterns";
import { rejectText, stringSet } from "../../family/fields";
import { edgeModule } from "./edge-module";

/** Observed at the service (2090). */
const patternProblem = (text: string) => new PatternChecker().problem(text);

/** API reference, "EndpointUserAgentFilter". */
export const userAgentFilter = edgeModule(
  "guard",
  {
    allow: stringSet("User agents that are allowed, as regular expressions (RE2). Order is ignored.", {
      unset: { sends: [] },
      rejects: rejectText(patternProblem),
    }).optional(),
    deny: stringSet("User agents that are denied, as regular expressions (RE2). Order is ignored.", {
      unset: { sends: [] },
      rejects: rejectText(patternProblem),
    }).optional(),
  },
  "User agent filter module: allows and denies requests by their user agent.",
);
