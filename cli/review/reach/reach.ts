import type { Guard, RouteAccess, Ternary } from "../../../access";
import { type GuardModule, guardsOf, SIGN_IN_GUARDS } from "../../../policy/guards";
import { type ClassFacts, isRecord } from "../../../provider/inspect";
import { type AccountChange, type AccountObject, type AccountView, isHidden } from "../account";
import { touches } from "../preview";
import type { BackendDescription } from "./backends";
import {
  isApplied,
  type ModuleSite,
  networksOf,
  policyOf,
  restrictionOf,
  unknownRequirement,
} from "./guards";

/** The properties that distinguish clients: the guard modules and the bindings of an endpoint. */
export type Dimension = GuardModule | "bindings";

/** Who can reach a resource on one side of the change, and where its traffic goes. */
export interface Reach {
  /** True if a backend or a traffic policy responds. */
  readonly isServed: Ternary;
  /** The requirements on clients, all of which must be met. */
  readonly restrictions: ReadonlyMap<Dimension, Guard>;
  /** Sign-in modules that let HTTP OPTIONS requests pass. */
  readonly modulesPassingOptions: readonly Dimension[];
  readonly isEndpoint?: true;
  readonly backend: BackendDescription | undefined;
  /** The objects involved, starting with the one that responds. */
  readonly objects: readonly AccountObject[];
  /** The routes that together serve the address, in order of precedence. Requests without a route are denied. */
  readonly routes?: readonly RouteReach[];
}

/** A reach without requirements, backend, or objects. */
export const BARE_REACH = {
  isServed: undefined,
  restrictions: new Map<Dimension, Guard>(),
  modulesPassingOptions: [],
  backend: undefined,
  objects: [],
} as const satisfies Reach;

export type RouteReach = Omit<RouteAccess, "access"> & { readonly reach: Reach };

/** A class that manages one module of an edge or route. The last of its `idInputs` refers to the edge or route. */
type ModuleClass = NonNullable<ClassFacts["moduleOf"]> & { readonly name: string };

/** A resource for one module, whose edge or route is outside the program or hidden. */
export interface ModuleElsewhere {
  readonly object: AccountObject;
  readonly input: string;
  readonly label: string;
}

/** Finds modules of edges and routes, whether declared in the edge or route or as resources of their own. */
export class Modules {
  private readonly moduleClasses: readonly ModuleClass[];

  /** @param earlier - The side before the change; undefined for that side itself. */
  constructor(
    readonly view: AccountView,
    factsOf: AccountChange["factsOf"],
    private readonly earlier?: Modules,
  ) {
    const names = [...new Set(view.objects.map(({ className }) => className))];
    this.moduleClasses = names
      .map(factsOf)
      .flatMap(({ name, moduleOf }) => (moduleOf ? { name, ...moduleOf } : []));
  }

  /** True if the same object had the module before the change. */
  existedBefore(owner: AccountObject, input: string): boolean {
    const before = this.earlier?.view.find(owner.urn);
    const isSameObject = before?.id !== undefined && before.id === owner.id;
    return isSameObject && this.earlier?.find(before, input)?.values !== undefined;
  }

  /** The module of an edge or route; undefined if it certainly has none. */
  find(owner: AccountObject, input: string): ModuleSite | undefined {
    const resource = this.moduleClasses
      .filter((module) => module.className === owner.className && module.input === input)
      .flatMap(({ name, idInputs }) => this.view.referrersThrough(name, idInputs.at(-1) as string, owner))
      // Each resource sets the whole module, and the last one is assumed to be updated last.
      .at(-1);
    if (resource) return this.siteOf(resource);
    const { isUnread, unmanagedModules, props } = owner;
    const values = props[input];
    const mayExist =
      isUnread || unmanagedModules.includes(input) || (values !== undefined && values !== null);
    const isVisible = !isUnread && isRecord(values);
    return mayExist
      ? { view: this.view, object: owner, path: [input], values: isVisible ? values : undefined }
      : undefined;
  }

  siteOf(object: AccountObject): ModuleSite {
    return { view: this.view, object, path: [], values: object.isUnread ? undefined : object.props };
  }

  /** Guards whose edge or route is outside the program or hidden, by a key that is equal on both sides. */
  guardsElsewhere(className: string): Map<string, ModuleElsewhere> {
    // A backend is a module, but no guard.
    const moduleClasses = this.moduleClasses.filter(
      (module) => module.className === className && module.input !== "backend",
    );
    const modules = moduleClasses.flatMap(({ name, input, idInputs }) =>
      this.view.of(name).flatMap((object): [key: string, ModuleElsewhere][] => {
        const targets = this.view.targetsOf(object, idInputs.at(-1) as string);
        if (targets.every(({ kind }) => kind === "object")) return [];
        if (targets.some(({ kind }) => kind === "unknown"))
          return [[object.urn, { object, input, label: `hidden ${className} of ${object.name}` }]];
        const ids = idInputs.map((key) => String(object.props[key])).join("/");
        return [[`${ids} ${input}`, { object, input, label: `${className} ${ids} (managed elsewhere)` }]];
      }),
    );
    return new Map(modules);
  }
}

