import { z } from "zod";
import * as edge from "../../sdk";
import { reference, resourceRule } from "../rule";
import { allowsEveryone } from "../stack-access";

export const edgeSshSourceAddress = resourceRule({
  id: "edge-ssh-source-address",
  severity: "medium",
  title: "An SSH user certificate for automation should work only from known addresses.",
  reason: "Keys on machines can be stolen with the machine. Bound to a network, they are useless elsewhere.",
  source: [reference("SSH user certificate")],
  advice: 'Set criticalOptions["source-address"] to the networks that the automation runs in.',
  config: z.object({
    automationPrincipals: z
      .array(z.string())
      .default(["ansible", "automation", "backup", "bot", "ci", "deploy", "deployer"])
      .describe(
        "Users for automation. A certificate is for automation if it lists one of them or forces a command.",
      ),
  }),
  cases: (on) => [
    on(edge.SshUserCertificate, ({ principals = [], criticalOptions = {} }, { config }) => {
      const isAutomation =
        "force-command" in criticalOptions ||
        principals.some((name) => config.automationPrincipals.includes(name));
      if (!isAutomation) return undefined;
      const networks = (criticalOptions["source-address"] ?? "").split(",").map((cidr) => cidr.trim());
      if (networks.every((cidr) => cidr === ""))
        return "criticalOptions has no source-address, but the certificate is for automation.";
      return allowsEveryone(networks)
        ? "criticalOptions has a source-address that contains all addresses, but the certificate is for automation."
        : undefined;
    }),
  ],
});
