import type { Creator } from "../../lifecycle";

/** The organization of stacks in a self-managed backend. */
export const NO_ORGANIZATION = "organization";
/** Backend whose organization names are unique, so that its address isn't needed. */
const PULUMI_CLOUD = "https://api.pulumi.com";

export interface StackIdentity {
  /** Organization and address of the backend; empty strings if they are unknown or not needed. */
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
 * Returns the identity of a resource, by which its objects are recognized.
 *
 * @param resource - `<organization>/<project>/<stack>/<path>`, or any other unique name.
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
 * Returns the address of the backend: PULUMI_BACKEND_URL if the user has set it, or PULUMI_API from engines that pass it to
 * providers. Empty if neither is set.
 */
function backendIn(env: NodeJS.ProcessEnv): string {
  const given = env.PULUMI_BACKEND_URL || env.PULUMI_API;
  const url = given ? URL.parse(given) : undefined;
  if (!url) return "";
  // User name, password and query may hold credentials, which change.
  const address = `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, "");
  return address === PULUMI_CLOUD ? "" : address;
}
