import type { AccountObject } from "../../provider/inspect";
import { buildAccountChange } from "../review/account";
import { type Change, NO_CHANGE, NO_OPTIONS, type Snapshot } from "../review/preview";
import { type Exposure, findExposures } from "../review/reach";
import { type Account, isEdge, isEndpoint, urlOf } from "./account";
import type { MigratedEndpoint, Migration } from "./convert";
import { PLACEHOLDER, type PolicySecret, resolveSecrets } from "./policy";

/** The review's findings about a migration, treated as an update that deletes the edges and creates the endpoints. */
export interface Proof {
  /** Number of compared addresses: one for each endpoint and for each host that routes of a wildcard name. */
  readonly compared: number;
  readonly opened: readonly ClientsOfUrl[];
  readonly undecided: readonly ClientsOfUrl[];
  /**
   * Clients that gain or may gain access to a backend's replacement through an unchanged endpoint that forwards to a
   * name taken from the request.
   */
  readonly throughUnchanged: readonly ClientsOfUrl[];
  readonly losesAccess: readonly ClientsOfUrl[];
}

export interface ClientsOfUrl {
  readonly url: string;
  readonly who: string;
}

/** True if nobody gains access and nothing is undecided. */
export const isProven = ({ opened, undecided, throughUnchanged }: Proof): boolean =>
  opened.length + undecided.length + throughUnchanged.length === 0;

/** Compares each edge with its endpoints, like a review of an update that replaces them. */
export async function prove(account: Account, migration: Migration): Promise<Proof> {
  const { migrated, staying } = await comparisons(account, migration);
  const openings = migrated.flatMap(({ url, exposures }) =>
    exposures.length === 0
      ? [{ isCertain: false, url, who: "clients of an endpoint that already serves the same URL" }]
      : openingsIn({ url, exposures }),
  );
  return {
    compared: migrated.reduce((sum, { exposures }) => sum + exposures.length, 0),
    opened: toClients(openings.filter(({ isCertain }) => isCertain)),
    undecided: toClients(openings.filter(({ isCertain }) => !isCertain)),
    throughUnchanged: toClients(staying.flatMap(openingsIn)),
    losesAccess: migrated.flatMap(({ url, exposures }) =>
      exposures.flatMap(({ losesAccess }) =>
        losesAccess.filter(({ who }) => !OWN_PAGES.test(who)).map(({ who }) => ({ url, who })),
      ),
    ),
  };
}

/** Clients of sign-in pages, which the sign-in action serves instead of the upstream. */
const OWN_PAGES = /whose path is "\/(?:ngrok|auth)\//;

interface EndpointExposures {
  readonly url: string;
  readonly exposures: readonly Exposure[];
}

const toClients = (openings: readonly ClientsOfUrl[]) => openings.map(({ url, who }) => ({ url, who }));

const openingsIn = ({ url, exposures }: EndpointExposures) =>
  exposures.flatMap(({ openings }) =>
    openings.map((opening) => ({ isCertain: opening.isCertain, url, who: opening.describe("before") })),
  );

/** @returns the exposures of migrated and of unchanged endpoints. */
async function comparisons(
  account: Account,
  migration: Migration,
): Promise<Readonly<Record<"migrated" | "staying", readonly EndpointExposures[]>>> {
  const isMigrated = new Set(account.edges.flatMap(({ object, routes }) => [object, ...routes]));
  const changes = account.objects
    // Endpoints of edges mirror the edges.
    .filter((object) => !isEndpoint(object) || object.state.type !== "edge")
    .map((object): Change => {
      const before = snapshotOf(object);
      const isDeleted = isEdge(object) && isMigrated.has(object);
      return {
        ...changeOf(object.family.name, object.id),
        kind: isDeleted ? "delete" : "same",
        before,
        ...(!isDeleted && { after: before }),
      };
    });
  const created = migration.endpoints.map((endpoint) => ({ endpoint, change: creationOf(endpoint) }));
  const agents = migration.agents.map(({ url }) => creation(`agent ${url}`, { url, bindings: ["internal"] }));
  const { changed } = findExposures(
    await buildAccountChange({
      changes: [...changes, ...created.map(({ change }) => change), ...agents],
      diagnostics: [],
      unknownSteps: [],
      isComplete: true,
      config: {},
    }),
  );
  const unchangedUrns = new Set(changes.flatMap(({ kind, urn }) => (kind === "same" ? [urn] : [])));
  return {
    migrated: created.map(({ endpoint: { url }, change: { urn } }) => ({
      url,
      exposures: changed.filter(({ movedFrom, urns }) => movedFrom?.isSameAddress && urns.includes(urn)),
    })),
    staying: changed
      .filter(
        ({ is, isInner, urns }) => is === "there" && !isInner && urns.some((urn) => unchangedUrns.has(urn)),
      )
      .map((exposure) => ({ url: exposure.surface.label, exposures: [exposure] })),
  };
}

const urnOf = (className: string, id: string) =>
  `urn:pulumi:account::account::pulumi-nodejs:dynamic/tunnel-edge:${className}::${id}`;

const changeOf = (className: string, id: string) => ({
  ...NO_CHANGE,
  urn: urnOf(className, id),
  name: id,
  type: `pulumi-nodejs:dynamic/tunnel-edge:${className}`,
  className,
});

function snapshotOf(object: AccountObject): Snapshot {
  const { id, inputs, at } = object;
  const url = isEndpoint(object) ? { url: urlOf(object) } : {};
  return { ...NO_OPTIONS, outputs: {}, id, inputs: { ...inputs, ...at, ...url } };
}

const creation = (id: string, inputs: Snapshot["inputs"]): Change => ({
  ...changeOf("Endpoint", id),
  kind: "create",
  isInState: false,
  after: { ...NO_OPTIONS, outputs: {}, inputs },
});

const creationOf = ({ url, policy }: MigratedEndpoint): Change =>
  creation(`migrated ${url}`, { url, trafficPolicy: resolveSecrets(policy, secretText) });

/** The review compares secrets by their text, and hidden secrets of modules by their place. */
const secretText = ({ object, path, value }: PolicySecret): string =>
  value ?? (path[0] === "webhookVerification" ? `${urnOf(object.family.name, object.id)} same` : PLACEHOLDER);
