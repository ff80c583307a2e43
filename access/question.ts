import { type Comparison, isMaskedValue, type Test } from "../traffic-policy/symbolic/policy-reader";
import type { Networks, NetworkTest } from "./networks";

interface QuestionBase {
  /** Equal keys mean that every client gives the same answer to both questions. */
  readonly key: string;
}

/** Identifies a property that a client either has or lacks. */
export type FactId =
  | { readonly kind: "upgrade" | "preflight" }
  | { readonly kind: "binding"; readonly name: string }
  /** `authority` is undefined for a certificate of any authority. */
  | { readonly kind: "certificate"; readonly authority?: string }
  | {
      readonly kind: "sign-in";
      readonly protocol: "oauth" | "saml" | "openid-connect";
      readonly provider: string;
    }
  /** Membership in a team, organization, or group of a scope, such as an identity provider. */
  | { readonly kind: "member"; readonly scope: string; readonly groupKind: string; readonly name: string }
  | { readonly kind: "signature"; readonly provider: string; readonly secret: string }
  | { readonly kind: "password"; readonly secret: string }
  | { readonly kind: "token"; readonly location: string; readonly keys: string }
  /** `audience` is undefined for a token without an audience. */
  | { readonly kind: "audience"; readonly location: string; readonly audience?: string };

/** Identifies an undecidable question. */
export type UnknownId =
  /** A variable is set. */
  | { readonly kind: "presence"; readonly subject: string; readonly version: string }
  /** An endpoint that the program doesn't declare serves the URL. */
  | { readonly kind: "endpoint"; readonly url: string }
  /** A forward to an interpolated or masked URL allows the request. */
  | { readonly kind: "forward"; readonly to: string }
  /** A backend or policy responds at the endpoint with this id. */
  | { readonly kind: "served"; readonly by: string }
  /** An application at an identity provider allows the user. */
  | { readonly kind: "application"; readonly client: string; readonly provider: string }
  | { readonly kind: "hidden guard"; readonly content: string }
  | { readonly kind: "failure"; readonly of: string }
  | { readonly kind: "other"; readonly about: string };

export const keyOf = (
  id: FactId | UnknownId | { readonly kind: "text" | "address" | "version"; readonly of: unknown },
): string => JSON.stringify(id);

/** Descriptions of both answers; complete "requests …". */
export type AnswerTexts = readonly [ifTrue: string, ifFalse: string];

/** Texts whose negation begins with "not". */
export const orNot = (text: string): AnswerTexts => [text, `not ${text}`];

export const withOrWithout = (noun: string): AnswerTexts => [`with ${noun}`, `without ${noun}`];

export const allowedOrBlocked = (how: string): AnswerTexts => [`allowed ${how}`, `blocked ${how}`];

/** Tests a string property of the request, such as a header. */
export interface TextQuestion extends QuestionBase, Omit<Test, "kind" | "needs"> {
  readonly kind: "text";
  /**
   * Identifies how rules rewrote the value; empty for the value that the client sent. A rewritten value is unknown, but
   * equal versions mean equal values for the same client.
   */
  readonly version: string;
  /** The reason that the value is undecided; completes "because …". */
  readonly why?: string;
}

export function textQuestion(
  test: Pick<TextQuestion, "subject" | "is" | "value" | "why"> & { isFolded?: boolean; version?: string },
): TextQuestion {
  const { subject, is, value, isFolded = false, version = "", why } = test;
  const key = keyOf({ kind: "text", of: [subject, is, value, isFolded, version] });
  return { kind: "text", key, subject, is, value, isFolded, version, why };
}

export interface AddressQuestion extends QuestionBase {
  readonly kind: "address";
  readonly networks: Networks;
}

export interface VersionQuestion extends QuestionBase {
  readonly kind: "version";
  /** 0 to 3 for TLS 1.0 to 1.3. */
  readonly level: number;
}

export interface FactQuestion extends QuestionBase {
  readonly kind: "fact";
  readonly id: FactId;
  readonly texts: AnswerTexts;
  /** A client has at most one fact of a group: for example, a request has one `Authorization` header. */
  readonly exclusiveGroup?: string;
  /** Facts of a group may be the same property: for example, two masked passwords may be equal. */
  readonly aliasGroup?: string;
  /** Identifies where the secret is set. Different facts with the same location have different secrets. */
  readonly secretLocation?: string;
  readonly implies?: readonly FactId[];
}

// The reasons that a question is undecidable complete "because …".

export const UNKNOWN_ENDPOINT = "an unknown internal endpoint may answer there";

export function interpolationReason(text: string | undefined): string | undefined {
  if (text !== undefined && isMaskedValue(text)) return "it depends on a value that the preview masks";
  if (text !== undefined && /\bsecrets\.get\(/.test(text)) return "it depends on the value of a vault secret";
  return undefined;
}

export const forwardReason = (subject: string): string =>
  `the API reference does not say how forward-internal changes ${subject.replace(/\[[0*]\]$/, "")}`;

/** The text of both answers to a question without texts. */
export const UNDESCRIBED = "depending on a condition that only the service can evaluate";

/** Tests whether a CEL expression is true, or whether its evaluation fails. */
export interface ExpressionTest {
  readonly text: string;
  readonly expected: "true" | "fails";
  readonly comparison?: Comparison;
}

export interface UnknownQuestion extends QuestionBase {
  readonly kind: "unknown";
  readonly id: UnknownId;
  /**
   * `guard`: a guard decides, and allows some client if `mayAllowNobody` isn't set. `all requests`: the answer is the same for
   * all requests, such as a behavior that the API reference doesn't specify. `service choice`: the service chooses for each
   * request, such as an endpoint of a pool. Undefined: the answer depends on the request.
   */
  readonly scope?: "guard" | "all requests" | "service choice";
  readonly why?: string;
  /** Set if some client gets this answer whatever its other answers are. */
  readonly isIndependent?: true;
  /** Set for a question with the scope `guard` whose guard may allow nobody. */
  readonly mayAllowNobody?: true;
  /** The expression or module that the answer depends on. */
  readonly dependsOn?: string;
  /** Set if the evaluator can answer the question for a given request. */
  readonly expression?: ExpressionTest;
  readonly texts: AnswerTexts;
}

export type Question = TextQuestion | AddressQuestion | VersionQuestion | FactQuestion | UnknownQuestion;

/** A question with a client's answer to it: a literal of a decision diagram. */
export interface Answer<Q = Question> {
  readonly question: Q;
  readonly isTrue: boolean;
}

export const isUnknownAbout = (question: Question, ...kinds: readonly UnknownId["kind"][]): boolean =>
  question.kind === "unknown" && kinds.includes(question.id.kind);

export const isServiceChoice = (question: Question): boolean =>
  question.kind === "unknown" && question.scope === "service choice";

export const isPublicBinding = (question: Question): boolean =>
  question.kind === "fact" && question.id.kind === "binding" && question.id.name === "public";

export const networkTests = (answers: readonly Answer[]): readonly NetworkTest[] =>
  answers.flatMap(({ question, isTrue }) =>
    question.kind === "address" ? [{ networks: question.networks, isTrue }] : [],
  );

export type TextAnswer = Answer<TextQuestion>;

export const isTextAnswer = (answer: Answer): answer is TextAnswer => answer.question.kind === "text";

export const isTextTest = ({ question }: TextAnswer) =>
  question.is !== "present" && question.is !== "network";
