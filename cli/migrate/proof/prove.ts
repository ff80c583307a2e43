import { randomBytes } from "node:crypto";
import { passwordKey } from "../../../access";
import { type Emulator, type JsonObject, startEmulator } from "../../../emulator";
import { type AccountObject, objectAddressOf, requestBodyOf } from "../../../provider/inspect";
import { authorityKey } from "../../review/reach";
import { type Account, isEdge } from "../account";
import type { Migration } from "../convert";
import { type PolicySecret, resolved, STAND_IN } from "../policy";
import { judge, type Opening, type Refusal, type Verdicts } from "./judge";
import { comparisons, type ModelVerdicts, modelVerdicts } from "./model";
import { type Proofs, requestOf } from "./requests";

/** What emulator and review say of the clients of all hostports. */
export interface Proof {
  readonly hostports: readonly HostportVerdicts[];
  readonly clients: number;
  readonly gotIn: number;
  readonly lockedOut: number;
  /** The same by the route that they take before. */
  readonly refused: readonly RefusalAt[];
  readonly unknown: number;
  readonly opened: readonly OpeningAt[];
  readonly undecided: readonly OpeningAt[];
  readonly model: ModelVerdicts;
}

/** Verdicts about the clients of one hostport. */
export interface HostportVerdicts extends Omit<Verdicts, "opened" | "undecided" | "refused"> {
  readonly url: string;
  /** Id of the edge that serves it. */
  readonly edge: string;
}

/** A refusal with the address of its endpoint. */
export interface RefusalAt extends Refusal {
  readonly url: string;
}

/** An opening with the address of its endpoint. */
export interface OpeningAt extends Opening {
  readonly url: string;
}

export interface ProofOptions {
  readonly progress?: (hostport: string) => void;
}

/** True if it is proven that nobody gains access. What the review leaves undecided, the emulator has decided. */
export const isProven = ({ opened, undecided, model }: Proof): boolean =>
  opened.length + undecided.length + model.opened.length + model.beside.length === 0;

/**
 * Compares edges and endpoints by the review's model, then replays clients that the model finds. The emulator, which knows
 * nothing of the migration, evaluates each in two accounts: one with the edges, and one with the endpoints instead and agents
 * at all internal addresses. Both are in this process only, each with a token of its own.
 */
export async function prove(
  account: Account,
  migration: Migration,
  { progress }: ProofOptions = {},
): Promise<Proof> {
  const compared = await comparisons(account, migration);
  const clientsAt = new Map(compared.migrated.map(({ url, clients }) => [url, clients]));
  const proofs = proofsOf(account, migration);
  const before = await startEmulator({ token: token() });
  const after = await startEmulator({ token: token() });
  try {
    fill(before, account.objects);
    const isMigrated = new Set(account.edges.flatMap(({ object, routes }) => [object, ...routes]));
    fill(
      after,
      account.objects.filter((object) => !isEdge(object) || !isMigrated.has(object)),
    );
    after.seed({ "/endpoints": [...endpoints(migration), ...agents(migration)] });
    const sides = {
      before: (question: Parameters<Emulator["evaluate"]>[0]) => before.evaluate(question),
      after: (question: Parameters<Emulator["evaluate"]>[0]) => after.evaluate(question),
      replaces: (reached: string) =>
        reached.startsWith("/backends/") ? migration.urlsOf(reached.slice(reached.lastIndexOf("/") + 1)) : [],
    };
    const hostports: HostportVerdicts[] = [];
    const refused: RefusalAt[] = [];
    const opened: OpeningAt[] = [];
    const undecided: OpeningAt[] = [];
    for (const { edge, url } of migration.endpoints) {
      progress?.(url);
      const requests = (clientsAt.get(url) ?? []).flatMap((client) => requestOf(client, proofs) ?? []);
      const verdicts = await judge(requests, sides);
      // Without clients nothing is proven, as with policies that are too large to compare.
      if (requests.length === 0) undecided.push({ ...NOBODY, client: { url, ip: "203.0.113.77" }, url });
      for (const one of verdicts.refused) refused.push({ ...one, url });
      for (const one of verdicts.opened.map((opening) => ({ ...opening, url }))) opened.push(one);
      for (const one of verdicts.undecided.map((opening) => ({ ...opening, url }))) undecided.push(one);
      hostports.push({ url, edge: edge.object.id, ...countsOf(verdicts) });
    }
    const sum = (of: (one: HostportVerdicts) => number) =>
      hostports.reduce((total, one) => total + of(one), 0);
    return {
      hostports,
      clients: sum(({ clients }) => clients),
      gotIn: sum(({ gotIn }) => gotIn),
      lockedOut: sum(({ lockedOut }) => lockedOut),
      refused,
      unknown: sum(({ unknown }) => unknown),
      opened,
      undecided,
      model: modelVerdicts(compared),
    };
  } finally {
    await before.close();
    await after.close();
  }
}

const NOBODY = { reaches: [], why: ["no client was found that could be tried"], gotIn: false };

/** What clients show to pass certificates and passwords. */
function proofsOf({ objects }: Account, migration: Migration): Proofs {
  const pems = objects.flatMap(({ inputs: { caPem } }) => (typeof caPem === "string" ? [caPem] : []));
  const texts = JSON.stringify(migration.endpoints.map(({ policy }) => resolved(policy, secretValue)));
  const pairs = [...texts.matchAll(/"([^":\\]+:[^"\\]+)"/g)].map(([, pair = ""]) => pair);
  return {
    certificates: new Map(pems.map((pem) => [authorityKey(pem), pem])),
    passwords: new Map(pairs.map((pair) => [passwordKey(pair), pair])),
  };
}

const secretValue = ({ value }: PolicySecret): string => value ?? STAND_IN;

const token = () => randomBytes(32).toString("hex");

const countsOf = ({ clients, gotIn, lockedOut, unknown }: Verdicts) => ({
  clients,
  gotIn,
  lockedOut,
  unknown,
});

/** What decides about requests, or gets them. */
const SEEDED =
  /^(\w+Edge|HttpsEdgeRoute|\w+Backend|IpPolicy|IpPolicyRule|IpRestriction|CertificateAuthority|Endpoint)$/;

function fill(emulator: Emulator, objects: readonly AccountObject[]): void {
  for (const object of objects.filter(({ family }) => SEEDED.test(family.name))) {
    const { list } = objectAddressOf(object);
    emulator.seed({ [list]: [{ ...bodyOf(object), id: object.id }] });
  }
}

function bodyOf(object: AccountObject): JsonObject {
  const body = requestBodyOf(object) as JsonObject;
  if (object.family.name !== "Endpoint") return body;
  const { type, upstream_url, bindings } = object.response as JsonObject;
  return {
    ...body,
    url: body.url ?? (object.response.public_url as string),
    ...(typeof type === "string" ? { type } : {}),
    ...(typeof upstream_url === "string" ? { upstream_url } : {}),
    ...(Array.isArray(bindings) ? { bindings } : {}),
  };
}

const endpoints = ({ endpoints: migrated }: Migration): JsonObject[] =>
  migrated.map(({ url, policy }) => ({
    url,
    type: "cloud",
    traffic_policy: JSON.stringify(resolved(policy, secretValue)),
  }));

const agents = ({ agents: moves }: Migration): JsonObject[] =>
  moves.map(({ url }) => ({
    url,
    type: "ephemeral",
    traffic_policy: "",
    bindings: ["internal"],
    upstream_url: url,
  }));
