import * as edge from "../../sdk";
import { type ResourceContext, resourceRule, SOURCES } from "../rule";

const check = (
  { releaseProtection }: { releaseProtection?: boolean },
  { isProtected }: ResourceContext<unknown>,
) =>
  isProtected || releaseProtection === true
    ? undefined
    : "neither releaseProtection nor the option protect is set: others can reserve it once it is released.";

export const edgeDomReleaseGuard = resourceRule({
  id: "edge-dom-release-guard",
  severity: "high",
  title: "A reserved domain or address must be protected from accidental release.",
  reason: "Others can reserve a released name, and then receive the traffic that DNS still sends there.",
  source: [SOURCES.operator, SOURCES.danglingDns],
  advice: "Set releaseProtection: true, or the resource option protect.",
  cases: (on) => [on(edge.ReservedDomain, check), on(edge.ReservedAddr, check)],
});
