import { type AccountChange, type KnownChange, visibleString } from "../account";
import { isAdoption, staysOnDelete } from "../preview";

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path, with `{id}` and input names as placeholders. */
  readonly path: string;
  readonly count: number;
}

type Request = Omit<Call, "count">;

/**
 * Counts the requests with which `pulumi up` would change, import, and adopt objects and run commands, without polling.
 *
 * @param differs - True if an adopted object differs from the program; undefined if unknown.
 */
export function costOf(
  account: AccountChange,
  requestsPerMinute: number,
  differs: (change: KnownChange) => boolean | undefined,
) {
  const counts = new Map<string, Call>();
  let possible = 0;
  for (const change of account.changes) {
    const adoptionDiffers = isAdoption(change) ? differs(change) : undefined;
    if (isAdoption(change) && adoptionDiffers === undefined) possible += 1;
    for (const request of requestsOf(account, change, adoptionDiffers)) {
      const key = `${request.method} ${request.path}`;
      counts.set(key, { ...request, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  const calls = [...counts.values()].sort((a, b) => b.count - a.count);
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  return {
    calls,
    total,
    /** Updates of adopted objects that may be needed, because it is unknown whether the objects differ. */
    possible,
    requestsPerMinute,
    /** Minutes that these requests take at least; 0 if all of them fit into the first minute. */
    minutes: Math.max(0, Math.ceil(total / requestsPerMinute) - 1),
    /** Names of the resources that wait for a certificate. */
    waiting: account.changes.flatMap(({ kind, after, name }) =>
      (kind === "create" || kind === "update" || kind === "replace") && after?.inputs.waitForCertificate
        ? [name]
        : [],
    ),
  };
}

export const changedInputs = ({ paths }: KnownChange) => [
  ...new Set(paths.map((path) => path.split(/[.[]/)[0] as string)),
];

/** Changed inputs that may affect other objects: all but descriptions and inputs that are never sent to the service. */
export const effectiveInputs = ({ factsOf }: AccountChange, change: KnownChange) => {
  const ignored = ["description", "metadata", ...factsOf(change.className).local];
  return changedInputs(change).filter((input) => !ignored.includes(input));
};

/** The path segments of parts that an update removes with a separate call, by input. */
export function removedParts(account: AccountChange, change: KnownChange): Map<string, string> {
  const { parts, exclusive } = account.factsOf(change.className);
  if (change.kind !== "update") return new Map();
  const removed = changedInputs(change).filter(
    (input) => parts[input] !== undefined && change.after?.inputs[input] === undefined,
  );
  // A single PATCH replaces a part with a mutually exclusive one.
  const isSuperseded = (input: string) =>
    exclusive.includes(input) &&
    exclusive.some((other) => other !== input && change.after?.inputs[other] !== undefined);
  return new Map(
    removed.filter((input) => !isSuperseded(input)).map((input) => [input, parts[input]?.segment ?? input]),
  );
}

function requestsOf(account: AccountChange, change: KnownChange, adoptionDiffers?: boolean): Request[] {
  const { kind, path } = account.factsOf(change.className);
  const itemPath = kind === "module" ? path : `${path}/{id}`;
  if (kind === "command") return commandRequests(account, change);
  const deletions: Request[] = staysOnDelete(change) ? [] : [{ method: "DELETE", path: itemPath }];
  switch (change.kind) {
    case "create":
    case "import":
      return creationRequests();
    case "update":
      return [...(change.isImported ? creationRequests() : []), ...updateRequests(account, change, itemPath)];
    case "replace":
      return [...creationRequests(), ...deletions];
    case "delete":
      return deletions;
    default:
      return [];
  }

  function creationRequests(): Request[] {
    if (change.takesExisting) return [{ method: "GET", path: itemPath }];
    if (!isAdoption(change)) return [kind === "module" ? { method: "PUT", path } : { method: "POST", path }];
    const method = kind === "module" ? "PUT" : "PATCH";
    const update = { method, path: itemPath } as const;
    return [{ method: "GET", path: itemPath }, ...(adoptionDiffers ? [update] : [])];
  }
}

function updateRequests(account: AccountChange, change: KnownChange, itemPath: string): Request[] {
  const { kind, local } = account.factsOf(change.className);
  const sent = changedInputs(change).filter((input) => !local.includes(input));
  if (kind === "module") return sent.length > 0 ? [{ method: "PUT", path: itemPath }] : [];
  const removed = removedParts(account, change);
  const partDeletions = [...removed.values()].map(
    (segment): Request => ({ method: "DELETE", path: `${itemPath}/${segment}` }),
  );
  const isPatched = sent.some((input) => !removed.has(input));
  return isPatched ? [...partDeletions, { method: "PATCH", path: itemPath }] : partDeletions;
}

/** A command lists the sessions to find its target, then sends one request. */
function commandRequests(account: AccountChange, change: KnownChange): Request[] {
  const { triggers } = account.factsOf(change.className);
  const runs =
    change.kind === "create" ||
    change.kind === "replace" ||
    (change.kind === "update" && changedInputs(change).some((input) => triggers.includes(input)));
  if (!runs) return [];
  const command = visibleString(change.after?.inputs.command) ?? "{command}";
  return [
    { method: "GET", path: "/tunnel_sessions" },
    { method: "POST", path: `/tunnel_sessions/{id}/${command}` },
  ];
}