export const restrictionsOf = (modules: Modules, owner: AccountObject): (readonly [Dimension, Guard])[] =>
  guardsOf(owner.className as Parameters<typeof guardsOf>[0]).flatMap((guard) => {
    const restriction = restrictionOf(guard, modules.find(owner, guard));
    return restriction ? [[guard, restriction] as const] : [];
  });

export function findModulesPassingOptions(modules: Modules, route: AccountObject): GuardModule[] {
  return SIGN_IN_GUARDS.filter((guard) => {
    const module = modules.find(route, guard);
    return module?.values?.optionsPassthrough === true && isApplied(module) !== false;
  });
}

/** Adds the account's own IP restrictions for a type of traffic. */
export function withAccountRestrictions(
  view: AccountView,
  type: string,
  own: Iterable<readonly [Dimension, Guard]>,
): Map<Dimension, Guard> {
  const restrictions = new Map(own);
  for (const object of accountRestrictionsOf(view, type)) {
    const added = accountRestriction(view, object);
    if (added) restrictions.set("ipRestriction", requireBoth(restrictions.get("ipRestriction"), added));
  }
  return restrictions;
}

function requireBoth(first: Guard | undefined, second: Guard): Guard {
  if (first === undefined) return second;
  const areAddresses = first.kind === "address" && second.kind === "address";
  if (areAddresses && !first.networks.undecidedRules && !second.networks.undecidedRules)
    return { kind: "address", networks: first.networks.intersect(second.networks) };
  return { kind: "all", parts: [...(first.kind === "all" ? first.parts : [first]), second] };
}

/** The account's IP restrictions that apply, or may apply, to a type of traffic. */
export const accountRestrictionsOf = (view: AccountView, type: string): AccountObject[] =>
  view.of("IpRestriction").filter(({ props }) => props.type === type || isHidden(props.type));

/** Only an enforced restriction blocks clients; `enforced` defaults to false. */
function accountRestriction(view: AccountView, object: AccountObject): Guard | undefined {
  const { enforced, type } = object.props;
  const unknown = unknownRequirement({ view, object, path: [] });
  // While its type is hidden, it may apply to any traffic.
  if (object.isUnread || (isHidden(type) && enforced !== false)) return unknown;
  if (enforced === true)
    return { kind: "address", networks: networksOf({ view, object, path: ["ipPolicyIds"] }) };
  return isHidden(enforced) ? unknown : undefined;
}

export function endpointRestrictions(view: AccountView, endpoint: AccountObject): Map<Dimension, Guard> {
  const { trafficPolicy, bindings } = endpoint.props;
  const site = (input: string) => ({ view, object: endpoint, path: [input] });
  const policy = endpoint.isUnread
    ? unknownRequirement(site("trafficPolicy"))
    : policyOf(trafficPolicy, site("trafficPolicy"));
  const bound = bindingsOf(endpoint);
  const hiddenInput = endpoint.isUnread || isHidden(bindings) ? "bindings" : "url";
  return new Map<Dimension, Guard>([
    ...(policy ? [["trafficPolicy", policy] as const] : []),
    ["bindings", bound ? requireBindings(bound) : unknownRequirement(site(hiddenInput))],
  ]);
}

/** The bindings of an endpoint; undefined if hidden. Without `bindings`, the URL determines them. */
export function bindingsOf({ props: { url, bindings }, change, isUnread }: AccountObject) {
  if (isUnread || isHidden(bindings)) return undefined;
  if (isNonEmptyList(bindings)) return bindings.map(String);
  if (!isHidden(url))
    return [/^\w+:\/\/[^/?#:]*\.internal\.?(?:[:/?#]|$)/i.test(String(url)) ? "internal" : "public"];
  // The URL is masked, but if the change affects neither input, the bindings in the state still apply.
  const earlier = change.before?.outputs.bindings;
  const isKept = !touches(change, "url") && !touches(change, "bindings") && !isHidden(earlier);
  return isKept && isNonEmptyList(earlier) ? earlier.map(String) : undefined;
}

/** True if two lists have a common item, or if one of them is unknown. */
export const mayOverlap = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  a === undefined || b === undefined || a.some((item) => b.includes(item));

/** True if two endpoints may have the same clients: endpoints with disjoint bindings never do. */
export const mayShareClients = (endpoint: AccountObject, other: AccountObject): boolean =>
  mayOverlap(bindingsOf(endpoint), bindingsOf(other));

const isNonEmptyList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0;

export const requireBindings = (bindings: readonly string[]): Guard => ({
  kind: "one of",
  scope: "bindings",
  entries: bindings.map((value) => ({ kind: "binding", value })),
  clientsText: "clients of the binding",
});
