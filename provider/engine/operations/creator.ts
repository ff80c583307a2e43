import { NO_ORGANIZATION, stackIdentity } from "../../account/process/stack-identity";
import type { Creator } from "../../lifecycle";

/**
 * The identity of a resource, used to recognise its objects.
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
  // No more is known than earlier releases knew, so their marks are this resource's.
  if (scope.every((part) => part === "")) return { name: place, ...known };
  return { name: JSON.stringify([...scope, place]), formerName: place, ...known };
}
