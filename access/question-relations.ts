import { expressionIn } from "../traffic-policy/symbolic/guards";
import type { FactId, Question } from "./question";

/** Nothing that the variable holds comes after its name: a method of it may. */
const ENDS = "(?!\\w|\\.\\w+(?![\\w(]))";

/** What a client has that guards look at, and how names of modules, variables and macros tell that they do. */
const PROPERTIES: readonly (readonly [property: string, named: RegExp])[] = [
  ["address", /ip_?restriction|client_ip|cidr|conn\.geo|^address/i],
  ["certificate", /mutual_?tls|certificate|conn\.tls\.client/i],
  ["version", /tls_?termination|conn\.tls\.(?:version|cipher)|^version/i],
  ["user", /oauth|saml|oidc|openid|^identity/i],
  ["user agent", /user[_-]?agent/i],
  ["signature", /webhook|^signature/i],
  ["token", /jwt|^token|audience/i],
  ["password", /basic_?auth|^password|authorization/i],
  ["path", new RegExp(`req\\.url(?:\\.(?:path|raw_path|uri|raw))?${ENDS}`)],
  ["query", new RegExp(`query|req\\.url(?:\\.(?:uri|raw))?${ENDS}`, "i")],
  ["host", new RegExp(`req\\.host|url\\.(?:host|authority|port)|tls\\.sni|req\\.url(?:\\.raw)?${ENDS}`)],
  ["content type", /content[_-]type/i],
  ["content encoding", /(?:content|accept)[_-]encodings?/i],
  ["content length", /content[_-]length|\bbody\b/i],
  ["method", /req\.method/],
  ["header", /header|^preflight|^upgrade/i],
  ["cookie", /cookie/i],
  ["vars", /\bvars\b/],
];

const PROPERTY_OF: Readonly<Partial<Record<FactId["kind"], string>>> = {
  ...{ upgrade: "header", preflight: "header", certificate: "certificate", signature: "signature" },
  ...{ "sign-in": "user", member: "user", token: "token", audience: "token", password: "password" },
};

const propertiesIn = (text: string): readonly string[] =>
  PROPERTIES.flatMap(([property, named]) => (named.test(text) ? [property] : []));

/** What a question is about, as far as it says so. */
function propertiesOf(question: Question): readonly string[] {
  switch (question.asks) {
    case "text":
      return propertiesIn(question.subject);
    case "unknown":
      return propertiesIn(question.about ?? "");
    case "fact":
      return [PROPERTY_OF[question.id.kind] ?? ""];
    default:
      return [question.asks];
  }
}

/** Whether both are about the same property of clients, so that the answer to the one may decide the other. */
export function areRelated(one: Question, other: Question): boolean {
  const properties = propertiesOf(one);
  return propertiesOf(other).some((property) => properties.includes(property));
}

/** Whether two expressions read something in common, and so may contradict each other. */
export function readTheSame(one: string, other: string): boolean {
  if (one === other) return false;
  const [facts = [], others = []] = [one, other].map((text) => expressionIn(text)?.facts);
  const isPart = (fact: string, of: string) => fact === of || fact.startsWith(`${of}.`);
  return facts.some((fact) => others.some((of) => isPart(fact, of) || isPart(of, fact)));
}
