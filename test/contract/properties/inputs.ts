import {
  type Field,
  isRequired,
  knownField,
  type Rule,
  type Shape,
  shapeOf,
} from "../../../provider/family/field";
import type { ModuleFamily } from "../../../provider/family/module";
import type { ResourceFamily } from "../../../provider/family/resource";
import { tlsKeyPair } from "../../support/crypto";
import { generateValues, POLICIES, type Pool } from "./values";

export type Inputs = Record<string, unknown>;
export type Family = ResourceFamily | ModuleFamily;

/** Policies of TCP and TLS edges, which see only connections. */
const CONNECTION_POLICIES: readonly Inputs[] = [
  { trafficPolicy: { value: '{"on_tcp_connect":[{"actions":[{"type":"deny"}]}]}' } },
  { trafficPolicy: { enabled: true, value: { on_tcp_connect: [{ actions: [{ type: "deny" }] }] } } },
  { trafficPolicy: { enabled: false } },
];

/** Alternative sets of inputs that are only valid together, by class. */
const TOGETHER: Readonly<Record<string, readonly Inputs[]>> = {
  // The service rejects phases that the protocol doesn't have.
  Endpoint: [
    { url: "https://a.example.com", trafficPolicy: POLICIES[0] },
    { url: "HTTPS://B.example.com:443", trafficPolicy: POLICIES[1] },
    { url: "http://c.example.com", trafficPolicy: POLICIES[2] },
    {
      url: "tcp://1.tcp.example.com:12345",
      trafficPolicy: '{"on_tcp_connect":[{"actions":[{"type":"deny"}]}]}',
    },
    { url: "tls://d.example.com", trafficPolicy: { on_tcp_connect: [{ actions: [{ type: "deny" }] }] } },
  ],
  TcpEdge: CONNECTION_POLICIES,
  TlsEdge: CONNECTION_POLICIES,
  ReservedDomain: ["app.example.com", "Shop.Example.COM.", "*.wild.example.com", "own.ngrok.app"].map(
    (domain) => ({ domain }),
  ),
  TlsCertificate: ["one.example.com", "two.example.com *.two.example.com"].map((hosts) => ({
    ...tlsKeyPair(hosts),
  })),
  SshCertificateAuthority: [
    { privateKeyType: "ecdsa", ellipticCurve: "nistp384" },
    { privateKeyType: "rsa", keySize: 2048 },
    { privateKeyType: "rsa", keySize: 4096 },
    { privateKeyType: "ed25519" },
    {},
  ],
};

const isEnabled = (module: unknown) =>
  module !== null && typeof module === "object" && (module as Inputs).enabled !== false;

/** Rules of the service that the API reference lacks, by class or module. */
const SERVICE_RULES: Readonly<Record<string, readonly Rule[]>> = {
  HttpsEdgeRoute: [
    {
      keys: ["oauth", "oidc", "saml"],
      text: "a route has at most one sign-in module",
      violation: ({ oauth, oidc, saml }) =>
        [oauth, oidc, saml].filter(isEnabled).length > 1 ? "oauth" : undefined,
    },
  ],
  ReservedDomain: [
    {
      keys: ["certificateId", "certificateManagementPolicy"],
      text: "a domain of the service has the service's certificate",
      violation: ({ domain, certificateId, certificateManagementPolicy }) =>
        String(domain).endsWith(".ngrok.app") && (certificateId || certificateManagementPolicy)
          ? "domain"
          : undefined,
    },
  ],
};

/** Inputs that the service treats as mutually exclusive. Each is tested with all its values, without the others. */
const EXCLUSIVE: Readonly<Record<string, readonly string[]>> = { HttpsEdgeRoute: ["oauth", "oidc", "saml"] };

const objectRules = (field: Field) => (field.kind === "object" ? (field.rules ?? []) : []);

const rulesWithin = (key: string, schema: Field) => [...(SERVICE_RULES[key] ?? []), ...objectRules(schema)];
const rulesOf = (family: Family) => [...(SERVICE_RULES[family.name] ?? []), ...(family.rules ?? [])];

const OMITTED = new Set(["adoptId", "adopt"]);

/** Returns the inputs of a family that vary on their own. */
const shapeFor = (family: Family): Shape =>
  Object.fromEntries(
    Object.entries(family.inputs).filter(
      ([key]) => !OMITTED.has(key) && !TOGETHER[family.name]?.some((set) => key in set),
    ),
  );

