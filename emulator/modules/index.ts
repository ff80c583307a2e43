import rows from "../reference/modules.json";
import type { Module, ModuleBehavior } from "../schema/params";
import { readModulesFile } from "../schema/reference";
import { modulesFrom } from "../schema/tables";
import { ipRestriction, tlsTermination, tlsTerminationAtEdge } from "./edge";
import { requireCompleteClient } from "./oauth";
import { headers, oauth, oidc, saml, userAgentFilter, webhookVerification } from "./route";

/** Behavior of modules that tables cannot express. */
const BEHAVIORS: Readonly<Record<string, ModuleBehavior>> = {
  ip_restriction: ipRestriction,
  oauth,
  oidc,
  request_headers: headers,
  response_headers: headers,
  saml,
  tls_termination: tlsTermination,
  tls_termination_at_edge: tlsTerminationAtEdge,
  user_agent_filter: userAgentFilter,
  webhook_verification: webhookVerification,
};

/** The transcription of the modules' tables. */
export const moduleReferences = readModulesFile(rows);

/** The rule across the fields of a shape. */
const ruleOf = (shape: string) =>
  /^EndpointOAuth(?!Provider$)./.test(shape) ? requireCompleteClient : undefined;

/** The modules of edges and routes. */
export const modules: ReadonlyMap<string, Module> = modulesFrom(moduleReferences, BEHAVIORS, ruleOf);
