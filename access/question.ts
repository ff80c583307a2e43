import { type Compared, type Test, UNKNOWN_TEXT } from "../traffic-policy/symbolic/guards";
import type { Decisions, Literal } from "./diagram";
import type { Networks } from "./networks";

interface Common {
  /** Equal for questions that every client answers in the same way: `keyOf` its id. */
  readonly key: string;
}

/** Something that a client may have, whatever else it has. */
export type FactId =
  | { readonly kind: "upgrade" | "preflight" }
  | { readonly kind: "binding"; readonly name: string }
  /** Undefined: of any authority. */
  | { readonly kind: "certificate"; readonly authority?: string }
  | { readonly kind: "sign-in"; readonly protocol: "oauth" | "saml" | "openid-connect"; readonly by: string }
  /** A team, organization or group of a scope, such as an identity provider. */
  | { readonly kind: "member"; readonly scope: string; readonly of: string; readonly name: string }
  | { readonly kind: "signature"; readonly provider: string; readonly secret: string }
  | { readonly kind: "password"; readonly secret: string }
  | { readonly kind: "token"; readonly place: string; readonly keys: string }
  /** Undefined: a token without an audience. */
  | { readonly kind: "audience"; readonly place: string; readonly audience?: string };

/** Something that nobody can decide from here. */
export type UnknownId =
  /** A value is there. */
  | { readonly kind: "presence"; readonly subject: string; readonly version: string }
  /** An endpoint that the program does not declare is there. */
  | { readonly kind: "endpoint"; readonly url: string }
  /** A forward to a name that is filled in, or cannot be seen, lets requests in. */
  | { readonly kind: "forward"; readonly to: string }
  /** Anything responds. */
  | { readonly kind: "served"; readonly by: string }
  /** An application at an identity provider has the user. */
  | { readonly kind: "application"; readonly client: string; readonly provider: string }
  | { readonly kind: "hidden guard"; readonly content: string }
  | { readonly kind: "TLS version"; readonly text: string }
  /** An expression or action fails. */
  | { readonly kind: "failure"; readonly of: string }
  | { readonly kind: "other"; readonly about: string };

/** The canonical key of a question, for maps. */
export const keyOf = (
  id: FactId | UnknownId | { readonly kind: "text" | "address" | "version"; readonly of: unknown },
): string => JSON.stringify(id);

/** A question about a text of the request. */
export interface TextQuestion extends Common, Omit<Test, "kind" | "needs"> {
  readonly asks: "text";
  /**
   * What has become of the text on the way, by rules that rewrite it: nothing certain is known of the text then, but that
   * it is the same for the same client. Empty for what the client has sent.
   */
  readonly version: string;
  /** Why nobody can tell what has become of it, after "since". */
  readonly why?: string;
}

/** A question about a text, with its key. */
export function textQuestion(
  test: Pick<TextQuestion, "subject" | "is" | "value" | "why"> & { isFolded?: boolean; version?: string },
): TextQuestion {
  const { subject, is, value, isFolded = false, version = "", why } = test;
  const key = keyOf({ kind: "text", of: [subject, is, value, isFolded, version] });
  return { asks: "text", key, subject, is, value, isFolded, version, ...(why && { why }) };
}

/** Whether the client's address is one of those that are admitted. */
export interface AddressQuestion extends Common {
  readonly asks: "address";
  readonly networks: Networks;
}

/** Whether the client speaks this version of TLS or a newer one, or, where `isOldest`, no older one. */
export interface VersionQuestion extends Common {
  readonly asks: "version";
  readonly isOldest?: true;
  /** 0 to 3, of TLS 1.0 to 1.3. */
  readonly level: number;
}

/** Something that a client may or may not have, whatever else it has. */
export interface FactQuestion extends Common {
  readonly asks: "fact";
  readonly id: FactId;
  /** Both answers in words that follow "requests". */
  readonly yes: string;
  readonly no: string;
  /** Facts of one kind that no client has two of, such as the password that it sends. */
  readonly oneOf?: string;
  /** Facts about the same thing, which may not be independent: another id of the same application. */
  readonly about?: string;
  /** Where it is set: two facts that are set at one place are certainly not the same. */
  readonly at?: string;
  /** Facts that a client has that has this one. */
  readonly implies?: readonly FactId[];
}

/** Why nobody can decide what becomes of a forward to a name that the program does not serve. */
export const UNSEEN_ENDPOINT = "an unknown internal endpoint may answer there";

/** Why nobody can decide what is filled in from a vault. */
const OF_A_VAULT = "a value of a vault decides, which no preview shows";

/** Why nobody can decide what depends on a text that the service fills in; undefined where nothing special is known. */
export const whyFilled = (text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : text.startsWith(UNKNOWN_TEXT)
      ? "a value decides that the preview hides"
      : /\bsecrets\.get\(/.test(text)
        ? OF_A_VAULT
        : undefined;

/** Why nobody can decide what depends on what a request is like behind forward-internal. */
export const whyForwarded = (subject: string): string =>
  `the API reference does not say what forward-internal makes of ${subject.replace(/\[[0*]\]$/, "")}`;

/** What stands for a doubt that has no words of its own. */
export const DOUBT = "depending on what only the service knows";

/** Whether an expression is true of a request, or fails. */
export interface AskedExpression {
  readonly text: string;
  readonly is: "true" | "fails";
  readonly compares?: Compared;
}

/** What nobody can decide from here. */
export interface UnknownQuestion extends Common {
  readonly asks: "unknown";
  readonly id: UnknownId;
  /**
   * `guard`: whom a guard lets in that cannot be seen; somebody answers with yes. `case`: what differs between requests.
   * `reading`: what the reference leaves open; all answer alike. `pick`: what the service chooses anew for each request.
   */
  readonly of: "guard" | "case" | "reading" | "pick";
  /** Why nobody can decide it, after "since"; else in the words of the answer. */
  readonly why?: string;
  /** It hides a policy, or a part of one. */
  readonly isPolicy?: true;
  /** Whom it lets in is of all kinds: what else is asked of a client makes no difference. */
  readonly isIndependent?: true;
  /** A guard that may let in nobody. */
  readonly mayBeNobody?: true;
  /** What it depends on, as expressions name it. */
  readonly about?: string;
  /** The expression that it is about, where the evaluator tells of a request what it gives. */
  readonly asked?: AskedExpression;
  readonly yes: string;
  readonly no: string;
}

export type Question = TextQuestion | AddressQuestion | VersionQuestion | FactQuestion | UnknownQuestion;
export type Answer = Literal<Question>;

/** What becomes of requests, by these questions. A place may be got to by a URL that a policy has rewritten. */
export type Diagram = Decisions<Question>;

/** True for an unknown of one of these kinds. */
export const isUnknown = (question: Question, ...kinds: readonly UnknownId["kind"][]): boolean =>
  question.asks === "unknown" && kinds.includes(question.id.kind);

/** True for the fact that a client comes by the public binding. */
export const isPublicBinding = (question: Question): boolean =>
  question.asks === "fact" && question.id.kind === "binding" && question.id.name === "public";
