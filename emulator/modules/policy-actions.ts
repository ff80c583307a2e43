import { parse } from "yaml";
import type { Call } from "../account/call";
import { isObject, type Json, textOf } from "../json";
import { isService, refuseAsService } from "../service";

/** Types of the service's traffic policy actions. Observed on the service. */
const ACTIONS = new Set([
  "add-headers",
  "ai-gateway",
  "basic-auth",
  "circuit-breaker",
  "close-connection",
  "compress-response",
  "custom-response",
  "deny",
  "forward-internal",
  "http-request",
  "jwt-validation",
  "log",
  "oauth",
  "openid-connect",
  "owasp-crs-request",
  "owasp-crs-response",
  "rate-limit",
  "redirect",
  "remove-headers",
  "restrict-ips",
  "set-vars",
  "terminate-tls",
  "url-rewrite",
  "verify-webhook",
]);

/** Larger ones are accepted unchecked: parsing them would cost too much. */
const LARGEST = 64 * 1024;

/** Refuses a traffic policy with an action that does not exist. */
export function refuseUnknownActions(call: Call, value: Json | undefined, parameter: string): void {
  const text = textOf(value);
  if (!isService(call) || text.length > LARGEST) return;
  for (const type of actionTypes(policyOf(text))) {
    if (!ACTIONS.has(type))
      refuseAsService(call, 2201, `There is no action ${JSON.stringify(type.slice(0, 80))}.`, parameter);
  }
}

/** The parsed policy; nothing for a string that is neither JSON nor YAML. */
function policyOf(text: string): unknown {
  try {
    return parse(text, { uniqueKeys: false, maxAliasCount: 20 });
  } catch {
    return undefined;
  }
}

function actionTypes(policy: unknown): string[] {
  if (!isObject(policy)) return [];
  const rules = Object.values(policy).flatMap((phase) => (Array.isArray(phase) ? phase : []));
  const actions = rules.flatMap((rule) =>
    isObject(rule) && Array.isArray(rule.actions) ? rule.actions : [],
  );
  return actions.flatMap((action) =>
    isObject(action) && typeof action.type === "string" ? [action.type] : [],
  );
}
