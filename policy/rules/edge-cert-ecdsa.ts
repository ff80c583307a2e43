import * as edge from "../../sdk";
import { reference, resourceRule } from "../rule";

export const edgeCertEcdsa = resourceRule({
  id: "edge-cert-ecdsa",
  severity: "low",
  title: "Managed certificates should have ECDSA keys.",
  reason: "They are smaller, make handshakes faster, and are the service's default.",
  source: [reference("Reserved domain")],
  advice: "Remove privateKeyType, or set it to ecdsa.",
  fix: "Sets privateKeyType to ecdsa.",
  cases: (on) => [
    on(
      edge.ReservedDomain,
      ({ certificateManagementPolicy }) =>
        certificateManagementPolicy?.privateKeyType === "rsa"
          ? "certificateManagementPolicy.privateKeyType is rsa: use ecdsa."
          : undefined,
      ({ certificateManagementPolicy }) => {
        if (certificateManagementPolicy) certificateManagementPolicy.privateKeyType = "ecdsa";
      },
    ),
  ],
});
