// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service, not JavaScript, interpolates these strings.
import { expect, test } from "vitest";
import { NAMED_OBJECTS } from "../../../traffic-policy";

const restrictIps = (...ip_policies: unknown[]) => ({
  on_http_request: [{ actions: [{ type: "restrict-ips", config: { ip_policies } }] }],
});
const path = ["on_http_request", 0, "actions", 0, "config", "ip_policies"];
const ipPolicy = (id: string, index = 0) => ({ className: "IpPolicy", id, path: [...path, index] });

test.each<[string, unknown, readonly object[]]>([
  ["an object", restrictIps("ipp_1", 7, "${vars.id}", "ipp_2"), [ipPolicy("ipp_1"), ipPolicy("ipp_2", 3)]],
  ["text", JSON.stringify(restrictIps("ipp_1")), [ipPolicy("ipp_1")]],
  [
    "text with an escaped key",
    JSON.stringify(restrictIps("ipp_1")).replace("ip_policies", "ip\\u005fpolicies"),
    [ipPolicy("ipp_1")],
  ],
  ["text without ids", "on_http_request: [{ actions: [{ type: deny }] }]", []],
  ["invalid text", "ip_policies: [", []],
  [
    "a PEM certificate instead of an id",
    JSON.stringify(restrictIps("-----BEGIN CERTIFICATE-----")).replace(
      "ip_policies",
      "mutual_tls_certificate_authorities",
    ),
    [],
  ],
])("finds the objects, if any, that %s refers to by id", (_, policy, objects) => {
  expect(NAMED_OBJECTS.findAll(policy)).toEqual(objects);
});
