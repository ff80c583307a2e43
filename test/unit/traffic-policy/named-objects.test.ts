// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { expect, test } from "vitest";
import { NAMED_OBJECTS } from "../../../traffic-policy";

const restricted = (...ip_policies: unknown[]) => ({
  on_http_request: [{ actions: [{ type: "restrict-ips", config: { ip_policies } }] }],
});
const path = ["on_http_request", 0, "actions", 0, "config", "ip_policies"];
const named = (id: string, at = 0) => ({ of: "IpPolicy", id, path: [...path, at] });

test.each<[string, unknown, readonly object[]]>([
  ["an object", restricted("ipp_1", 7, "${vars.id}", "ipp_2"), [named("ipp_1"), named("ipp_2", 3)]],
  ["text", JSON.stringify(restricted("ipp_1")), [named("ipp_1")]],
  [
    "text with an escaped key",
    JSON.stringify(restricted("ipp_1")).replace("ip_policies", "ip\\u005fpolicies"),
    [named("ipp_1")],
  ],
  ["text without ids", "on_http_request: [{ actions: [{ type: deny }] }]", []],
  ["invalid text", "ip_policies: [", []],
  [
    "certificates in place of an id",
    JSON.stringify(restricted("-----BEGIN CERTIFICATE-----")).replace(
      "ip_policies",
      "mutual_tls_certificate_authorities",
    ),
    [],
  ],
])("finds the objects that %s refers to by id", (_, policy, found) => {
  expect(NAMED_OBJECTS.find(policy)).toEqual(found);
});
