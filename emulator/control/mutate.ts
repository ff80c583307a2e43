import { z } from "zod";
import type { Account, Call } from "../account/account";
import { matchCollection } from "../catalog/index";
import { ApiFailure } from "../failure";
import { type JsonObject, jsonObject } from "../json";
import { EmulatorOptionError, readOption } from "../read-option";
import { concretePath, type Resources } from "../resources/resources";
import { readFields, refuseUnknown } from "../schema/read";

const jobControl = z.strictObject({
  provisioning: z.enum(["INTERNAL_ERROR", "DNS_ERROR", "succeed", "renew"]),
  msg: z.string().optional(),
  times: z.int().min(1).optional(),
});

const mutationSchema = z.union(
  [
    z.strictObject({ path: z.string().startsWith("/"), set: jsonObject }),
    z.strictObject({ path: z.string().startsWith("/"), delete: z.literal(true) }),
    /** `domain` is a pattern for reserved domains, in which `*` stands for any characters. */
    jobControl.extend({ domain: z.string().min(1) }),
    jobControl.extend({ path: z.string().startsWith("/reserved_domains/") }),
  ],
  { error: "must be { path, set }, { path, delete: true } or { domain or path, provisioning }" },
);

/**
 * An out-of-band change: an object or module is changed or deleted, or the certificate jobs of a domain fail, succeed,
 * or start early. `set` takes create parameters and the seedable values of a family.
 */
export type Mutation = z.input<typeof mutationSchema>;

type ParsedMutation = z.output<typeof mutationSchema>;

export const readMutation = (name: string, input: unknown): ParsedMutation =>
  readOption(name, mutationSchema, input);

/** @throws EmulatorOptionError if the path does not exist, or the account refuses the change */
export function mutate(account: Account, resources: Resources, mutation: ParsedMutation): void {
  try {
    applyMutation(account, resources, mutation);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const option = "set" in mutation ? "mutate.set" : "mutate";
    throw new EmulatorOptionError(option, error.message.replace(/\.$/, ""), { cause: error });
  }
}

function applyMutation(account: Account, resources: Resources, mutation: ParsedMutation): void {
  if ("domain" in mutation) {
    controlCertificateJobs(account, mutation.domain, mutation);
    return;
  }
  const target = resolve(account, mutation.path);
  const { family, call, id, module } = target;
  const object = resources.find(family, call, id);
  if ("provisioning" in mutation) {
    if (mutation.provisioning === "renew") account.provisioning.renew(object);
    else controlCertificateJobs(account, String(object.fields.domain), mutation);
  } else if ("delete" in mutation) {
    if (module) resources.deleteModule(family, call, id, module);
    else resources.delete(family, call, id);
  } else {
    resources.store(family, call, object, readChanges(target, mutation.set, object.fields));
  }
}

function controlCertificateJobs(
  account: Account,
  domain: string,
  { provisioning, msg, times }: z.output<typeof jobControl>,
): void {
  if (provisioning === "renew")
    throw new EmulatorOptionError("mutate.provisioning", "renew needs the path of one reserved domain");
  if (provisioning === "succeed") account.provisioning.succeed(domain);
  else account.provisioning.fail({ domain, error: provisioning, msg, times });
}

type Target = ReturnType<typeof resolve>;

/** Resolves `/collection/<id>` or `/collection/<id>/<module>`. */
function resolve(account: Account, path: string) {
  const parts = path.split("/");
  for (const idPosition of [-1, -2]) {
    const collection = parts.slice(0, idPosition).join("/");
    const [id = "", module] = parts.slice(idPosition);
    const match = matchCollection(collection);
    if (!match) continue;
    const call: Call = { account, principal: account.owner, trusted: true, path: match.path };
    if (!account.storage.get(concretePath(match.family, match.path), id)) continue;
    if (module !== undefined && !match.family.create[module]?.module) continue;
    return { family: match.family, call, id, module };
  }
  throw new EmulatorOptionError("mutate.path", `there is no ${path}`);
}

function readChanges({ family, call, module }: Target, set: JsonObject, previous: JsonObject): JsonObject {
  const read = (body: JsonObject) => readFields(family.create, body, call, "patch", previous);
  if (module) return read({ [module]: set });
  const params = Object.keys(family.create);
  refuseUnknown([...params, ...(family.seedable ?? [])], set, "");
  const entries = Object.entries(set);
  const changedParams = read(Object.fromEntries(entries.filter(([name]) => params.includes(name))));
  // Unlike in a request, null unsets a parameter.
  const extraEntries = entries.filter(
    ([name, value]) => !params.includes(name) || (value === null && !Object.hasOwn(changedParams, name)),
  );
  return { ...changedParams, ...Object.fromEntries(extraEntries) };
}
