import { classesOf, type Field, isRequired } from "../../../provider/family/field";
import { accepts } from "../../../provider/lifecycle/values/validate";
import { authorityPem, sshPublicKey } from "../../support/crypto";
import fc from "../../support/properties";

/** Ids of objects that exist, by class. */
export type Pool = Readonly<Record<string, readonly string[]>>;

/** The values of one property: those that each must occur, and random ones. */
export interface Values {
  /** Limits, enum values and everything else that is a case of its own. Never empty. */
  readonly cases: readonly unknown[];
  readonly any: fc.Arbitrary<unknown>;
}

const oneOf = (...cases: readonly unknown[]): Values => ({ cases, any: fc.constantFrom(...cases) });

const anyText = (maxLength: number) => fc.string({ unit: "grapheme", maxLength });

export const POLICIES = [
  "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 403\n",
  '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
  { on_http_request: [{ actions: [{ type: "deny", config: { status_code: 404 } }] }] },
];

/** Strings in a format that the type does not show, by property name. */
const FORMATS: Readonly<Record<string, Values>> = {
  vaultName: oneOf("vault-pool-1", "vault-pool-2"),
  domain: oneOf("app.example.com", "Shop.Example.COM.", "*.wild.example.com"),
  url: oneOf(
    "https://a.example.com",
    "HTTPS://B.example.com:443",
    "tcp://c.example.com:12345",
    "tls://d.example.com",
    "https://e.internal",
  ),
  hostports: oneOf(["a.example.com:443"], ["B.Example.com.:8443", "a.example.com:443"], []),
  cidr: oneOf("203.0.113.0/24", "203.0.113.7/32", "2001:DB8::/32", "::/0"),
  acl: oneOf(["bind:b.example.com", "bind:a.example.com"], ["*"], []),
  address: oneOf("origin.example.com:443", "[2001:db8::1]:8080"),
  emailAddresses: oneOf(["b@example.com", "a@example.com"], ["one@example.com"], []),
  emailDomains: oneOf(["b.example.com", "a.example.com"], ["example.com"], []),
  teams: oneOf(["b/c", "a/b"], ["4711"], []),
  roleArn: oneOf("arn:aws:iam::123456789012:role/events"),
  logsIngestionUri: oneOf("https://events.example.com", "https://events.example.com/path"),
  deliveryStreamArn: oneOf("arn:aws:firehose:eu-central-1:123456789012:deliverystream/a"),
  streamArn: oneOf("arn:aws:kinesis:eu-central-1:123456789012:stream/a"),
  logGroupArn: oneOf("arn:aws:logs:eu-central-1:123456789012:log-group:a"),
  idpMetadata: oneOf("<EntityDescriptor/>", " <md:EntityDescriptor>\n</md:EntityDescriptor>\n"),
  sources: oneOf(
    [{ type: "ip_policy_updated.v0" }, { type: "api_key_created.v0" }],
    [{ type: "api_key_created.v0" }],
    [],
  ),
  match: oneOf("/path", "host.example.com/path"),
  publicKey: oneOf(sshPublicKey("one"), `${sshPublicKey("two")} and a comment`),
  caPem: oneOf(authorityPem("ca-1.example.com"), `${authorityPem("ca-2.example.com")}\r\n\r\n`),
  minVersion: oneOf("1.2", "1.3"),
  provider: oneOf("github", "sns", "aws_sns", "slack"),
  bindings: oneOf(["public"], ["kubernetes"], ["kubernetes"], [], ["internal"]),
  criticalOptions: oneOf({ "force-command": "/bin/date" }, { "source-address": "203.0.113.0/24" }, {}),
  extensions: oneOf({ "permit-pty": "" }, { "permit-pty": "", "permit-user-rc": "" }, {}),
  // Far ahead, like the end that the service sets: an expired certificate is due for renewal.
  validAfter: oneOf("2034-01-01T00:00:00Z", "2034-01-01T02:00:00+02:00"),
  validUntil: oneOf("2035-01-01T00:00:00Z", "2035-06-01T00:00:00-07:00"),
  renewBefore: oneOf(0, 0.5),
  // Waiting takes a second: rare enough to keep the test short, but it occurs.
  waitForCertificate: { cases: [false, false, true, false, { timeoutSeconds: 60 }], any: fc.constant(false) },
  // Blank is not a case: inputs that need both would never be given.
  clientId: { cases: ["client", "clïent"], any: anyText(20) },
  clientSecret: { cases: ["secret", "sécret"], any: anyText(20) },
  issuer: oneOf("https://id.example.com", "https://id.example.com/tenant/"),
  nameidFormat: oneOf(
    "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
  ),
};

