import type { Expressions } from "../evaluate/expressions";
import type { Cause } from "../evaluate/outcome";
import type { UrlParts } from "../evaluate/question";
import type { Phase } from "../evaluate/request";
import { toText } from "../language/values";
import type { ConfiguredText } from "../symbolic/policy-reading";
import type { EvaluationContext, Verdict } from "./guards";

export interface ActionContext extends EvaluationContext {
  readonly phase: Phase;
  /** The protocol of the endpoint or edge: http, https, tls, or tcp. */
  readonly protocol: string;
  readonly expressions: Expressions;
  /** Forwards to an internal endpoint; undefined if it doesn't exist. `catchesErrors`: `on_error` is `continue`. */
  readonly forward: (url: UrlParts, catchesErrors: boolean) => Verdict;
}

/** Evaluates the interpolations in a configured text. */
export const evaluateText = ({ expressions, state }: ActionContext, text: string): string =>
  toText(expressions.interpolate(text, state.scope));

export const evaluateTexts = (context: ActionContext, texts: readonly ConfiguredText[]): string[] =>
  texts.map(({ text }) => evaluateText(context, text));

export const isHttp = ({ phase }: ActionContext): boolean => phase !== "on_tcp_connect";

/** Records that an action may deny the request, and assumes that it doesn't. */
export function mayDeny(context: ActionContext, by: Cause, code?: number): undefined {
  context.run.step(by, "assumed");
  context.run.may.push({ outcome: "refused", by, ...(code === undefined ? {} : { status: code }) });
}
