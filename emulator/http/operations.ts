import type { Account, Principal } from "../account/account";
import { AGENT_COMMANDS } from "../account/agents";
import type { Call } from "../account/call";
import { refuseTypes, subscriptionSources } from "../catalog/events";
import { families, familyNamed } from "../catalog/index";
import { DETACHMENTS, refuseDetaching } from "../catalog/reserved-domain";
import { type Json, type JsonObject, textOf } from "../json";
import { missingObject, refusal } from "../refusals";
import type { Resources } from "../resources/resources";
import type { Family } from "../schema/family";
import { readFields } from "../schema/read";
import type { Operation } from "../schema/reference";
import type { StoredObject } from "../store/storage";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

const eventSubscription = familyNamed("EventSubscription");
const sourceFields = eventSubscription.create.sources?.fields ?? {};
const reservedDomain = familyNamed("ReservedDomain");
const secret = familyNamed("Secret");
const tunnelSession = familyNamed("TunnelSession");
const vault = familyNamed("Vault");

/** The arguments of an operation. */
export interface OperationRequest {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parses the body as a JSON object; an operation without a body never calls it. */
  body(): JsonObject;
}

/** One row of the reference: method, path, status and behavior. */
export interface ApiOperation {
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly status: 200 | 201 | 204;
  /** Query parameters: given once, or any number of times. Default none. */
  readonly query?: Readonly<Record<string, "single" | "repeated">>;
  run(request: OperationRequest): Json | undefined;
}

/** One public client spells it `beforeId`. */
const PAGING = { before_id: "single", beforeId: "single", limit: "single" } as const;

/** Every operation of the API. */
export function operations(account: Account, resources: Resources): ApiOperation[] {
  const served = families.filter(({ serviceOnly }) => !(serviceOnly && account.settings.reference));
  return [
    ...served.flatMap((family) => familyOperations(account, resources, family)),
    ...served.flatMap((family) => moduleOperations(account, resources, family)),
    ...detachOperations(account, resources),
    ...agentCommands(account, resources),
    ...(account.settings.reference
      ? []
      : [...eventSources(account, resources), secretsOfVault(account, resources)]),
  ];
}

const routePath = ({ collection }: Family) => collection.replace(/\{(\w+)\}/g, ":$1");

const id = ({ params }: OperationRequest) => params.id ?? "";

function familyOperations(account: Account, resources: Resources, family: Family): ApiOperation[] {
  const collection = routePath(family);
  const item = `${collection}/:id`;
  const call = callReader(account);
  const rows: Record<Operation, ApiOperation> = {
    create: {
      method: "POST",
      path: collection,
      status: 201,
      run: (request) => resources.create(family, call(request), request.body()),
    },
    list: {
      method: "GET",
      path: collection,
      status: 200,
      query: {
        ...PAGING,
        ...(family.filterable && { filter: "single" }),
        ...Object.fromEntries(Object.keys(family.selectors ?? {}).map((name) => [name, "repeated"])),
      },
      run: (request) => resources.list(family, call(request), request.query),
    },
    get: {
      method: "GET",
      path: item,
      status: 200,
      run: (request) => resources.get(family, call(request), id(request)),
    },
    update: {
      method: "PATCH",
      path: item,
      status: 200,
      run: (request) => resources.update(family, call(request), id(request), request.body()),
    },
    delete: {
      method: "DELETE",
      path: item,
      status: 204,
      run: (request) => void resources.delete(family, call(request), id(request)),
    },
  };
  const isListed = !family.listedInParent || account.settings.reference;
  return family.operations.filter((name) => name !== "list" || isListed).map((name) => rows[name]);
}

function moduleOperations(account: Account, resources: Resources, family: Family): ApiOperation[] {
  const names = Object.keys(family.create).filter((name) => family.create[name]?.module);
  const call = callReader(account);
  return names.flatMap((name): ApiOperation[] => {
    const path = `${routePath(family)}/:id/${name}`;
    return [
      {
        method: "PUT",
        path,
        status: 200,
        run: (request) => resources.putModule(family, call(request), id(request), name, request.body()),
      },
      {
        method: "GET",
        path,
        status: 200,
        run: (request) => resources.getModule(family, call(request), id(request), name),
      },
      {
        method: "DELETE",
        path,
        status: 204,
        run: (request) => void resources.deleteModule(family, call(request), id(request), name),
      },
    ];
  });
}

