import type { Creator } from "../lifecycle";

/** The organization of every stack that is not kept by a service. */
const NO_ORGANIZATION = "organization";
/** Organizations have one name each there, so that its address tells nothing more. */
const VENDORS_SERVICE = "https://api.pulumi.com";

/**
 * A resource as its objects are recognised by it.
 *
 * @param resource - `<organization>/<project>/<stack>/<path>`, as its class composes it.
 */
export function creatorOf(
  resource: string,
  hasObject: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Creator {
  const [organization, project, stackName, ...path] = resource.split("/");
  const place = [project, stackName, ...path].join("/");
  const scope = [organization === NO_ORGANIZATION ? "" : organization, backendIn(env)];
  const stack = JSON.stringify([...scope, project, stackName]);
  // Nothing more is known than earlier releases knew: then their marks are ours.
  if (scope.every((part) => part === "")) return { name: place, stack, hasObject };
  return { name: JSON.stringify([...scope, place]), formerName: place, stack, hasObject };
}

/**
 * Where the stack's state is kept, as far as the environment of the engine tells: PULUMI_BACKEND_URL if the user has set
 * it, PULUMI_API from engines that hand the address of a service to providers. Empty when nobody says.
 */
function backendIn(env: NodeJS.ProcessEnv): string {
  const url = URL.parse(env.PULUMI_BACKEND_URL || env.PULUMI_API || "");
  if (!url) return "";
  // User name, password and query may hold credentials, which change.
  const address = `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, "");
  return address === VENDORS_SERVICE ? "" : address;
}
