import { buildAccountChange } from "../review/account";
import { type Change, NO_CHANGE, NO_OPTIONS, type Snapshot } from "../review/preview";
import { type Exposure, findExposures } from "../review/reach";
import { type Account, isEdge, isEndpoint, urlOf } from "./account";
import { type Migration, mirrorsEdge } from "./convert";
import { PLACEHOLDER, type PolicySecret, resolveSecrets } from "./policy";

/** The review's findings about an update that deletes the edges and creates the endpoints. */
export type Proof = Awaited<ReturnType<typeof prove>>;

export interface ClientsOfUrl {
  readonly url: string;
  readonly who: string;
}

/** True if nobody gains access and nothing is undecided. */
export const isProven = ({ opened, undecided, throughUnchanged }: Proof): boolean =>
  opened.length + undecided.length + throughUnchanged.length === 0;

export async function prove(account: Account, migration: Migration) {
  const { migrated, unchanged } = await compareExposures(account, migration);
  const openings = migrated.flatMap(({ url, exposures }) =>
    exposures.length === 0
      ? [{ isCertain: false, url, who: "clients of an endpoint that already serves the same URL" }]
      : openingsIn({ url, exposures }),
  );
  return {
    /** Number of compared addresses: endpoints, and for a wildcard endpoint each host that a route names. */
    compared: migrated.reduce((sum, { exposures }) => sum + exposures.length, 0),
    opened: openings.filter(({ isCertain }) => isCertain).map(toClients),
    undecided: openings.filter(({ isCertain }) => !isCertain).map(toClients),
    /**
     * Clients that gain or may gain access through an unchanged endpoint, because it forwards to a host that the request
     * names, which may be a new internal endpoint.
     */
    throughUnchanged: unchanged.flatMap(openingsIn).map(toClients),
    losesAccess: migrated.flatMap(({ url, exposures }) =>
      exposures.flatMap(({ losesAccess }) =>
        losesAccess.filter(({ who }) => !SIGN_IN_PAGES.test(who)).map(({ who }) => ({ url, who })),
      ),
    ),
  };
}

/** Matches clients of sign-in pages, which the sign-in action serves instead of the upstream. */
const SIGN_IN_PAGES = /whose path is "\/(?:ngrok|auth)\//;

const toClients = ({ url, who }: ClientsOfUrl) => ({ url, who });

const openingsIn = ({ url, exposures }: { url: string; exposures: readonly Exposure[] }) =>
  exposures.flatMap(({ openings }) =>
    openings.map((opening) => ({ isCertain: opening.isCertain, url, who: opening.describe("before") })),
  );

/** Returns the changed exposures of migrated and of unchanged endpoints. */
async function compareExposures(account: Account, migration: Migration) {
  const isMigrated = new Set(account.edges.flatMap(({ object, routes }) => [object, ...routes]));
  const changes = account.objects
    .filter((object) => !isEndpoint(object) || !mirrorsEdge(object))
    .map((object): Change => {
      const url = isEndpoint(object) ? { url: urlOf(object) } : {};
      const inputs = { ...object.inputs, ...object.pathInputs, ...url };
      const before: Snapshot = { ...NO_OPTIONS, outputs: {}, id: object.id, inputs };
      const isDeleted = isEdge(object) && isMigrated.has(object);
      return {
        ...changeOf(object.family.name, object.id),
        kind: isDeleted ? "delete" : "same",
        before,
        ...(!isDeleted && { after: before }),
      };
    });
  const created = migration.endpoints.map(({ url, policy }) => {
    const inputs = { url, trafficPolicy: resolveSecrets(policy, secretText) };
    return { url, change: createEndpoint(`migrated ${url}`, inputs) };
  });
  const agents = migration.agents.map(({ url }) =>
    createEndpoint(`agent ${url}`, { url, bindings: ["internal"] }),
  );
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
    migrated: created.map(({ url, change: { urn } }) => ({
      url,
      exposures: changed.filter(({ movedFrom, urns }) => movedFrom?.isSameAddress && urns.includes(urn)),
    })),
    unchanged: changed
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

const createEndpoint = (id: string, inputs: Snapshot["inputs"]): Change => ({
  ...changeOf("Endpoint", id),
  kind: "create",
  isInState: false,
  after: { ...NO_OPTIONS, outputs: {}, inputs },
});

/**
 * Returns the text that the review compares. The review identifies a webhook secret that the service doesn't return by the
 * text `<urn> same`; with this text, the policy's secret counts as equal.
 */
const secretText = ({ object, path, value }: PolicySecret): string =>
  value ?? (path[0] === "webhookVerification" ? `${urnOf(object.family.name, object.id)} same` : PLACEHOLDER);
