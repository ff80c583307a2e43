import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { reference } from "../sources";

export const edgeSshHostPrincipals = resourceRule({
  id: "edge-ssh-host-principals",
  severity: "high",
  title: "An SSH host certificate must list the hosts that it is for.",
  reason: "With an empty list, its holder can pretend to be any host.",
  source: [reference("SSH host certificate")],
  advice: "Set principals to the hostnames and addresses of the host.",
  cases: (on) => [
    on(edge.SshHostCertificate, ({ principals }) =>
      (principals?.length ?? 0) > 0
        ? undefined
        : "principals is empty: the certificate is good for any host.",
    ),
  ],
});
