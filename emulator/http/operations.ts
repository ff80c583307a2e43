import type { Call } from "../account/account";
import { AGENT_COMMANDS } from "../account/agents";
import { refuseTypes, subscriptionSources } from "../catalog/events";
import { families, findFamily } from "../catalog/index";
import { DETACHMENTS } from "../catalog/reserved-domain";
import { missingObjectFailure, refusal } from "../failure";
import { asText, type Json, type JsonObject } from "../json";
import type { Resources } from "../resources/resources";
import type { Family } from "../schema/family";
import { readFields } from "../schema/read";
import type { Operation } from "../schema/reference";
import type { StoredObject } from "../store/storage";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

const eventSubscription = findFamily("EventSubscription");
const sourceFields = eventSubscription.create.sources?.fields ?? {};
const reservedDomain = findFamily("ReservedDomain");
const secret = findFamily("Secret");
const tunnelSession = findFamily("TunnelSession");
const vault = findFamily("Vault");

export interface OperationRequest extends Call {
  readonly query: URLSearchParams;
  /** Parses the body as a JSON object; an operation without a body never calls it. */
  body(): JsonObject;
}

export interface ApiOperation {
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly status: 200 | 201 | 204;
  run(request: OperationRequest): Json | undefined;
  /** The query parameters, and whether each may be repeated. Default none. */
  readonly query?: Readonly<Record<string, "single" | "repeated">>;
}

const operation = (
  method: Method,
  path: string,
  status: ApiOperation["status"],
  run: ApiOperation["run"],
  query: ApiOperation["query"] = {},
): ApiOperation => ({ method, path, status, run, query });

/** The parameters of lists; one public client spells `before_id` as `beforeId`. */
const PAGING = { before_id: "single", beforeId: "single", limit: "single" } as const;

export function operations(resources: Resources): ApiOperation[] {
  const { reference } = resources.account.settings;
  const served = families.filter(({ by }) => !(by === "service" && reference));
  return [
    ...served.flatMap((family) => familyOperations(resources, family)),
    ...served.flatMap((family) => moduleOperations(resources, family)),
    ...detachOperations(resources),
    ...agentCommands(resources),
    ...(reference ? [] : [...eventSources(resources), vaultSecrets(resources)]),
  ];
}

const routePath = ({ collection }: Family) => collection.replace(/\{(\w+)\}/g, ":$1");

const idOf = ({ path }: Call) => path.id ?? "";

function familyOperations(resources: Resources, family: Family): ApiOperation[] {
  const collection = routePath(family);
  const item = `${collection}/:id`;
  const query = {
    ...PAGING,
    ...(family.filter && { filter: "single" as const }),
    ...Object.fromEntries(Object.keys(family.selectors ?? {}).map((name) => [name, "repeated" as const])),
  };
  const calls: Record<Operation, ApiOperation> = {
    create: operation("POST", collection, 201, (call) => resources.create(family, call, call.body())),
    list: operation("GET", collection, 200, (call) => resources.list(family, call, call.query), query),
    get: operation("GET", item, 200, (call) => resources.get(family, call, idOf(call))),
    update: operation("PATCH", item, 200, (call) => resources.update(family, call, idOf(call), call.body())),
    delete: operation("DELETE", item, 204, (call) => void resources.delete(family, call, idOf(call))),
  };
  const isListed = !family.listedInParent || resources.account.settings.reference;
  return family.operations.filter((name) => name !== "list" || isListed).map((name) => calls[name]);
}

function moduleOperations(resources: Resources, family: Family): ApiOperation[] {
  const names = Object.keys(family.create).filter((name) => family.create[name]?.module);
  return names.flatMap((name) => {
    const path = `${routePath(family)}/:id/${name}`;
    return [
      operation("PUT", path, 200, (call) => resources.putModule(family, call, idOf(call), name, call.body())),
      operation("GET", path, 200, (call) => resources.getModule(family, call, idOf(call), name)),
      operation("DELETE", path, 204, (call) => void resources.deleteModule(family, call, idOf(call), name)),
    ];
  });
}

