import type { AccountObject } from "../../../provider/inspect";
import { accountChange } from "../../review/account";
import type { Change, Snapshot } from "../../review/preview";
import { type Exposure, exposures } from "../../review/reach";
import { type Account, isEdge, text } from "../account";
import type { MigratedEndpoint, Migration } from "../convert";
import { type PolicySecret, resolved } from "../policy";

/** What the review says of the same migration, as of a change that deletes the edges and creates the endpoints. */
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

/** For secrets that the service does not tell. */
const STAND_IN = "stand-in";

/** Compares each edge with the endpoints in its place, by the model by which `tunnel-edge review` compares them. */
export async function compareByModel(account: Account, migration: Migration): Promise<ModelVerdicts> {
  const { migrated, staying } = await comparisons(account, migration);
  const opened: ModelOpening[] = [];
  const undecided: ModelOpening[] = [];
  for (const { url, exposures: own } of migrated) {
    if (own.length === 0)
      undecided.push({ url, who: "whoever an endpoint lets in that serves the same URL already" });
    for (const { openings } of own)
      for (const { isCertain, ...opening } of openings.map((one) => ({
        isCertain: one.isCertain,
        url,
        who: one.textOf("before"),
      })))
        (isCertain ? opened : undecided).push(opening);
  }
  const compared = migrated.reduce((sum, { exposures: own }) => sum + own.length, 0);
  const beside = staying.flatMap(({ url, exposures: own }) =>
    own.flatMap(({ openings }) => openings.map((one) => ({ url, who: one.textOf("before") }))),
  );
  return { compared, opened, undecided, beside };
}

interface Compared {
  readonly url: string;
  readonly exposures: readonly Exposure[];
}

/** What the review says of each endpoint that takes the place of a hostport, and of those that stay beside them. */
export async function comparisons(
  account: Account,
  migration: Migration,
): Promise<{ readonly migrated: readonly Compared[]; readonly staying: readonly Compared[] }> {
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
  const { changed } = await exposures(
    await accountChange({
      changes: [...changes, ...created.map(({ change }) => change), ...agents],
      diagnostics: [],
      unknownSteps: [],
      isWhole: true,
      config: {},
    }),
  );
  const stays = new Set(changes.flatMap(({ kind, urn }) => (kind === "same" ? [urn] : [])));
  return {
    migrated: created.map(({ endpoint: { url }, change: { urn } }) => ({
      url,
      exposures: changed.filter(({ movedFrom, urns }) => movedFrom?.isSameAddress && urns.includes(urn)),
    })),
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
