import { expect, test } from "vitest";
import { needFamily } from "../../../build/family";

test.each(["IpPolicy", "TlsEdgeMutualTls", "TunnelAgentCommand", "Tunnel"])("%s is a family", (name) => {
  expect(() => needFamily(name)).not.toThrow();
});

test.each([
  ["IpPolicies", "no file of provider/families declares IpPolicies: did you mean IpPolicy?"],
  ["ip-policy", "did you mean IpPolicy?"],
  ["Elephant", "known are AgentIngress, ApiKey,"],
])("%s is refused, with what it may have been meant to be", (name, message) => {
  expect(() => needFamily(name)).toThrow(message);
});
