import { describeClients, type Props, reviewSteps, type Step, same, updated } from "./previews";

// Builds traffic policy rules, and reviews changes to them.

export interface Rule {
  readonly name?: string;
  readonly expressions?: readonly string[];
  readonly actions: readonly object[];
}

/** Rules of the phase `on_http_request`, or rules by phase. */
export type TrafficPolicy = readonly object[] | Readonly<Record<string, unknown>>;

export const APP = "https://app.example.com";
export const INNER = "https://inner.internal";

export const rule = (type: string, config: object = {}, ...expressions: readonly string[]): Rule => ({
  ...(expressions.length > 0 && { expressions }),
  actions: [{ type, config }],
});
export const deny = (...expressions: readonly string[]): Rule => rule("deny", {}, ...expressions);
export const allow = (...cidrs: readonly string[]): Rule => rule("restrict-ips", { allow: cidrs });
export const forward = (url: string, ...expressions: readonly string[]): Rule =>
  rule("forward-internal", { url }, ...expressions);
export const setVars = (vars: object, ...expressions: readonly string[]): Rule =>
  rule("set-vars", { vars: [vars] }, ...expressions);
export const addHeader = (name: string, value: string): Rule =>
  rule("add-headers", { headers: { [name]: value } });
export const password = (...credentials: readonly string[]): Rule => rule("basic-auth", { credentials });

export const OFFICE = allow("203.0.113.0/24");
export const GOOGLE = rule("oauth", { provider: "google" });
export const ANSWER = rule("custom-response", { status_code: 200 });
export const AGENT = forward("https://agent.internal");

export const endpointArgs = (policy: TrafficPolicy, url = APP): Props => ({
  url,
  trafficPolicy: Array.isArray(policy) ? { on_http_request: policy } : policy,
});

export const sameEndpoint = (policy: TrafficPolicy, url = APP, name = "app"): Step =>
  same("Endpoint", name, `ep_${name}`, endpointArgs(policy, url));

export const edited = (before: TrafficPolicy, after: TrafficPolicy, url = APP, name = "app"): Step =>
  updated("Endpoint", name, `ep_${name}`, endpointArgs(before, url), endpointArgs(after, url), [
    "trafficPolicy",
  ]);

export const findExposure = async (steps: readonly Step[], label = APP) =>
  (await reviewSteps(steps)).exposure.changed.find(({ surface }) => surface.label === label);

/** Returns the verdict on a change: "opens", "closes", "shifts", or "same", with "perhaps" if it isn't certain. */
export async function reviewVerdict(
  before: TrafficPolicy,
  after: TrafficPolicy,
  ...moreSteps: readonly Step[]
) {
  const exposure = await findExposure([edited(before, after), ...moreSteps]);
  return exposure === undefined ? "same" : `${exposure.verdict}${exposure.isCertain ? "" : ", perhaps"}`;
}

export const clientsGainingAccess = async (...steps: readonly Step[]) =>
  describeClients((await findExposure(steps))?.gainsAccess ?? []);
