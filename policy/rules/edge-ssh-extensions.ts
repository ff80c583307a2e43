import { z } from "zod";
import * as edge from "../../sdk";
import { nameList, reference, resourceRule } from "../rule";

const config = z.object({
  allowedExtensions: nameList("Forwarding extensions that are allowed."),
});

const forwardingExtensions = (
  extensions: Readonly<Record<string, string>> | undefined,
  allowed: readonly string[],
) => Object.keys(extensions ?? {}).filter((name) => /forwarding$/i.test(name) && !allowed.includes(name));

export const edgeSshExtensions = resourceRule({
  id: "edge-ssh-extensions",
  severity: "medium",
  title: "An SSH user certificate should allow forwarding only where it is needed.",
  reason: "With forwarding, a login to one host gives access to all hosts behind it.",
  source: [reference("SSH user certificate")],
  advice: "Remove the forwarding extensions, or add them to allowedExtensions.",
  fix: "Removes the forwarding extensions.",
  config,
  cases: (on) => [
    on(
      edge.SshUserCertificate,
      ({ extensions }, { config: { allowedExtensions } }) =>
        forwardingExtensions(extensions, allowedExtensions).map(
          (name) => `extensions has ${name}: remove it.`,
        ),
      ({ extensions }, { config: { allowedExtensions } }) => {
        for (const name of forwardingExtensions(extensions, allowedExtensions)) delete extensions?.[name];
      },
    ),
  ],
});
