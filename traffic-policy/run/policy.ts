import type { Phase } from "../evaluate/request";
import { Undecided } from "../language/values";
import { readGuards } from "../symbolic/policy-reader";
import type { GuardRule } from "../symbolic/policy-reading";

export type Policy = Readonly<Record<Phase, readonly GuardRule[]>>;

const MAX_CHARACTERS = 256 * 1024;
const MAX_RULES = 1000;

/** Parses a policy in YAML or JSON. @throws Undecided for a policy that the service may refuse */
export function parsePolicy(text: string, isHttp: boolean): Policy {
  if (text.length > MAX_CHARACTERS) throw new Undecided("a traffic policy of more than 256 KiB");
  const { rules = [], doubts = ["the policy is invalid"] } = readGuards(text, isHttp) ?? {};
  const [doubt] = doubts;
  if (doubt !== undefined) throw new Undecided(doubt.replace(/^the policy/, "a traffic policy that"));
  if (rules.length > MAX_RULES) throw new Undecided(`a traffic policy of more than ${MAX_RULES} rules`);
  const messages = rules.find(({ phase }) => phase === "on_event_stream_message");
  if (messages !== undefined) throw new Undecided(`the phase ${messages.phase}`);
  const inPhase = (name: Phase) => rules.filter(({ phase }) => phase === name);
  return {
    on_tcp_connect: inPhase("on_tcp_connect"),
    on_http_request: inPhase("on_http_request"),
    on_http_response: inPhase("on_http_response"),
  };
}
