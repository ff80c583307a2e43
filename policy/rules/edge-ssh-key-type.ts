import { z } from "zod";
import * as edge from "../../sdk";
import { type ResourceContext, reference, resourceRule } from "../rule";

const config = z.object({
  refusedTypes: z
    .array(z.string())
    .default(["ssh-rsa", "ssh-dss"])
    .describe("Key types, as in the first word of an authorized_keys line."),
});

const check = (
  { publicKey }: { publicKey: string },
  { config: settings }: ResourceContext<z.output<typeof config>>,
) => {
  const type = publicKey.trim().split(/\s+/)[0] ?? "";
  return settings.refusedTypes.includes(type)
    ? `publicKey is of type ${type}: use ed25519 or ecdsa.`
    : undefined;
};

export const edgeSshKeyType = resourceRule({
  id: "edge-ssh-key-type",
  severity: "low",
  title: "SSH keys should be of a current type.",
  reason: "RSA keys are large and often too short; servers start to reject their signatures.",
  source: [reference("SSH user certificate")],
  advice: "Create an ed25519 key: ssh-keygen -t ed25519.",
  config,
  cases: (on) => [
    on(edge.SshUserCertificate, check),
    on(edge.SshHostCertificate, check),
    on(edge.SshCredential, check),
  ],
});
