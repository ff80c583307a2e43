import { NO_ORGANIZATION, stackIdentity, type Unrecorded, unrecorded } from "../../provider/inspect";
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

const CHECK = "state";

/** How many ids a finding names. */
const MOST_IDS = 5;

/**
 * Whether the state has the objects that the stack's last runs have created, as far as the journal knows: else a run was
 * killed, or the state is an older one.
 */
export async function checkState(cwd: string, stack?: string): Promise<Finding> {
  const folder = programFolder(cwd);
  if (folder === undefined) return skipped(CHECK, "this is not a folder of a Pulumi program");
  try {
    const named = stack === undefined ? [] : ["--stack", stack];
    const [exported, user] = await Promise.all([
      json<Exported>(["stack", "export", ...named], folder),
      json<WhoAmI>(["whoami", "--json"], folder),
    ]);
    const resources = exported.deployment?.resources ?? [];
    const [, stackName, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(resources[0]?.urn ?? "") ?? [];
    if (stackName === undefined || project === undefined) return skipped(CHECK, "the stack has no resources");
    // A native provider does not know the organization, and not each provider the address of a service.
    const organizations = [NO_ORGANIZATION, user.user ?? "", ...(user.organizations ?? [])];
    const backends = [process.env, { PULUMI_BACKEND_URL: user.url }];
    const stacks = organizations.flatMap((organization) =>
      backends.map((env) => stackIdentity(organization, project, stackName, env).text),
    );
    return stateFinding(resources, unrecorded(folder, [...new Set(stacks)]));
  } catch (error) {
    return skipped(CHECK, error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

/** What the journal knows, against the resources of a state. */
export function stateFinding(
  resources: readonly { readonly id?: string }[],
  { created, open }: Unrecorded,
): Finding {
  const has = new Set(resources.map(({ id = "" }) => id.slice(id.lastIndexOf("/") + 1)));
  const missing = created.filter((id) => !has.has(id));
  const more = missing.length > MOST_IDS ? ` and ${missing.length - MOST_IDS} more` : "";
  const missingText = `lacks what a run of the stack has created: ${missing.slice(0, MOST_IDS).join(", ")}${more}`;
  if (open > 0)
    return warning(
      CHECK,
      `${missing.length > 0 ? `${missingText}; and ` : ""}a run of the stack has ended while ${open} creation${open > 1 ? "s" : ""} had no response: it is not known whether the objects exist`,
      "run `pulumi up` before the program is changed: it finds those that exist. What has left the program since, or has other inputs, only `tunnel-edge drift` shows, as not managed. This warning goes once the creation is repeated, or after seven days",
    );
  if (missing.length === 0) return ok(CHECK, "has every object that the journal knows");
  return warning(
    CHECK,
    missingText,
    "after a killed run, run `pulumi up`. If the state is from a backup, run `tunnel-edge drift` first, and adopt what it shows",
  );
}

const json = async <T>(args: readonly string[], cwd: string): Promise<T> =>
  JSON.parse(await pulumiOutput(args, { cwd })) as T;
