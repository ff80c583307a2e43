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
import { POLICIES, type Pool, valuesOf } from "./values";

export type Inputs = Record<string, unknown>;
type Family = ResourceFamily | ModuleFamily;

/** TCP and TLS edges only see connections. */
const CONNECTION_POLICIES: readonly Inputs[] = [
  { trafficPolicy: { value: '{"on_tcp_connect":[{"actions":[{"type":"deny"}]}]}' } },
  { trafficPolicy: { enabled: true, value: { on_tcp_connect: [{ actions: [{ type: "deny" }] }] } } },
  { trafficPolicy: { enabled: false } },
];

/** Inputs that are only valid together, by class: each set is one of several. */
const TOGETHER: Readonly<Record<string, readonly Inputs[]>> = {
  // The service refuses a phase that the protocol does not have.
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

const isOn = (module: unknown) =>
  module !== null && typeof module === "object" && (module as Inputs).enabled !== false;

/** Inputs that the service refuses although the API reference allows them, by class or module. */
const SERVICE_RULES: Readonly<Record<string, readonly Rule[]>> = {
  HttpsEdgeRoute: [
    {
      keys: ["oauth", "oidc", "saml"],
      text: "one way to sign on is applied to a route",
      broken: ({ oauth, oidc, saml }) => ([oauth, oidc, saml].filter(isOn).length > 1 ? "oauth" : undefined),
    },
  ],
  ReservedDomain: [
    {
      keys: ["certificateId", "certificateManagementPolicy"],
      text: "a domain of the service has the service's certificate",
      broken: ({ domain, certificateId, certificateManagementPolicy }) =>
        String(domain).endsWith(".ngrok.app") && (certificateId || certificateManagementPolicy)
          ? "domain"
          : undefined,
    },
  ],
};

/** Mutually exclusive inputs of the service: each has all of its cases without the others. */
const APART: Readonly<Record<string, readonly string[]>> = { HttpsEdgeRoute: ["oauth", "oidc", "saml"] };

const objectRules = (field: Field) => (field.kind === "object" ? (field.rules ?? []) : []);

const rulesWithin = (key: string, schema: Field) => [...(SERVICE_RULES[key] ?? []), ...objectRules(schema)];
const rulesOf = (family: Family) => [...(SERVICE_RULES[family.name] ?? []), ...(family.rules ?? [])];

/** Inputs that no generated object has: adoption is tested elsewhere, and the path's ids are those of the pool. */
const LEFT_OUT = new Set(["adoptId", "adopt"]);

const shapeFor = (family: Family): Shape =>
  Object.fromEntries(
    Object.entries(family.inputs).filter(
      ([key]) => !LEFT_OUT.has(key) && !TOGETHER[family.name]?.some((set) => key in set),
    ),
  );

/** Inputs with every property that the rules allow; each number selects the next case of each property. */
export function casesOf(family: Family, pool: Pool): Inputs[] {
  const shape = shapeFor(family);
  const apart = APART[family.name] ?? [];
  if (apart.length === 0) return casesWith(family, shape, pool);
  return apart.flatMap((key) => {
    const others = apart.filter((other) => other !== key);
    const kept = Object.entries(shape).filter(([name]) => !others.includes(name));
    return casesWith(family, Object.fromEntries(kept), pool);
  });
}

function casesWith(family: Family, shape: Shape, pool: Pool): Inputs[] {
  const together = TOGETHER[family.name] ?? [{}];
  const number = Math.max(together.length, casesIn(shape, pool));
  // Twice as many: each of two mutually exclusive properties must have all of its cases.
  const full = Array.from({ length: number * 2 }, (_, n) => {
    const at = Math.floor(n / 2);
    const inputs = { ...caseOf(shape, at, n, pool), ...together[at % together.length] };
    return keepingRules(family.inputs, rulesOf(family), inputs, n, pool);
  });
  const little = Array.from({ length: Math.max(2, choicesIn(shape)) }, (_, n) =>
    keepingRules(family.inputs, rulesOf(family), { ...bare(shape, n, pool), ...together[0] }, n, pool),
  );
  return [...full, ...little];
}

/** Maximum number of keys of an object with mutually exclusive keys. */
function choicesIn(shape: Shape): number {
  const numbers = Object.values(shape).map((schema) => {
    const nested = shapeOf(schema) ?? {};
    return isChoice(schema) ? Object.keys(nested).length : choicesIn(nested);
  });
  return Math.max(1, ...numbers);
}

/** Maximum number of cases of a property at any depth. */
function casesIn(shape: Shape, pool: Pool): number {
  const numbers = Object.entries(shape).map(([key, schema]) => {
    const nested = shapeOf(schema);
    return nested ? casesIn(nested, pool) : valuesOf(key, schema, pool).length;
  });
  return Math.max(choicesIn(shape), ...numbers);
}

/** Whether the keys of an object exclude each other. */
const isChoice = (schema: Field) => schema.kind === "object" && schema.isChoice === true;

/** Every object, with its required properties only. */
const bare = (shape: Shape, turn: number, pool: Pool) => caseOf(shape, turn, turn, pool, true);

function caseOf(shape: Shape, at: number, turn: number, pool: Pool, isBare = false): Inputs {
  const entries = Object.entries(shape)
    .filter(([, schema]) => !isBare || shapeOf(schema) || isRequired(schema))
    .map(([key, schema]) => {
      const nested = shapeOf(schema);
      if (!nested) {
        const cases = valuesOf(key, schema, pool);
        return [key, cases[at % cases.length]] as const;
      }
      const inputs = caseOf(nested, at, turn, pool, isBare);
      return [key, keepingRules(nested, rulesWithin(key, schema), inputs, turn, pool)] as const;
    });
  return Object.fromEntries(entries);
}

/**
 * The inputs without those that break a rule. Each turn removes another one, so that all mutually exclusive properties
 * occur.
 */
function keepingRules(
  shape: Shape,
  rules: readonly Rule[],
  inputs: Inputs,
  turn: number,
  pool: Pool,
): Inputs {
  let kept = inputs;
  for (const rule of rules) {
    if (rule.broken(kept) === undefined) continue;
    const mended = remedies(shape, rule, kept, turn, pool).find(
      (candidate) => rule.broken(candidate) === undefined,
    );
    if (!mended) throw new Error(`no way to keep the rule: ${rule.text}`);
    kept = mended;
  }
  return kept;
}

/** Ways of satisfying a rule: switch a module off, omit each of its keys, keep each of them alone, or choose a missing one. */
function remedies(shape: Shape, { keys }: Rule, inputs: Inputs, turn: number, pool: Pool): Inputs[] {
  const optional = keys.filter((key) => !isRequired(knownField(shape, key)));
  const turned = optional.map((_, n) => optional[(n + turn) % optional.length] as string);
  const chosen = (key: string): unknown => {
    const field = knownField(shape, key);
    const nested = shapeOf(field);
    return nested ? bare(nested, turn, pool) : valuesOf(key, field, pool)[0];
  };
  const without = (gone: readonly string[]) =>
    Object.fromEntries(Object.entries(inputs).filter(([key]) => !gone.includes(key)));
  return [
    ...(keys.includes("enabled") && turn % 2 === 1 ? [{ ...inputs, enabled: false }] : []),
    ...turned.map((key) => without([key])),
    ...turned.map((key) => without(optional.filter((other) => other !== key))),
    ...turned.map((key) => ({ ...without(optional), [key]: chosen(key) })),
    ...turned.map((key) => ({ ...inputs, [key]: chosen(key) })),
    without(optional),
  ];
}
