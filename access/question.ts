import { type Comparison, isMaskedValue, type Test } from "../traffic-policy/symbolic/policy-reader";
import type { Decisions, Literal } from "./diagram";
import type { Networks, NetworkTest } from "./networks";

interface QuestionBase {
  /** Equal keys mean that every client gives the same answer to both questions. */
  readonly key: string;
}

/** A property of a client that is independent of its other properties. */
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

/** The subject of an undecidable question. */
export type UnknownId =
  | { readonly kind: "presence"; readonly subject: string; readonly version: string }
  /** An endpoint that the program doesn't declare serves the URL. */
  | { readonly kind: "endpoint"; readonly url: string }
  /** A forward to an interpolated or masked URL allows the request. */
  | { readonly kind: "forward"; readonly to: string }
  | { readonly kind: "served"; readonly by: string }
  /** An application at an identity provider allows the user. */
  | { readonly kind: "application"; readonly client: string; readonly provider: string }
  | { readonly kind: "hidden guard"; readonly content: string }
  | { readonly kind: "TLS version"; readonly text: string }
  | { readonly kind: "failure"; readonly of: string }
  | { readonly kind: "other"; readonly about: string };

export const keyOf = (
  id: FactId | UnknownId | { readonly kind: "text" | "address" | "version"; readonly of: unknown },
): string => JSON.stringify(id);

/** Descriptions of both answers; complete "requests …". */
export type AnswerTexts = readonly [ifTrue: string, ifFalse: string];

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
  /** The group of this fact. A client has at most one fact of a group, such as the password that it sends. */
  readonly oneOf?: string;
  /** Two facts with the same topic may denote the same property, such as two ids of one application. */
  readonly topic?: string;
  /** Where the secret is set. Two secrets of the same location differ. */
  readonly secretLocation?: string;
  /** Facts that follow from this one. */
  readonly implies?: readonly FactId[];
}

// The reasons that a question is undecidable complete "because …".

export const UNKNOWN_ENDPOINT = "an unknown internal endpoint may answer there";

export function interpolationReason(text: string | undefined): string | undefined {
  if (text !== undefined && isMaskedValue(text)) return "it depends on a value that the preview masks";
  if (text !== undefined && /\bsecrets\.get\(/.test(text)) return "it depends on the value of a vault secret";
  return undefined;
}

/** The reason that a property of a forwarded request is undecided. */
export const forwardReason = (subject: string): string =>
  `the API reference does not say how forward-internal changes ${subject.replace(/\[[0*]\]$/, "")}`;

/** Describes both answers to a question that has no description of its own. */
export const UNDESCRIBED = "depending on a condition that only the service can evaluate";

/** Tests if a CEL expression is true, or fails. */
export interface ExpressionTest {
  readonly text: string;
  readonly expected: "true" | "fails";
  readonly comparison?: Comparison;
}

export interface UnknownQuestion extends QuestionBase {
  readonly kind: "unknown";
  readonly id: UnknownId;
  /**
   * `guard`: an unreadable guard decides, and it allows at least one client. `all requests`: the answer is the same for all
   * requests, such as a behavior that the API reference doesn't specify. `service choice`: the service chooses for each
   * request, such as an endpoint of a pool. Undefined: the answer depends on the request.
   */
  readonly scope?: "guard" | "all requests" | "service choice";
  /** The reason why it is undecided; completes "because …". */
  readonly why?: string;
  /** Stands for a masked policy, or for a masked part of one. */
  readonly isPolicy?: true;
  /** The answer is independent of all other answers. */
  readonly isIndependent?: true;
  /** Set if the guard may allow nobody. */
  readonly mayAllowNobody?: true;
  /** The expression or module that the answer depends on. */
  readonly reads?: string;
  /** The tested expression, if the evaluator can evaluate it for a given request. */
  readonly expression?: ExpressionTest;
  readonly texts: AnswerTexts;
}

export type Question = TextQuestion | AddressQuestion | VersionQuestion | FactQuestion | UnknownQuestion;
export type Answer = Literal<Question>;

export type Diagram = Decisions<Question>;

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

export type TextLiteral = Literal<TextQuestion>;

export const isTextLiteral = (answer: Answer): answer is TextLiteral => answer.question.kind === "text";

export const isTextTest = ({ question }: TextLiteral) =>
  question.is !== "present" && question.is !== "network";