/** Returns valid inputs of a family that together contain every value of every property. */
export function generateCases(family: Family, pool: Pool): Inputs[] {
  const shape = shapeFor(family);
  const exclusive = EXCLUSIVE[family.name] ?? [];
  if (exclusive.length === 0) return casesWith(family, shape, pool);
  return exclusive.flatMap((key) => {
    const others = exclusive.filter((other) => other !== key);
    const allowed = Object.entries(shape).filter(([name]) => !others.includes(name));
    return casesWith(family, Object.fromEntries(allowed), pool);
  });
}

function casesWith(family: Family, shape: Shape, pool: Pool): Inputs[] {
  const together = TOGETHER[family.name] ?? [{}];
  const count = Math.max(together.length, countCases(shape, pool));
  // Twice as many, so that each of two mutually exclusive properties has all its values.
  const full = Array.from({ length: count * 2 }, (_, n) => {
    const valueIndex = Math.floor(n / 2);
    const inputs = { ...generateCase(shape, valueIndex, n, pool), ...together[valueIndex % together.length] };
    return repair(family.inputs, rulesOf(family), inputs, n, pool);
  });
  const minimal = Array.from({ length: Math.max(2, countChoices(shape)) }, (_, n) =>
    repair(family.inputs, rulesOf(family), { ...minimalCase(shape, n, pool), ...together[0] }, n, pool),
  );
  return [...full, ...minimal];
}

/** Returns the largest number of alternatives of a choice at any depth. */
function countChoices(shape: Shape): number {
  const counts = Object.values(shape).map((schema) => {
    const nested = shapeOf(schema) ?? {};
    return isChoice(schema) ? Object.keys(nested).length : countChoices(nested);
  });
  return Math.max(1, ...counts);
}

/** Returns the maximum number of values of a property at any depth. */
function countCases(shape: Shape, pool: Pool): number {
  const counts = Object.entries(shape).map(([key, schema]) => {
    const nested = shapeOf(schema);
    return nested ? countCases(nested, pool) : generateValues(key, schema, pool).length;
  });
  return Math.max(countChoices(shape), ...counts);
}

const isChoice = (schema: Field) => schema.kind === "object" && schema.isChoice === true;

/** Returns inputs with all objects, but otherwise only required properties. */
const minimalCase = (shape: Shape, turn: number, pool: Pool) => generateCase(shape, turn, turn, pool, true);

function generateCase(shape: Shape, valueIndex: number, turn: number, pool: Pool, isBare = false): Inputs {
  const entries = Object.entries(shape)
    .filter(([, schema]) => !isBare || shapeOf(schema) || isRequired(schema))
    .map(([key, schema]) => {
      const nested = shapeOf(schema);
      if (!nested) {
        const cases = generateValues(key, schema, pool);
        return [key, cases[valueIndex % cases.length]] as const;
      }
      const inputs = generateCase(nested, valueIndex, turn, pool, isBare);
      return [key, repair(nested, rulesWithin(key, schema), inputs, turn, pool)] as const;
    });
  return Object.fromEntries(entries);
}

/** Changes inputs to satisfy the rules. Each `turn` changes others, so that all mutually exclusive properties occur. */
function repair(shape: Shape, rules: readonly Rule[], inputs: Inputs, turn: number, pool: Pool): Inputs {
  let result = inputs;
  for (const rule of rules) {
    if (rule.violation(result) === undefined) continue;
    const remedy = remedies(shape, rule, result, turn, pool).find(
      (candidate) => rule.violation(candidate) === undefined,
    );
    if (!remedy) throw new Error(`no inputs satisfy the rule: ${rule.text}`);
    result = remedy;
  }
  return result;
}

/** Returns changed inputs that may satisfy a rule: a disabled module, fewer of its keys, or other values. */
function remedies(shape: Shape, { keys }: Rule, inputs: Inputs, turn: number, pool: Pool): Inputs[] {
  const optional = keys.filter((key) => !isRequired(knownField(shape, key)));
  const rotated = optional.map((_, n) => optional[(n + turn) % optional.length] as string);
  const choose = (key: string): unknown => {
    const field = knownField(shape, key);
    const nested = shapeOf(field);
    return nested ? minimalCase(nested, turn, pool) : generateValues(key, field, pool)[0];
  };
  const without = (omitted: readonly string[]) =>
    Object.fromEntries(Object.entries(inputs).filter(([key]) => !omitted.includes(key)));
  return [
    ...(keys.includes("enabled") && turn % 2 === 1 ? [{ ...inputs, enabled: false }] : []),
    ...rotated.map((key) => without([key])),
    ...rotated.map((key) => without(optional.filter((other) => other !== key))),
    ...rotated.map((key) => ({ ...without(optional), [key]: choose(key) })),
    ...rotated.map((key) => ({ ...inputs, [key]: choose(key) })),
    without(optional),
  ];
}
