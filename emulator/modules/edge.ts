import type { Call } from "../account/account";
import { reject } from "../failure";
import { asText, type JsonObject, textsIn } from "../json";
import type { ModuleBehavior } from "../schema/params";

/** The service's default; the reference doesn't state it. */
const DEFAULT_MIN_VERSION = "1.2";

/** Accepts 1.0 to 1.3, because the service doesn't say which versions it supports. */
function refuseVersion(call: Call, value: JsonObject, path: string): void {
  const version = asText(value.min_version);
  if (version !== "" && !/^1\.[0-3]$/.test(version))
    reject(call, 219, `${version} is not a supported TLS version.`, `${path}.min_version`);
}

export const tlsTermination: ModuleBehavior = {
  check(call, value, path) {
    const why = `${path} must have no min_version when terminate_at is upstream.`;
    if (value.terminate_at === "upstream" && asText(value.min_version) !== "")
      reject(call, 7032, why, path, "invalid");
    refuseVersion(call, value, path);
  },
  normalize: (value) =>
    value.terminate_at === "edge" && value.min_version === null
      ? { ...value, min_version: DEFAULT_MIN_VERSION }
      : value,
};

/** An HTTPS edge always terminates TLS itself. Observed in the service. */
export const tlsTerminationAtEdge: ModuleBehavior = {
  refuse(call, { terminate_at }, path) {
    if (terminate_at !== undefined)
      reject(call, 7109, `${path}.terminate_at cannot be set on an HTTPS edge.`, `${path}.terminate_at`);
  },
  normalize: (value) => (value.min_version === null ? { ...value, min_version: DEFAULT_MIN_VERSION } : value),
  check: refuseVersion,
  computed: () => ({ terminate_at: "edge" }),
};

/** A disabled module restricts nothing, and needs no policies. */
export const ipRestriction: ModuleBehavior = {
  check(call, { enabled, ip_policy_ids }, path) {
    if (enabled !== false && textsIn(ip_policy_ids).length === 0)
      reject(call, 7025, `${path} must name an IP policy.`, `${path}.ip_policy_ids`);
  },
};
