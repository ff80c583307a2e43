import { z } from "zod";
import { CommandError, readTextFile } from "../common";
import { parseSecretJson } from "../pulumi";

/** Class for each supported Terraform resource type, including those of older provider versions. */
export const CLASS_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ["ngrok_agent_ingress", "AgentIngress"],
  ["ngrok_api_key", "ApiKey"],
  ["ngrok_bot_user", "BotUser"],
  ["ngrok_certificate_authority", "CertificateAuthority"],
  ["ngrok_cloud_endpoint", "Endpoint"],
  ["ngrok_credential", "Credential"],
  ["ngrok_domain", "ReservedDomain"],
  ["ngrok_event_destination", "EventDestination"],
  ["ngrok_event_subscription", "EventSubscription"],
  ["ngrok_failover_backend", "FailoverBackend"],
  ["ngrok_http_response_backend", "HttpResponseBackend"],
  ["ngrok_ip_policy", "IpPolicy"],
  ["ngrok_ip_policy_rule", "IpPolicyRule"],
  ["ngrok_ip_restriction", "IpRestriction"],
  ["ngrok_reserved_addr", "ReservedAddr"],
  ["ngrok_reserved_domain", "ReservedDomain"],
  ["ngrok_secret", "Secret"],
  ["ngrok_service_user", "ServiceUser"],
  ["ngrok_ssh_certificate_authority", "SshCertificateAuthority"],
  ["ngrok_ssh_credential", "SshCredential"],
  ["ngrok_ssh_host_certificate", "SshHostCertificate"],
  ["ngrok_ssh_user_certificate", "SshUserCertificate"],
  ["ngrok_tcp_address", "ReservedAddr"],
  ["ngrok_tls_certificate", "TlsCertificate"],
  ["ngrok_tunnel_group_backend", "TunnelGroupBackend"],
  ["ngrok_vault", "Vault"],
]);

/** The only default of the Terraform provider that its class does not share, and the effect of omitting the input. */
export const LOST_DEFAULT = {
  class: "IpRestriction",
  input: "enforced",
  value: true,
  why: "without it the next update stops enforcing the restriction, and every address gains access",
} as const;

export interface RequestedImport {
  readonly className: string;
  readonly id: string;
  readonly name?: string;
}

/** The part of a Terraform state that concerns the service. */
export type TerraformState = ReturnType<typeof terraformState>;

const PROVIDER_PREFIX = "ngrok_";

const MAX_BYTES = 64 * 1024 * 1024;

const shortText = z.string().min(1).max(1_000);

const resourceShape = z.object({
  address: shortText,
  mode: z.string(),
  type: z.string(),
  name: shortText,
  index: z.union([z.number(), z.string().max(1_000)]).optional(),
  // Set for the old object of a replacement that wasn't deleted: the new object has the same address.
  deposed_key: z.string().optional(),
  values: z.object({ id: z.unknown() }).nullish(),
});

const moduleShape = z.object({
  address: z.string().max(1_000).optional(),
  resources: z.array(z.unknown()).optional(),
  child_modules: z.array(z.unknown()).optional(),
});

const stateShape = z.object({
  format_version: z.string(),
  values: z.object({ root_module: z.unknown() }).optional(),
});

/**
 * Reads types, names, and ids from the output of `terraform show -json`. Errors only quote addresses, because the output
 * contains every secret of the state in plain text.
 *
 * @param source - A file, or `-` for standard input.
 * @throws CommandError for anything other than a state.
 */
export async function readTerraformState(source: string): Promise<TerraformState> {
  const sourceName = source === "-" ? "standard input" : source;
  const text = await readTextFile(source, MAX_BYTES, "name its objects as Class=id:name");
  return terraformState(parseSecretJson(text, sourceName), sourceName);
}

/** @throws CommandError if a value is not the output of `terraform show -json` for a state */
export function terraformState(value: unknown, sourceName: string) {
  const state = stateShape.safeParse(value);
  if (!state.success || !/^[01]\./.test(state.data.format_version))
    throw new CommandError(
      `${sourceName} is not the output of \`terraform show -json\` for a state: \`terraform state pull\` and state files have a different format`,
    );
  if (state.data.values === undefined)
    throw new CommandError(
      `${sourceName} contains no objects: run \`terraform show -json\`, without a plan, in the folder and workspace of the state`,
    );
  const objects: ReturnType<typeof objectOf>[] = [];
  /** Addresses of the objects without a matching class. */
  const remaining: string[] = [];
  // A stack: the next module is taken from its end.
  const modules: unknown[] = [state.data.values.root_module];
  for (let next = modules.pop(); next !== undefined; next = modules.pop()) {
    const module = validate(moduleShape, next, sourceName);
    for (const child of (module.child_modules ?? []).toReversed()) modules.push(child);
    for (const entry of module.resources ?? []) {
      const resource = validate(resourceShape, entry, sourceName);
      if (resource.mode !== "managed" || !resource.type.startsWith(PROVIDER_PREFIX)) continue;
      const className = CLASS_OF_TYPE.get(resource.type);
      if (className === undefined) remaining.push(resource.address);
      else objects.push(objectOf(resource, className, module.address ?? ""));
    }
  }
  return { objects, remaining };
}

/** @throws CommandError that doesn't quote the state */
function validate<T>(shape: z.ZodType<T>, value: unknown, sourceName: string): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CommandError(
    `${sourceName} is not the output of \`terraform show -json\` for a state: ${issue?.path.join(".") || "a part of it"} has a different format`,
  );
}

function objectOf(
  { address, name, index, deposed_key, values }: z.infer<typeof resourceShape>,
  className: string,
  module: string,
) {
  if (deposed_key !== undefined)
    throw new CommandError(
      `${address} was replaced, and its old object is still there: run \`terraform apply\` first`,
    );
  const id = values?.id;
  if (typeof id !== "string" || !/^[^:\s]{1,200}$/.test(id))
    throw new CommandError(`${address} has no id in the state: run \`terraform apply -refresh-only\` first`);
  return { className, id, name: resourceName(module, name, index), address };
}

/** `module.edge.ngrok_ip_policy.office["eu"]` becomes `edge-office-eu`. */
const resourceName = (module: string, name: string, index: number | string | undefined) =>
  [module.replace(/\bmodule\./g, ""), name, ...(index === undefined ? [] : [index])]
    .join("-")
    .replace(/[^\w]+/g, "-")
    .replace(/^-|-$/g, "");
