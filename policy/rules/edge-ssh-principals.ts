import * as edge from "../../sdk";
import { reference, resourceRule, SOURCES } from "../rule";

export const edgeSshPrincipals = resourceRule({
  id: "edge-ssh-principals",
  severity: "critical",
  title: "An SSH user certificate must list its users.",
  reason: "With an empty list, its holder may log in as any user, including root.",
  source: [reference("SSH user certificate"), SOURCES.client],
  advice: "Set principals to the users that the holder may log in as.",
  cases: (on) => [
    on(edge.SshUserCertificate, ({ principals }) =>
      (principals?.length ?? 0) > 0
        ? undefined
        : "principals is empty: the certificate is valid for any user.",
    ),
  ],
});
