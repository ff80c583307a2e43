import type { Question } from "./question";

/** Client properties, with patterns for the modules, variables, macros, and facts that are about them. */
const PROPERTIES: readonly (readonly [property: string, names: RegExp])[] = [
  ["address", /^address|ip_?restriction|client_ip|cidr|conn\.geo/i],
  ["certificate", /mutual_?tls|certificate|conn\.tls\.client/i],
  ["version", /^version|tls_?termination|conn\.tls\.(?:version|cipher)/i],
  ["user", /oauth|saml|oidc|openid|^identity|sign-in|^member/i],
  ["credential", /webhook|signature|jwt|token|audience|basic_?auth|password|authorization/i],
  ["url", /req\.(?:url|host)|query|tls\.sni/i],
  ["request", /req\.(?!url|host)|header|cookie|body|user[_-]?agent|content[_-]|^upgrade|^preflight/i],
  ["vars", /\bvars\b/],
];

const findProperties = (text: string): readonly string[] =>
  PROPERTIES.flatMap(([property, names]) => (names.test(text) ? [property] : []));

function readProperties(question: Question): readonly string[] {
  if (question.kind === "text") return findProperties(question.subject);
  if (question.kind === "unknown") return findProperties(question.dependsOn ?? "");
  return findProperties(question.kind === "fact" ? question.id.kind : question.kind);
}

/** True if both questions read the same property: one answer may decide the other. */
export function areRelated(left: Question, right: Question): boolean {
  const properties = readProperties(left);
  return readProperties(right).some((property) => properties.includes(property));
}
