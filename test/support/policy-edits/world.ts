import type { Seed } from "../../../emulator";
import { type Props, type Step, same, updated } from "../previews";

/** Rules by phase, as users write them. */
export interface Policy {
  readonly on_tcp_connect?: readonly object[];
  readonly on_http_request?: readonly object[];
  readonly on_http_response?: readonly object[];
}

/** What guards one application on one side of a change. */
export interface World {
  /** A cloud endpoint; without one, a route with modules serves the application. */
  readonly policy?: Policy;
  /** Modules of the route, as the program spells them. */
  readonly modules?: Props;
  /** Policy of https://inner.internal; without one, the endpoint is not there. */
  readonly inner?: Policy;
  /** CIDRs that the IP policies allow and deny. */
  readonly networks: Readonly<Record<IpPolicyId, readonly (readonly [cidr: string, action: string])[]>>;
}

export const IP_POLICIES = ["ipp_office", "ipp_lab"] as const;
export type IpPolicyId = (typeof IP_POLICIES)[number];

export const APP = "https://app.example.com";
export const INNER = "https://inner.internal";

export interface PolicyEdit {
  readonly kind: string;
  readonly before: World;
  readonly after: World;
}

const textOf = (policy: Policy) => JSON.stringify(policy);

/** The account as the service holds it. */
export function seedOf({ policy, modules, inner, networks }: World): Seed {
  const rules = IP_POLICIES.flatMap((id) =>
    networks[id].map(([cidr, action]) => ({ ip_policy_id: id, cidr, action })),
  );
  const endpoint = (id: string, url: string, given: Policy | undefined, binding: string) =>
    given ? [{ id, type: "cloud", url, traffic_policy: textOf(given), bindings: [binding] }] : [];
  return {
    "/ip_policies": IP_POLICIES.map((id) => ({ id })),
    "/ip_policy_rules": rules,
    "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "a" } }],
    "/endpoints": [
      ...endpoint("ep_app", APP, modules ? undefined : policy, "public"),
      ...endpoint("ep_inner", INNER, inner, "internal"),
    ],
    ...(modules && {
      "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"] }],
      "/edges/https/edghts_1/routes": [
        {
          id: "edghtsrt_1",
          match: "/",
          match_type: "path_prefix",
          backend: { enabled: true, backend_id: "bkdtg_1" },
          ...snakeKeys(modules),
          ...(policy && { traffic_policy: { enabled: true, value: textOf(policy) } }),
        },
      ],
    }),
  } as Seed;
}

/** Keys as the API spells them. */
function snakeKeys(value: unknown): Record<string, unknown> {
  const convert = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(convert);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, item]) => [
        key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        convert(item),
      ]),
    );
  };
  return convert(value) as Record<string, unknown>;
}

interface Declared {
  readonly className: string;
  readonly id: string;
  readonly inputs: Props;
}

/** The same as a program declares it, by resource name. Every second policy is an object, the others are text. */
function declared({ policy, modules, inner, networks }: World): Map<string, Declared> {
  const found = new Map<string, Declared>();
  const add = (name: string, className: string, id: string, inputs: Props) =>
    found.set(name, { className, id, inputs });
  for (const id of IP_POLICIES) {
    add(id, "IpPolicy", id, {});
    for (const [at, [cidr, action]] of networks[id].entries())
      add(`${id}-${at}`, "IpPolicyRule", `ipr_${id}_${at}`, { ipPolicyId: id, cidr, action });
  }
  if (modules) {
    add("backend", "TunnelGroupBackend", "bkdtg_1", { labels: { app: "a" } });
    add("edge", "HttpsEdge", "edghts_1", { hostports: ["app.example.com:443"] });
    add("route", "HttpsEdgeRoute", "edghtsrt_1", {
      edgeId: "edghts_1",
      match: "/",
      matchType: "path_prefix",
      backend: { enabled: true, backendId: "bkdtg_1" },
      ...modules,
      ...(policy && { trafficPolicy: { enabled: true, value: textOf(policy) } }),
    });
  } else if (policy)
    add("app", "Endpoint", "ep_app", { url: APP, bindings: ["public"], trafficPolicy: policy });
  if (inner)
    add("inner", "Endpoint", "ep_inner", {
      url: INNER,
      bindings: ["internal"],
      trafficPolicy: textOf(inner),
    });
  return found;
}

/** The change as a preview shows it. */
export function stepsOf({ before, after }: PolicyEdit): Step[] {
  const [then, now] = [declared(before), declared(after)];
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((name): Step[] => {
    const [was, is] = [then.get(name), now.get(name)];
    if (was && is) {
      const step = updated(was.className, name, was.id, was.inputs, is.inputs);
      return [
        Object.keys(step.detailedDiff as Props).length > 0
          ? step
          : same(was.className, name, was.id, was.inputs),
      ];
    }
    const { className, id, inputs } = (was ?? is) as Declared;
    const urn = `urn:pulumi:prod::infra::pulumi-nodejs:dynamic/tunnel-edge:${className}::${name}`;
    return was
      ? [{ op: "delete", urn, oldState: { id, inputs, outputs: inputs } }]
      : [{ op: "create", urn, newState: { inputs, outputs: {} } }];
  });
}
