import type * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-tunnel-edge";
import * as native from "pulumi-tunnel-edge/native";

/** Compiled, never run: a program is written the same way for both providers. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;

type Dynamic = typeof dynamic;
type Native = typeof native;
/** Functions that read a collection page by page, which the engine's functions don't support. */
type PageByPage = `each${string}`;

// The same classes and functions, no more and no less.
same<Exclude<keyof Dynamic, keyof Native>, Extract<keyof Dynamic, PageByPage>>(true);
same<Exclude<keyof Native, keyof Dynamic>, never>(true);

type Class = {
  [K in keyof Native]: Native[K] extends new (...args: never[]) => pulumi.CustomResource ? K : never;
}[keyof Native];

type Outputs<T> = Omit<T, keyof pulumi.CustomResource>;
type Instance<T> = T extends new (...args: never[]) => infer I ? I : never;
type Arguments<T> = T extends new (...args: infer A) => unknown ? A : never;

type Differing = {
  [K in Exclude<Class, "Provider">]: K extends keyof Dynamic
    ? Same<Arguments<Native[K]>, Arguments<Dynamic[K]>> extends true
      ? Same<Outputs<Instance<Native[K]>>, Outputs<Instance<Dynamic[K]>>> extends true
        ? never
        : K
      : K
    : K;
}[Exclude<Class, "Provider">];
same<Differing, never>(true);
same<Class extends never ? true : false, false>(true);

export function office(edge: Dynamic | Native): pulumi.Output<string>[] {
  const policy = new edge.IpPolicy("office", { description: "office" });
  const rule = new edge.IpPolicyRule("rule", {
    ipPolicyId: policy.id,
    cidr: "198.51.100.0/24",
    action: "allow",
  });
  const found = edge.getIpPolicyOutput({ id: policy.id });
  return [policy.createdAt, rule.cidr, found.apply(({ uri }) => uri)];
}

export async function right(provider: native.Provider): Promise<unknown[]> {
  const policies: native.IpPolicyResult[] = await native.listIpPolicies({ filter: "true", provider });
  const rule: native.IpPolicyRule = native.IpPolicyRule.get("rule", "ipr_1", { provider });
  const args: native.TlsEdgeArgs = { mutualTls: { certificateAuthorityIds: ["ca_1"] } };
  return [policies, rule.ipPolicy, args, native.listHttpsEdgeRoutesOutput({ edgeId: rule.id })];
}

export function wrong(provider: native.Provider): void {
  // @ts-expect-error an action that does not exist
  new native.IpPolicyRule("rule", { ipPolicyId: "ipp_1", cidr: "10.0.0.0/8", action: "drop" });
  // @ts-expect-error no cidr
  new native.IpPolicyRule("rule", { ipPolicyId: "ipp_1", action: "allow" });
  // @ts-expect-error neither id nor domain
  void native.getReservedDomain({});
  // @ts-expect-error a provider of the native resources has no configuration that the functions could read
  void dynamic.getIpPolicy({ id: "ipp_1" }, { provider });
}

/** Native classes are regular classes: they can be extended, used as types, and distinguished. */
export class OfficePolicy extends native.IpPolicy {
  constructor(name: string, { note }: { readonly note: string }) {
    super(name, { description: note });
  }

  get note(): pulumi.Output<string> {
    return this.description;
  }
}

export function noteOf(candidate: unknown): pulumi.Output<string> | undefined {
  const policy: InstanceType<typeof native.IpPolicy> = new OfficePolicy("office", { note: "office" });
  if (candidate instanceof native.IpPolicyRule) return candidate.cidr;
  return native.IpPolicy.isInstance(candidate) ? candidate.description : policy.description;
}
