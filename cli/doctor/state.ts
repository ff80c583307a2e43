import { shortList } from "../../access";
import {
  findUnrecorded,
  NO_ORGANIZATION,
  stackIdentity,
  type UnrecordedCreations,
} from "../../provider/inspect";
import { messageOf } from "../common";
import type { Exported } from "../drift/state";
import { pulumiOutput, stackArguments } from "../pulumi";
import { type Finding, findingsOf } from "./finding";

type WhoAmI = Partial<Readonly<{ user: string; organizations: readonly string[]; url: string }>>;

const { ok, skipped, warning } = findingsOf("state");

const MAX_IDS = 5;

/**
 * Checks that the state contains every object that the journal of the stack's recent runs names. If not, a run was
 * killed, or the state was restored from a backup.
 */
export async function checkState(folder: string | undefined, stack?: string): Promise<Finding> {
  if (folder === undefined) return skipped("this is not the folder of a Pulumi program");
  try {
    const [exported, user] = await Promise.all([
      readJson<Exported>(["stack", "export", ...stackArguments(stack)], folder),
      readJson<WhoAmI>(["whoami", "--json"], folder),
    ]);
    const resources = exported.deployment?.resources ?? [];
    const [, stackName, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(resources[0]?.urn ?? "") ?? [];
    if (stackName === undefined || project === undefined) return skipped("the stack has no resources");
    // A native provider doesn't know the organization, and some providers don't know the address of the backend.
    const organizations = [NO_ORGANIZATION, user.user ?? "", ...(user.organizations ?? [])];
    const backends = [process.env, { PULUMI_BACKEND_URL: user.url }];
    const stacks = organizations.flatMap((organization) =>
      backends.map((env) => stackIdentity(organization, project, stackName, env).text),
    );
    return stateFinding(resources, findUnrecorded(folder, [...new Set(stacks)]));
  } catch (error) {
    return skipped(messageOf(error).split("\n", 1)[0] ?? "");
  }
}

export function stateFinding(
  resources: readonly { readonly id?: string }[],
  { created, open }: UnrecordedCreations,
): Finding {
  const ids = new Set(resources.map(({ id = "" }) => id.slice(id.lastIndexOf("/") + 1)));
  const missing = created.filter((id) => !ids.has(id));
  const missingText = `lacks objects that a run of the stack created: ${shortList(missing, MAX_IDS)}`;
  if (open > 0)
    return warning(
      `${missing.length > 0 ? `${missingText}; and ` : ""}a run of the stack ended while ${open} creation${open > 1 ? "s" : ""} had no response, so it is unknown whether the objects exist`,
      "run `pulumi up` before changing the program: it finds existing objects. Objects that were removed from the program or have different inputs are only shown by `tunnel-edge drift`, as not managed. This warning disappears once the creation is repeated, or after seven days",
    );
  if (missing.length === 0) return ok("has every object in the journal");
  return warning(
    missingText,
    "after a killed run, run `pulumi up`, or repeat its forced replacement (`pulumi up --replace <urn>`). If the state is from a backup, run `tunnel-edge drift` first, and adopt the objects it shows",
  );
}

const readJson = async <T>(args: readonly string[], cwd: string): Promise<T> =>
  JSON.parse(await pulumiOutput(args, { cwd })) as T;
