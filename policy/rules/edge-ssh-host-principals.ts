import * as edge from "../../sdk";
import { reference, resourceRule } from "../rule";

export const edgeSshHostPrincipals = resourceRule({
  id: "edge-ssh-host-principals",
  severity: "high",
  title: "An SSH host certificate must list its hosts.",
  reason: "With an empty list, its holder can impersonate any host.",
  source: [reference("SSH host certificate")],
  advice: "Set principals to the hostnames and addresses of the host.",
  cases: (on) => [
    on(edge.SshHostCertificate, ({ principals }) =>
      (principals?.length ?? 0) > 0
        ? undefined
        : "principals is empty: the certificate is valid for any host.",
    ),
  ],
});