/** API reference: "Reserved domain detach operations". */
const detachOperations = (resources: Resources): ApiOperation[] =>
  Object.entries(DETACHMENTS).map(([name, detach]) =>
    operation("DELETE", `${reservedDomain.collection}/:id/${name}`, 204, (call) => {
      const trusted = { ...call, trusted: true };
      const domain = resources.find(reservedDomain, trusted, idOf(call));
      resources.store(reservedDomain, trusted, domain, detach(call, domain));
      return undefined;
    }),
  );

/** API reference: "Tunnel agent commands". The body is ignored. */
const agentCommands = (resources: Resources): ApiOperation[] =>
  AGENT_COMMANDS.map((command) =>
    operation("POST", `${tunnelSession.collection}/:id/${command}`, 204, (call) => {
      call.account.agents.command(resources.find(tunnelSession, call, idOf(call)), command);
      return undefined;
    }),
  );

/**
 * Operations on single sources of an event subscription, which also has all of them as its parameter `sources`. The API
 * reference doesn't have these operations. A source only has a type, so an update changes nothing.
 */
function eventSources(resources: Resources): ApiOperation[] {
  const { account } = resources;
  const collection = `${eventSubscription.collection}/:subscription_id/sources`;
  const findSubscription = (call: Call) => {
    const subscription = resources.find(eventSubscription, call, call.path.subscription_id ?? "");
    return { subscription, sources: subscriptionSources(account, subscription) };
  };
  const store = (call: Call, subscription: StoredObject, types: readonly string[]) =>
    resources.store(eventSubscription, { ...call, trusted: true }, subscription, {
      sources: types.map((type) => ({ type })),
    });
  const findSource = (call: Call) => {
    const { subscription, sources } = findSubscription(call);
    const { type = "" } = call.path;
    const source = sources.find((candidate) => candidate.type === type);
    if (!source) throw missingObjectFailure(5125, `${subscription.id} has no source of the type ${type}.`);
    return { subscription, sources, source };
  };
  // Public clients repeat the subscription id of the path in the body.
  const readType = (call: OperationRequest) => {
    const { subscription_id: _, ...body } = call.body();
    return asText(readFields(sourceFields, body, call, "create").type);
  };
  return [
    operation("POST", collection, 201, (call) => {
      const { subscription, sources } = findSubscription(call);
      const types = [...sources.map(({ type }) => type), readType(call)];
      refuseTypes(call, types, "type");
      return subscriptionSources(account, store(call, subscription, types)).at(-1);
    }),
    operation("GET", collection, 200, (call) => {
      const { subscription, sources } = findSubscription(call);
      return { sources, uri: account.uri(`${eventSubscription.collection}/${subscription.id}/sources`) };
    }),
    operation("GET", `${collection}/:type`, 200, (call) => findSource(call).source),
    operation("PATCH", `${collection}/:type`, 200, (call) => {
      const { source } = findSource(call);
      // Observed in the service: an update without changes is allowed.
      if (call.body().type !== undefined && readType(call) !== source.type)
        throw refusal(215, "type identifies the source and cannot be changed.", "type");
      return source;
    }),
    operation("DELETE", `${collection}/:type`, 204, (call) => {
      const { subscription, sources, source } = findSource(call);
      const remaining = sources.flatMap(({ type }) => (type === source.type ? [] : [type]));
      store(call, subscription, remaining);
      return undefined;
    }),
  ];
}

/** Lists the secrets of one vault. The API reference doesn't have this operation. */
const vaultSecrets = (resources: Resources): ApiOperation =>
  operation(
    "GET",
    `${vault.collection}/:id/secrets`,
    200,
    (call) => {
      const { id: vaultId } = resources.find(vault, call, idOf(call));
      return resources.list(secret, call, call.query, {
        uri: call.account.uri(`${vault.collection}/${vaultId}/secrets`),
        includes: ({ fields }) => fields.vault_id === vaultId,
      });
    },
    PAGING,
  );