/** API reference: "Reserved domain detach operations". */
function detachOperations(account: Account, resources: Resources): ApiOperation[] {
  const call = callReader(account);
  return Object.entries(DETACHMENTS).map(([name, detach]) => ({
    method: "DELETE",
    path: `${reservedDomain.collection}/:id/${name}`,
    status: 204,
    run(request) {
      const trusted = { ...call(request), trusted: true };
      const domain = resources.find(reservedDomain, trusted, id(request));
      refuseDetaching(call(request), name, domain);
      resources.store(reservedDomain, trusted, domain, detach(domain.fields));
    },
  }));
}

/** API reference: "Tunnel agent commands". The body is ignored. */
function agentCommands(account: Account, resources: Resources): ApiOperation[] {
  const call = callReader(account);
  return AGENT_COMMANDS.map((command) => ({
    method: "POST",
    path: `${tunnelSession.collection}/:id/${command}`,
    status: 204,
    run(request) {
      const session = resources.find(tunnelSession, call(request), id(request));
      account.agents.command(session, command);
    },
  }));
}

/**
 * Service only: the sources of an event subscription, one at a time. They are those of its parameter. A source has
 * nothing but its type, so that an update of it changes nothing.
 */
function eventSources(account: Account, resources: Resources): ApiOperation[] {
  const collection = `${eventSubscription.collection}/:subscription_id/sources`;
  const sourcePath = `${collection}/:type`;
  const call = callReader(account);
  const findSubscription = (request: OperationRequest) =>
    resources.find(eventSubscription, call(request), request.params.subscription_id ?? "");
  const store = (request: OperationRequest, previous: StoredObject, types: readonly string[]) => {
    const trusted = { ...call(request), trusted: true };
    const sources = types.map((type) => ({ type }));
    return resources.store(eventSubscription, trusted, previous, { sources });
  };
  const findSource = (request: OperationRequest) => {
    const subscription = findSubscription(request);
    const { type = "" } = request.params;
    const sources = subscriptionSources(account, subscription);
    const source = sources.find((other) => other.type === type);
    if (!source) throw missingObject(5125, `${subscription.id} has no source of the type ${type}.`);
    return {
      subscription,
      source,
      others: sources.map((other) => other.type).filter((other) => other !== type),
    };
  };
  /** Public clients repeat what is in the path. */
  const read = (request: OperationRequest) => {
    const { subscription_id: _, ...body } = request.body();
    return textOf(readFields(sourceFields, body, { call: call(request), mode: "create", strict: true }).type);
  };
  return [
    {
      method: "POST",
      path: collection,
      status: 201,
      run(request) {
        const subscription = findSubscription(request);
        const before = subscriptionSources(account, subscription).map((source) => source.type);
        const types = [...before, read(request)];
        refuseTypes(call(request), types, "type");
        const stored = store(request, subscription, types);
        return subscriptionSources(account, stored).at(-1);
      },
    },
    {
      method: "GET",
      path: collection,
      status: 200,
      run(request) {
        const subscription = findSubscription(request);
        const uri = account.uri(`${eventSubscription.collection}/${subscription.id}/sources`);
        return { sources: subscriptionSources(account, subscription), uri };
      },
    },
    { method: "GET", path: sourcePath, status: 200, run: (request) => findSource(request).source },
    {
      method: "PATCH",
      path: sourcePath,
      status: 200,
      run(request) {
        const { source } = findSource(request);
        // Observed on the service: nothing to change is no error.
        if (request.body().type === undefined) return source;
        if (read(request) !== source.type)
          throw refusal(215, "type identifies the source, so it cannot change.", "type");
        return source;
      },
    },
    {
      method: "DELETE",
      path: sourcePath,
      status: 204,
      run(request) {
        const { subscription, others } = findSource(request);
        store(request, subscription, others);
        return undefined;
      },
    },
  ];
}

/** Service only: the list of all secrets without those of other vaults. */
function secretsOfVault(account: Account, resources: Resources): ApiOperation {
  const call = callReader(account);
  return {
    method: "GET",
    path: `${vault.collection}/:id/secrets`,
    status: 200,
    query: PAGING,
    run(request) {
      const found = resources.find(vault, call(request), id(request));
      return resources.list(secret, call(request), request.query, {
        uri: account.uri(`${vault.collection}/${found.id}/secrets`),
        has: ({ fields }) => fields.vault_id === found.id,
      });
    },
  };
}

function callReader(account: Account): (request: OperationRequest) => Call {
  return ({ principal, params }) => ({ account, principal, trusted: false, path: params });
}
