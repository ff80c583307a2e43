import { expect, test } from "vitest";
import { snake } from "../../../provider/api";

test.each([
  ["caPem", "ca_pem"],
  ["nameidFormat", "nameid_format"],
  ["ipPolicyIds", "ip_policy_ids"],
  ["sshCertificateAuthorityId", "ssh_certificate_authority_id"],
  ["domain", "domain"],
])("converts %s to %s", (camel, wire) => {
  expect(snake(camel)).toBe(wire);
});
