import type { ResourceIdentity } from "../../lifecycle";

/** The organization of stacks in a self-managed backend. */
export const NO_ORGANIZATION = "organization";
/** Backend whose organization names are unique, so that its address isn't needed. */
const PULUMI_CLOUD = "https://api.pulumi.com";

/** Returns a text that identifies a stack. `scope`: organization and backend's address, each empty if unknown or not needed. */
export function stackIdentity(
  organization: string,
  project: string,
  stack: string,
  env: NodeJS.ProcessEnv = process.env,
) {
  const scope = [organization === NO_ORGANIZATION ? "" : organization, backendIn(env)] as const;
  return { scope, text: JSON.stringify([...scope, project, stack]) };
}

/** @param resource - `<organization>/<project>/<stack>/<path>`. A name of fewer parts counts as one without organization. */
export function resourceIdentity(
  resource: string,
  hasObject: boolean,
  env: NodeJS.ProcessEnv = process.env,
): ResourceIdentity {
  const parts = resource.split("/");
  const [organization = "", project = "", stackName = "", ...path] =
    parts.length > 3 ? parts : [NO_ORGANIZATION, ...parts];
  const nameInBackend = [project, stackName, ...path].join("/");
  const { scope, text: stack } = stackIdentity(organization, project, stackName, env);
  const creator = { stack, hasObject, resource: parts.length > 3 ? path.join("/") : resource };
  if (scope.every((part) => part === "")) return { name: nameInBackend, ...creator };
  return { name: JSON.stringify([...scope, nameInBackend]), nameInBackend, ...creator };
}

/** Returns the backend's URL: PULUMI_BACKEND_URL, set by users, or PULUMI_API, set by some engines; otherwise empty. */
function backendIn(env: NodeJS.ProcessEnv): string {
  const url = URL.parse(env.PULUMI_BACKEND_URL || env.PULUMI_API || "");
  if (!url) return "";
  // Without user name, password and query, which may contain credentials that change.
  const address = `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, "");
  return address === PULUMI_CLOUD ? "" : address;
}
