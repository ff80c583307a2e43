import {
  type InvokeRequest,
  InvokeResponse,
  type ListRequest,
  ListResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { eachObject, getObject, keyFor, requirePlace } from "../../account/lookups/lookup";
import { type Read, UnknownSettingError } from "../../account/settings/settings";
import { markReadSecrets } from "../../account/values/secrets";
import { loadReadable, readableNames } from "../../families/load";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { type ReadableFamily, UserError, visibleFields } from "../../lifecycle";
import type { Values } from "../operations/values";
import type { Limits } from "./limits";
import { classOfType, getToken, listToken } from "./tokens";
import { structOf, valuesOf } from "./values";

type Collection = Exclude<ReadableFamily, { readonly kind: "module" }>;

/** Implements the functions of the package, and the engine's own listing of objects. */
export class Functions {
  constructor(
    private readonly configured: () => Promise<Read>,
    private readonly limits: Limits,
  ) {}

  async invoke(request: InvokeRequest): Promise<InvokeResponse> {
    const value = await this.limits.run(0, () => this.call(request.getTok(), valuesOf(request.getArgs())));
    return new InvokeResponse().setReturn(structOf(value));
  }

  private async call(token: string, args: Values): Promise<Values> {
    const readableName = readableNames.find((name) => getToken(name) === token);
    const family = readableName === undefined ? await listedBy(token) : await loadReadable(readableName);
    if (!family) throw new UserError(`there is no function ${JSON.stringify(token)} in this package`);
    const { filter, ...at } = args;
    if (readableName === undefined) requirePlace(family, at, filter);
    else keyFor(family, args);
    // An unknown argument is not sent: the service would get a placeholder.
    const unknown = readableName === undefined ? { items: UNKNOWN } : unknownResult(family);
    if (holdsUnknown(args)) return unknown;
    const config = await this.configured();
    try {
      if (readableName === undefined) {
        const items: Values[] = [];
        for await (const { value } of eachObject(family.name, at, config, textOf(filter)))
          items.push(markReadSecrets(visibleFields(family), value));
        return { items };
      }
      const { value } = await getObject(family.name, args, config);
      return markReadSecrets(visibleFields(family), value);
    } catch (error) {
      if (error instanceof UnknownSettingError) return unknown;
      throw error;
    }
  }

  /**
   * Lists the objects of a class for the engine's own commands.
   *
   * @param write - Sends a response; resolves to false once the engine stops listening.
   */
  async list(request: ListRequest, write: (response: ListResponse) => Promise<boolean>): Promise<void> {
    const name = classOfType(request.getToken());
    const family = name === undefined ? undefined : await loadReadable(name);
    if (!family || family.kind === "module")
      throw new UserError(`objects of type ${JSON.stringify(request.getToken())} cannot be listed`);
    const config = await this.configured();
    const { filter, ...at } = valuesOf(request.getQuery());
    if (holdsUnknown(at) || holdsUnknown(filter))
      throw new UserError("the arguments of the list are not known yet: set them to known values");
    const after = request.getContinuationToken();
    let remaining = limitOf(request.getLimit());
    let remainingOnPage = limitOf(request.getPageSize());
    let [isBefore, last] = [after !== "", ""];
    await this.limits.run(0, async () => {
      for await (const { value } of eachObject(family.name, at, config, textOf(filter))) {
        const id = importIdOf(family, value);
        if (isBefore) {
          isBefore = id !== after;
          continue;
        }
        if (remainingOnPage-- <= 0) {
          const continuation = new ListResponse.Continuation().setContinuationToken(last);
          await write(new ListResponse().setContinuation(continuation));
          return;
        }
        last = id;
        const result = new ListResponse.Result().setId(id).setName(nameOf(value));
        const acceptsMore = await write(new ListResponse().setResult(result));
        if (--remaining <= 0 || !acceptsMore) return;
      }
      if (isBefore)
        throw new UserError("the last object of the previous page no longer exists: start the list again");
    });
  }
}

/** Zero means no limit. */
const limitOf = (given: number) => (given > 0 ? given : Number.POSITIVE_INFINITY);

const textOf = (filter: unknown) => (filter === undefined || filter === null ? undefined : String(filter));

/** Returns the collection that a function lists. Loads only the families whose name may match. */
async function listedBy(token: string): Promise<Collection | undefined> {
  const candidates = readableNames.filter((name) => token.startsWith(listToken(name.slice(0, -1))));
  for (const name of candidates) {
    const family = await loadReadable(name);
    if (family && family.kind !== "module" && listToken(family.plural) === token) return family;
  }
  return undefined;
}

function unknownResult(family: ReadableFamily): Values {
  const { inputs, outputs } = visibleFields(family);
  return Object.fromEntries(["id", ...Object.keys({ ...outputs, ...inputs })].map((key) => [key, UNKNOWN]));
}

function importIdOf(family: Collection, value: Values): string {
  const keys = family.kind === "resource" ? family.pathKeys : [];
  return [...keys, "id"].map((key) => String(value[key])).join("/");
}

const nameOf = ({ domain, addr, name, description, id }: Values) =>
  String(domain || addr || name || description || id).toWellFormed();
