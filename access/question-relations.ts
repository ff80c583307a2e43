import type { FactId, Question } from "./question";

/** The end of a variable's name. A method call may follow, but no field. */
const END_OF_NAME = "(?!\\w|\\.\\w+(?![\\w(]))";

/** Client properties, with patterns for modules, variables, and macros that read them. */
const PROPERTIES: readonly (readonly [property: string, names: RegExp])[] = [
  ["address", /ip_?restriction|client_ip|cidr|conn\.geo|^address/i],
  ["certificate", /mutual_?tls|certificate|conn\.tls\.client/i],
  ["version", /tls_?termination|conn\.tls\.(?:version|cipher)|^version/i],
  ["user", /oauth|saml|oidc|openid|^identity/i],
  ["user agent", /user[_-]?agent/i],
  ["signature", /webhook|^signature/i],
  ["token", /jwt|^token|audience/i],
  ["password", /basic_?auth|^password|authorization/i],
  ["path", new RegExp(`req\\.url(?:\\.(?:path|raw_path|uri|raw))?${END_OF_NAME}`)],
  ["query", new RegExp(`query|req\\.url(?:\\.(?:uri|raw))?${END_OF_NAME}`, "i")],
  [
    "host",
    new RegExp(`req\\.host|url\\.(?:host|authority|port)|tls\\.sni|req\\.url(?:\\.raw)?${END_OF_NAME}`),
  ],
  ["content type", /content[_-]type/i],
  ["content encoding", /(?:content|accept)[_-]encodings?/i],
  ["content length", /content[_-]length|\bbody\b/i],
  ["method", /req\.method/],
  ["header", /header|^preflight|^upgrade/i],
  ["cookie", /cookie/i],
  ["vars", /\bvars\b/],
];

const PROPERTY_BY_FACT: Readonly<Partial<Record<FactId["kind"], string>>> = {
  upgrade: "header",
  preflight: "header",
  certificate: "certificate",
  signature: "signature",
  "sign-in": "user",
  member: "user",
  token: "token",
  audience: "token",
  password: "password",
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
