import { lastCreated, NO_ORGANIZATION, stackIdentity } from "../../provider/account";
import { programFolder } from "../account";
import { pulumiOutput } from "../pulumi";
import { type Finding, ok, skipped, warning } from "./finding";

interface Exported {
  readonly deployment?: {
    readonly resources?: readonly { readonly urn: string; readonly id?: string }[];
  };
}

interface WhoAmI {
  readonly user?: string;
  readonly organizations?: readonly string[];
  readonly url?: string;
}

/** How many ids a finding names. */
const MOST_IDS = 5;

/**
 * Whether the state has the objects that the stack's last runs have created, as far as the journal knows: else a run was
 * killed, or the state is an older one.
 */
export async function checkState(cwd: string, stack?: string): Promise<Finding> {
  const check = "state";
  const folder = programFolder(cwd);
  if (folder === undefined) return skipped(check, "this is not a folder of a Pulumi program");
  try {
    const named = stack === undefined ? [] : ["--stack", stack];
    const [exported, user] = await Promise.all([
      json<Exported>(["stack", "export", ...named], folder),
      json<WhoAmI>(["whoami", "--json"], folder),
    ]);
    const resources = exported.deployment?.resources ?? [];
    const [, stackName, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(resources[0]?.urn ?? "") ?? [];
    if (stackName === undefined || project === undefined) return skipped(check, "the stack has no resources");
    // A native provider is not told the organization, nor each of them the address of a service.
    const organizations = [NO_ORGANIZATION, user.user ?? "", ...(user.organizations ?? [])];
    const backends = [process.env, { PULUMI_BACKEND_URL: user.url }];
    const stacks = organizations.flatMap((organization) =>
      backends.map((env) => stackIdentity(organization, project, stackName, env).text),
    );
    const has = new Set(resources.map(({ id = "" }) => id.slice(id.lastIndexOf("/") + 1)));
    const missing = lastCreated(folder, [...new Set(stacks)]).filter((id) => !has.has(id));
    if (missing.length === 0) return ok(check, "has every object that the journal knows");
    const more = missing.length > MOST_IDS ? ` and ${missing.length - MOST_IDS} more` : "";
    return warning(
      check,
      `lacks what a run of the stack has created: ${missing.slice(0, MOST_IDS).join(", ")}${more}`,
      "after a killed run, run `pulumi up`. If the state is from a backup, run `tunnel-edge drift` first, and adopt what it shows",
    );
  } catch (error) {
    return skipped(check, error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

const json = async <T>(args: readonly string[], cwd: string): Promise<T> =>
  JSON.parse(await pulumiOutput(args, { cwd })) as T;
