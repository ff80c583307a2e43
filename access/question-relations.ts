import type { FactId, Question } from "./question";

/** Client properties, with patterns for modules, variables, and macros that read them. */
const PROPERTIES: readonly (readonly [property: string, names: RegExp])[] = [
  ["address", /^address|ip_?restriction|client_ip|cidr|conn\.geo/i],
  ["certificate", /mutual_?tls|certificate|conn\.tls\.client/i],
  ["version", /^version|tls_?termination|conn\.tls\.(?:version|cipher)/i],
  ["user", /oauth|saml|oidc|openid|^identity/i],
  ["credential", /webhook|signature|jwt|token|audience|basic_?auth|password|authorization/i],
  ["url", /req\.(?:url|host)|query|tls\.sni/i],
  ["request", /req\.(?!url|host)|header|cookie|body|user[_-]?agent|content[_-]/i],
  ["vars", /\bvars\b/],
];

const PROPERTY_BY_FACT: Readonly<Partial<Record<FactId["kind"], string>>> = {
  upgrade: "request",
  preflight: "request",
  certificate: "certificate",
  signature: "credential",
  "sign-in": "user",
  member: "user",
  token: "credential",
  audience: "credential",
  password: "credential",
};

const findProperties = (text: string): readonly string[] =>
  PROPERTIES.flatMap(([property, names]) => (names.test(text) ? [property] : []));

function readProperties(question: Question): readonly string[] {
  switch (question.kind) {
    case "text":
      return findProperties(question.subject);
    case "unknown":
      return findProperties(question.dependsOn ?? "");
    case "fact":
      return [PROPERTY_BY_FACT[question.id.kind] ?? ""];
    default:
      return [question.kind];
  }
}

/** True if both questions read the same property: one answer may decide the other. */
export function areRelated(left: Question, right: Question): boolean {
  const properties = readProperties(left);
  return readProperties(right).some((property) => properties.includes(property));
}
