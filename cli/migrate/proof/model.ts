import type { Client } from "../../../access";
import type { AccountObject } from "../../../provider/inspect";
import { accountChange } from "../../review/account";
import type { Change, Snapshot } from "../../review/preview";
import { type Exposure, exposures } from "../../review/reach";
import { type Account, isEdge, text } from "../account";
import type { MigratedEndpoint, Migration } from "../convert";
import { type PolicySecret, resolved, STAND_IN } from "../policy";

/** What the review says of a migration, as of a change that deletes the edges and creates the endpoints. */
export interface ModelVerdicts {
  /** Addresses that it has compared: one for each endpoint, and one for each host that routes of a wildcard name. */
  readonly compared: number;
  /** Clients that certainly get in and did not before, in words. */
  readonly opened: readonly ModelOpening[];
  /** Clients that get in now if something holds that the review cannot decide. */
  readonly undecided: readonly ModelOpening[];
  /**
   * Clients that get, or may get, to what takes the place of a backend by an endpoint that stays: one that forwards to a
   * name which requests give. Nothing else judges these.
   */
  readonly beside: readonly ModelOpening[];
}

export interface ModelOpening {
  readonly url: string;
  readonly who: string;
}

interface Compared {
  readonly url: string;
  readonly exposures: readonly Exposure[];
}

interface ComparedMigration extends Compared {
  /** Clients that tell the edge and the endpoint apart. */
  readonly clients: readonly Client[];
}

export interface Comparisons {
  readonly migrated: readonly ComparedMigration[];
  /** Endpoints that stay. */
  readonly staying: readonly Compared[];
}

/** What the review says of a migration: openings in words. */
export function modelVerdicts({ migrated, staying }: Comparisons): ModelVerdicts {
  const openings = migrated.flatMap(({ url, exposures: own }) =>
    own.length === 0
      ? [{ isCertain: false, url, who: "clients of an endpoint that already serves the same URL" }]
      : openingsOf({ url, exposures: own }),
  );
  const inWords = (isCertain: boolean) =>
    openings.filter((one) => one.isCertain === isCertain).map(({ url, who }) => ({ url, who }));
  return {
    compared: migrated.reduce((sum, { exposures: own }) => sum + own.length, 0),
    opened: inWords(true),
    undecided: inWords(false),
    beside: staying.flatMap(openingsOf).map(({ url, who }) => ({ url, who })),
  };
}

const openingsOf = ({ url, exposures: all }: Compared) =>
  all.flatMap(({ openings }) =>
    openings.map((one) => ({ isCertain: one.isCertain, url, who: one.textOf("before") })),
  );

/** Compares each edge with the endpoints that replace it, as the review would for an update that does both at once. */
export async function comparisons(account: Account, migration: Migration): Promise<Comparisons> {
  const isMigrated = new Set(account.edges.flatMap(({ object, routes }) => [object, ...routes]));
  const changes = account.objects
    // Endpoints of edges show what the edges serve.
    .filter(({ state, family }) => family.name !== "Endpoint" || state.type !== "edge")
    .map((object): Change => {
      const before = snapshotOf(object);
      const goes = isEdge(object) && isMigrated.has(object);
      return {
        ...changeOf(object.family.name, object.id),
        kind: goes ? "delete" : "same",
        before,
        ...(!goes && { after: before }),
      };
    });
  const created = migration.endpoints.map((endpoint) => ({ endpoint, change: creationOf(endpoint) }));
  const agents = migration.agents.map(({ url }) => creation(`agent ${url}`, { url, bindings: ["internal"] }));
  const clientsOf = new Map<Exposure, () => readonly Client[]>();
  const { changed } = await exposures(
    await accountChange({
      changes: [...changes, ...created.map(({ change }) => change), ...agents],
      diagnostics: [],
      unknownSteps: [],
      isWhole: true,
      config: {},
    }),
    (exposure, clients) => clientsOf.set(exposure, clients),
  );
  const stays = new Set(changes.flatMap(({ kind, urn }) => (kind === "same" ? [urn] : [])));
  return {
    migrated: created.map(({ endpoint: { url }, change: { urn } }) => {
      const own = changed.filter(({ movedFrom, urns }) => movedFrom?.isSameAddress && urns.includes(urn));
      return { url, exposures: own, clients: own.flatMap((exposure) => clientsOf.get(exposure)?.() ?? []) };
    }),
    staying: changed
      .filter(({ is, isInner, urns }) => is === "there" && !isInner && urns.some((urn) => stays.has(urn)))
      .map((exposure) => ({ url: exposure.surface.label, exposures: [exposure] })),
  };
}

const urnOf = (className: string, id: string) =>
  `urn:pulumi:account::account::pulumi-nodejs:dynamic/tunnel-edge:${className}::${id}`;

const changeOf = (className: string, id: string) => ({
  urn: urnOf(className, id),
  name: id,
  type: `pulumi-nodejs:dynamic/tunnel-edge:${className}`,
  className,
  isImported: false,
  takesExisting: false,
  isInState: true,
  paths: [],
  isCompared: true,
  replaceReasons: [],
  isProtected: false,
});

const NO_OPTIONS = {
  outputs: {},
  isRetained: false,
  isExternal: false,
  isUnfinished: false,
  dependencies: {},
};

function snapshotOf({ id, inputs, at, state, family }: AccountObject): Snapshot {
  // An agent's endpoint tells its URL in another place.
  const url = family.name === "Endpoint" && text(inputs.url) === "" ? { url: text(state.publicUrl) } : {};
  return { ...NO_OPTIONS, id, inputs: { ...inputs, ...at, ...url } };
}

const creation = (id: string, inputs: Snapshot["inputs"]): Change => ({
  ...changeOf("Endpoint", id),
  kind: "create",
  isInState: false,
  after: { ...NO_OPTIONS, inputs },
});

const creationOf = ({ url, policy }: MigratedEndpoint): Change =>
  creation(`migrated ${url}`, { url, trafficPolicy: resolved(policy, secretText) });

/** The review tells secrets apart by their texts, and those of modules that are hidden by their places. */
const secretText = ({ object, path, value }: PolicySecret): string =>
  value ?? (path[0] === "webhookVerification" ? `${urnOf(object.family.name, object.id)} same` : STAND_IN);
