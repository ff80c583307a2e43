import { type JsonObject, textOf } from "../json";
import type { Call } from "../schema/family";
import { boolean, id, ids, type Module, string } from "../schema/params";
import { refuseAsService } from "../service";
import { refuseUnknownActions } from "./policy-actions";
import { BACKENDS } from "./targets";

/** Common to every module. API reference: "Response module shapes". */
export const enabled = boolean(true);

/** API reference: "Module parameter shapes on a TLS edge", backend. */
export const backend: Module = {
  shape: "EndpointBackend",
  mutateShape: "EndpointBackendMutate",
  fields: { enabled, backend_id: id({ to: BACKENDS, as: "backend" }) },
};

/** API reference: "Module parameter shapes on a TLS edge", ip_restriction. */
export const ipRestriction: Module = {
  shape: "EndpointIPPolicy",
  mutateShape: "EndpointIPPolicyMutate",
  fields: { enabled, ip_policy_ids: ids({ to: ["/ip_policies"], as: "ip_policies" }) },
};

/** API reference: "Module parameter shapes on a TLS edge", mutual_tls. */
export const mutualTls: Module = {
  shape: "EndpointMutualTLS",
  mutateShape: "EndpointMutualTLSMutate",
  fields: {
    enabled,
    certificate_authority_ids: ids({ to: ["/certificate_authorities"], as: "certificate_authorities" }),
  },
};

/** The service's choice when min_version is unspecified: not in the reference. */
const DEFAULT_MIN_VERSION = "1.2";

/** The service was only observed to check the format: which versions it supports is not known. */
function refuseVersion(call: Call, value: JsonObject, at: string): void {
  const version = textOf(value.min_version);
  if (version !== "" && !/^\d\.\d$/.test(version))
    refuseAsService(call, 219, `${version} is not a supported TLS version.`, `${at}.min_version`);
}

/** API reference: "Module parameter shapes on a TLS edge", tls_termination. */
export const tlsTermination: Module = {
  shape: "EndpointTLSTermination",
  fields: {
    enabled,
    terminate_at: string({ enum: ["edge", "upstream"], default: "edge" }),
    min_version: string({ default: null }),
  },
  rule(value) {
    if (value.terminate_at === "upstream" && textOf(value.min_version) !== "")
      throw new Error("must have no min_version when terminate_at is upstream");
  },
  check: refuseVersion,
  settle: (value) =>
    value.terminate_at === "edge" && value.min_version === null
      ? { ...value, min_version: DEFAULT_MIN_VERSION }
      : value,
};

/** An edge that reads requests always terminates TLS itself. Observed on the service. */
export const tlsTerminationAtEdge: Module = {
  shape: "EndpointTLSTermination",
  mutateShape: "EndpointTLSTerminationAtEdge",
  fields: { enabled, min_version: string({ default: null }) },
  settle: (value) => (value.min_version === null ? { ...value, min_version: DEFAULT_MIN_VERSION } : value),
  check: refuseVersion,
  computed: () => ({ terminate_at: "edge" }),
};

/** API reference: "Module parameter shapes on a TLS edge", traffic_policy. */
export const trafficPolicy: Module = {
  shape: "EndpointTrafficPolicy",
  fields: { enabled, value: string({ blank: true }) },
  check: (call, { value }, at) => refuseUnknownActions(call, value, `${at}.value`),
};
