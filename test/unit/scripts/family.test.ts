import { expect, test } from "vitest";
import { requireFamily } from "../../../build/family";

test.each(["IpPolicy", "TlsEdgeMutualTls", "TunnelAgentCommand", "Tunnel"])("%s is a family", (name) => {
  expect(() => requireFamily(name)).not.toThrow();
});

test.each([
  ["IpPolicys", "no file of provider/families declares IpPolicys: did you mean IpPolicy?"],
  ["ip-policy", "did you mean IpPolicy?"],
  ["Elephant", "known families: AgentIngress, ApiKey,"],
])("%s is rejected with a suggestion", (name, message) => {
  expect(() => requireFamily(name)).toThrow(message);
});