const words = fc.uniqueArray(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 }), {
  maxLength: 4,
});

/** The values of a property that is not an object with known keys. */
export function valuesOf(key: string, field: Field, pool: Pool): Values {
  const { cases, any } = allValuesOf(key, field, pool);
  const isTaken = (value: unknown) => (field.meta.refuses?.(value) ?? []).length === 0;
  return { cases: cases.filter(isTaken), any: any.filter(isTaken) };
}

function allValuesOf(key: string, field: Field, pool: Pool): Values {
  const { meta } = field;
  const format = field.kind === "object" ? undefined : FORMATS[key];
  if (format) return format;
  const refersTo = classesOf(field);
  if (refersTo)
    return idsOf(
      field,
      refersTo.flatMap((name) => pool[name] ?? []),
    );
  if (meta.typeName?.endsWith("TrafficPolicy")) return oneOf(...POLICIES);
  if (field.kind === "list" && field.item.kind === "object") return TARGETS;
  if (field.kind === "list") return { cases: [["b", "a"], ["one"], []], any: words };
  if (field.kind === "map") return { cases: [{ "Key-One": "1" }, { a: "x", B: "" }, {}], any: maps };
  if (field.kind !== "leaf") throw new Error(`${key} is an object or one of several types`);
  if (field.values) return oneOf(...field.values);
  if (field.type === "boolean") return oneOf(true, false);
  if (field.type === "number") return numbers(field, field.range ?? [0, 1]);
  return approvedBy(field, texts(field.maxBytes, isRequired(field)));
}

/** Without those that a closer look warns of: the service may refuse them. */
function approvedBy({ meta }: Field, { cases, any }: Values): Values {
  const { inspect } = meta;
  return inspect ? oneOf(...cases.filter((value) => inspect(value, {}).length === 0)) : { cases, any };
}

/** The target of a domain. */
const TARGETS: Values = {
  cases: [[{ value: "us-cal-1" }, { value: "eu" }], [{ value: "192.0.2.1:1234" }], [{ value: "global" }], []],
  any: words.map((values) => values.map((value) => ({ value }))),
};

const maps = fc.dictionary(
  fc.string({ unit: fc.constantFrom(..."abcXYZ-_"), minLength: 1, maxLength: 8 }),
  anyText(10),
  { maxKeys: 3 },
);

function texts(maxBytes: number | undefined, isRequired: boolean): Values {
  const usual = ["plain", "ünïcödé ☃ 𝒳", 'line\nbreak, "quotes" and \\', ...(isRequired ? [] : [""])];
  const any = anyText(20).filter((text) => text.trim() !== "" || !isRequired);
  if (maxBytes === undefined) return { cases: usual, any };
  const odd = maxBytes % 2 === 0 ? "" : "x";
  return { cases: ["x".repeat(maxBytes), `${"é".repeat(Math.floor(maxBytes / 2))}${odd}`, ...usual], any };
}

function numbers(field: Field, [low, high]: readonly [number, number]): Values {
  const isWhole = !accepts(field, low + 0.5);
  const any = isWhole ? fc.integer({ min: low, max: high }) : fc.double({ min: low, max: high, noNaN: true });
  // JSON has no negative zero.
  return { cases: [low, high, isWhole ? low + 1 : (low + high) / 3], any: any.map((value) => value + 0) };
}

function idsOf(schema: Field, ids: readonly string[]): Values {
  const [first = "", second = first] = ids;
  if (schema.kind === "list")
    return {
      cases: [[first], [second, first], [first, second]],
      any: fc.shuffledSubarray([...ids], { minLength: 1 }),
    };
  if (schema.kind === "map") {
    const [low = 0, high = 1] = (schema.value.kind === "leaf" && schema.value.range) || [];
    const weights = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: low, max: high }));
    return { cases: [{ [first]: low, [second]: high }, { [first]: high }, {}], any: weights };
  }
  return oneOf(...ids);
}
