import { PatternChecker } from "../../../traffic-policy/language/patterns";
import { rejectText, stringSet } from "../../family/fields";
import { edgeModule } from "./edge-module";

const patterns = (effect: string) =>
  stringSet(`User agents that are ${effect}, as regular expressions (RE2). Order is ignored.`, {
    unset: { sends: [] },
    // Observed in the service (error 2090).
    rejects: rejectText((text) => new PatternChecker().problem(text)),
  }).optional();

/** API reference, "EndpointUserAgentFilter". */
export const userAgentFilter = edgeModule(
  "guard",
  { allow: patterns("allowed"), deny: patterns("denied") },
  "User agent filter module: allows and denies requests by their user agent.",
);
