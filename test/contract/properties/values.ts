import { classesOf, type Field, isRequired } from "../../../provider/family/field";
import { accepts } from "../../../provider/lifecycle/values/validate";
import { authorityPem, sshPublicKey } from "../../support/crypto";

export type Pool = Readonly<Record<string, readonly string[]>>;

export const POLICIES = [
  "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 403\n",
  '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
  { on_http_request: [{ actions: [{ type: "deny", config: { status_code: 404 } }] }] },
];

/** Values of properties with a format, by property name. */
const FORMATS: Readonly<Record<string, readonly unknown[]>> = {
  vaultName: ["vault-pool-1", "vault-pool-2"],
  domain: ["app.example.com", "Shop.Example.COM.", "*.wild.example.com"],
  url: [
    "https://a.example.com",
    "HTTPS://B.example.com:443",
    "tcp://1.tcp.example.com:12345",
    "tls://d.example.com",
    "https://e.internal",
  ],
  hostports: [["a.example.com:443"], ["B.Example.com.:8443", "a.example.com:443"], []],
  cidr: ["203.0.113.0/24", "203.0.113.7/32", "2001:DB8::/32", "::/0"],
  acl: [["bind:b.example.com", "bind:a.example.com"], ["*"], []],
  address: ["origin.example.com:443", "[2001:db8::1]:8080"],
  emailAddresses: [["b@example.com", "a@example.com"], ["one@example.com"], []],
  emailDomains: [["b.example.com", "a.example.com"], ["example.com"], []],
  teams: [["b/c", "a/b"], ["4711"], []],
  roleArn: ["arn:aws:iam::123456789012:role/events"],
  logsIngestionUri: ["https://events.example.com", "https://events.example.com/path"],
  deliveryStreamArn: ["arn:aws:firehose:eu-central-1:123456789012:deliverystream/a"],
  streamArn: ["arn:aws:kinesis:eu-central-1:123456789012:stream/a"],
  logGroupArn: ["arn:aws:logs:eu-central-1:123456789012:log-group:a"],
  idpMetadata: ["<EntityDescriptor/>", " <md:EntityDescriptor>\n</md:EntityDescriptor>\n"],
  sources: [
    [{ type: "ip_policy_updated.v0" }, { type: "api_key_created.v0" }],
    [{ type: "api_key_created.v0" }],
    [],
  ],
  match: ["/path", "host.example.com/path"],
  publicKey: [sshPublicKey("one"), `${sshPublicKey("two")} and a comment`],
  caPem: [authorityPem("ca-1.example.com"), `${authorityPem("ca-2.example.com")}\r\n\r\n`],
  minVersion: ["1.2", "1.3"],
  provider: ["github", "sns", "aws_sns", "slack"],
  bindings: [["public"], ["kubernetes"], ["kubernetes"], [], ["internal"]],
  criticalOptions: [{ "force-command": "/bin/date" }, { "source-address": "203.0.113.0/24" }, {}],
  extensions: [{ "permit-pty": "" }, { "permit-pty": "", "permit-user-rc": "" }, {}],
  // In the distant future, because a certificate near its end is due for renewal.
  validAfter: ["2034-01-01T00:00:00Z", "2034-01-01T02:00:00+02:00"],
  validUntil: ["2035-01-01T00:00:00Z", "2035-06-01T00:00:00-07:00"],
  renewBefore: [0, 0.5],
  // Rarely true, because each wait takes a second.
  waitForCertificate: [false, false, true, false, { timeoutSeconds: 60 }],
  // Never empty, because rules require both.
  clientId: ["client", "clïent"],
  clientSecret: ["secret", "sécret"],
  issuer: ["https://id.example.com", "https://id.example.com/tenant/"],
  nameidFormat: [
    "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
  ],
};

/** Returns the values to test for a property: limits, enum values, and other cases. Never empty. */
export function generateValues(key: string, field: Field, pool: Pool): readonly unknown[] {
  return generateAllValues(key, field, pool).filter(
    (value) => (field.meta.rejects?.(value) ?? []).length === 0,
  );
}

function generateAllValues(key: string, field: Field, pool: Pool): readonly unknown[] {
  const { meta } = field;
  const format = field.kind === "object" ? undefined : FORMATS[key];
  if (format) return format;
  const refersTo = classesOf(field);
  if (refersTo)
    return idsOf(
      field,
      refersTo.flatMap((name) => pool[name] ?? []),
    );
  if (meta.typeName?.endsWith("TrafficPolicy")) return POLICIES;
  if (field.kind === "list" && field.item.kind === "object") return TARGETS;
  if (field.kind === "list") return [["b", "a"], ["one"], []];
  if (field.kind === "map") return [{ "Key-One": "1" }, { a: "x", B: "" }, {}];
  if (field.kind !== "leaf") throw new Error(`${key} is an object or one of several types`);
  if (field.values) return field.values;
  if (field.type === "boolean") return [true, false];
  if (field.type === "number") return numbers(field, field.range ?? [0, 1]);
  // The service may reject values that cause a warning.
  return texts(field).filter((value) => (meta.inspect?.(value, {}) ?? []).length === 0);
}

const TARGETS = [
  [{ value: "us-cal-1" }, { value: "eu" }],
  [{ value: "192.0.2.1:1234" }],
  [{ value: "global" }],
  [],
];

function texts(field: Field): readonly string[] {
  const maxBytes = field.kind === "leaf" ? field.maxBytes : undefined;
  const usual = ["plain", "ünïcödé ☃ 𝒳", 'line\nbreak, "quotes" and \\', ...(isRequired(field) ? [] : [""])];
  if (maxBytes === undefined) return usual;
  const padding = maxBytes % 2 === 0 ? "" : "x";
  return ["x".repeat(maxBytes), `${"é".repeat(Math.floor(maxBytes / 2))}${padding}`, ...usual];
}

function numbers(field: Field, [low, high]: readonly [number, number]): readonly number[] {
  const isWhole = !accepts(field, low + 0.5);
  return [low, high, isWhole ? low + 1 : (low + high) / 3];
}

function idsOf(schema: Field, ids: readonly string[]): readonly unknown[] {
  const [first = "", second = first] = ids;
  if (schema.kind === "list") return [[first], [second, first], [first, second]];
  if (schema.kind !== "map") return ids;
  const [low = 0, high = 1] = (schema.value.kind === "leaf" && schema.value.range) || [];
  return [{ [first]: low, [second]: high }, { [first]: high }, {}];
}
