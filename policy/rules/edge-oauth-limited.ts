import * as edge from "../../sdk";
import { providersOf } from "../oauth";
import { resourceRule } from "../rule";
import { reference, SOURCES } from "../sources";

const LIMITS = ["emailAddresses", "emailDomains", "teams", "organizations"] as const;

export const edgeOauthLimited = resourceRule({
  id: "edge-oauth-limited",
  severity: "critical",
  title: "OAuth must admit only named people.",
  reason: "Without a limit, everybody with an account at the identity provider gets access.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: `Set one of ${LIMITS.join(", ")} of the provider, where it has them.`,
  cases: (on) => [
    on(edge.HttpsEdgeRoute, ({ oauth }) =>
      providersOf(oauth)
        .filter(([, provider]) => !LIMITS.some((limit) => (provider[limit]?.length ?? 0) > 0))
        .map(
          ([name]) =>
            `oauth.provider.${name} sets none of ${LIMITS.join(", ")}: any ${name} account gets in.`,
        ),
    ),
  ],
});
