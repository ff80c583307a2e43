import type { Creator } from "../../lifecycle";

/** The organization of every stack that no service manages. */
export const NO_ORGANIZATION = "organization";
/** Organization names are unique there, so its address adds nothing. */
const VENDORS_SERVICE = "https://api.pulumi.com";

/** The known parts of a stack's identity. */
export interface StackIdentity {
  /** Organization and address of the backend; empty texts where they are not known or add nothing. */
  readonly scope: readonly [string, string];
  readonly text: string;
}

export function stackIdentity(
  organization: string,
  project: string,
  stack: string,
  env: NodeJS.ProcessEnv = process.env,
): StackIdentity {
  const scope = [organization === NO_ORGANIZATION ? "" : organization, backendIn(env)] as const;
  return { scope, text: JSON.stringify([...scope, project, stack]) };
}

/**
 * The identity of a resource, used to recognize its objects.
 *
 * @param resource - `<organization>/<project>/<stack>/<path>`, as its class composes it; without all of these, a name
 *   that is unique in its own way.
 */
export function creatorOf(
  resource: string,
  hasObject: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Creator {
  const parts = resource.split("/");
  const [organization = "", project = "", stackName = "", ...path] =
    parts.length > 3 ? parts : [NO_ORGANIZATION, ...parts];
  const place = [project, stackName, ...path].join("/");
  const { scope, text: stack } = stackIdentity(organization, project, stackName, env);
  const known = { stack, hasObject, resource: parts.length > 3 ? path.join("/") : resource };
  if (scope.every((part) => part === "")) return { name: place, ...known };
  return { name: JSON.stringify([...scope, place]), place, ...known };
}

/**
 * Where the stack's state is kept, as far as the engine's environment shows: PULUMI_BACKEND_URL if the user has set
 * it, or PULUMI_API from engines that pass a service's address to providers. Empty when neither is set.
 */
function backendIn(env: NodeJS.ProcessEnv): string {
  const given = env.PULUMI_BACKEND_URL || env.PULUMI_API;
  const url = given ? URL.parse(given) : undefined;
  if (!url) return "";
  // User name, password and query may hold credentials, which change.
  const address = `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, "");
  return address === VENDORS_SERVICE ? "" : address;
}
