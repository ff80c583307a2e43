import {
  type InvokeRequest,
  InvokeResponse,
  type ListRequest,
  ListResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import {
  type CollectionFamily,
  eachObject,
  findLookupKey,
  getObject,
  validateListArguments,
} from "../../account/lookups/lookup";
import { type ReadSetting, UnknownSettingError } from "../../account/settings/settings";
import { markReadSecrets } from "../../account/values/secrets";
import { loadReadable, readableNames } from "../../families/load";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { UserError, visibleFields } from "../../lifecycle";
import type { Values } from "../operations/values";
import type { Limits } from "./limits";
import { classOfType, getFunctionToken, listFunctionToken } from "./tokens";
import { decodeStruct, encodeStruct } from "./values";

/** Implements the package's functions, and the engine's listing of objects. */
export class Functions {
  constructor(
    private readonly configured: () => Promise<ReadSetting>,
    private readonly limits: Limits,
  ) {}

  async invoke(request: InvokeRequest): Promise<InvokeResponse> {
    const value = await this.limits.run(0, () =>
      this.call(request.getTok(), decodeStruct(request.getArgs())),
    );
    return new InvokeResponse().setReturn(encodeStruct(value));
  }

  private async call(token: string, args: Values): Promise<Values> {
    const readableName = readableNames.find((name) => getFunctionToken(name) === token);
    const family = readableName === undefined ? await findListed(token) : await loadReadable(readableName);
    if (!family) throw new UserError(`there is no function ${JSON.stringify(token)} in this package`);
    const { filter, ...parents } = args;
    if (readableName === undefined) validateListArguments(family, parents, filter);
    else findLookupKey(family, args);
    const fields = visibleFields(family);
    const outputs =
      readableName === undefined
        ? ["items"]
        : ["id", ...Object.keys({ ...fields.outputs, ...fields.inputs })];
    const unknownOutputs = Object.fromEntries(outputs.map((key) => [key, UNKNOWN]));
    // A request would contain the engine's placeholders.
    if (holdsUnknown(args)) return unknownOutputs;
    const config = await this.configured();
    try {
      if (readableName !== undefined)
        return markReadSecrets(fields, (await getObject(family.name, args, config)).value);
      const items: Values[] = [];
      for await (const { value } of eachObject(family.name, parents, config, textOf(filter)))
        items.push(markReadSecrets(fields, value));
      return { items };
    } catch (error) {
      if (error instanceof UnknownSettingError) return unknownOutputs;
      throw error;
    }
  }

  /** @param write - Resolves to false once the engine stops listening. */
  async list(request: ListRequest, write: (response: ListResponse) => Promise<boolean>): Promise<void> {
    const name = classOfType(request.getToken());
    const family = name === undefined ? undefined : await loadReadable(name);
    if (!family || family.kind === "module")
      throw new UserError(`objects of type ${JSON.stringify(request.getToken())} cannot be listed`);
    const config = await this.configured();
    const { filter, ...parents } = decodeStruct(request.getQuery());
    if (holdsUnknown(parents) || holdsUnknown(filter))
      throw new UserError("the arguments of the list are not known yet: set them to known values");
    const lastIdOfPreviousPage = request.getContinuationToken();
    let isOnPreviousPage = lastIdOfPreviousPage !== "";
    let remaining = limitOf(request.getLimit());
    let remainingOnPage = limitOf(request.getPageSize());
    let lastId = "";
    await this.limits.run(0, async () => {
      for await (const { value } of eachObject(family.name, parents, config, textOf(filter))) {
        const id = importIdOf(family, value);
        if (isOnPreviousPage) {
          isOnPreviousPage = id !== lastIdOfPreviousPage;
          continue;
        }
        if (remainingOnPage-- <= 0) {
          const continuation = new ListResponse.Continuation().setContinuationToken(lastId);
          await write(new ListResponse().setContinuation(continuation));
          return;
        }
        lastId = id;
        const result = new ListResponse.Result().setId(id).setName(displayNameOf(value));
        const acceptsMore = await write(new ListResponse().setResult(result));
        if (--remaining <= 0 || !acceptsMore) return;
      }
      if (isOnPreviousPage)
        throw new UserError("the last object of the previous page no longer exists: start the list again");
    });
  }
}

const limitOf = (count: number) => (count > 0 ? count : Number.POSITIVE_INFINITY);

const textOf = (filter: unknown) => (filter === undefined || filter === null ? undefined : String(filter));

/** Loads only the families whose plural may match: it begins with all but the last letter of the name, as in `IpPolicies`. */
async function findListed(token: string): Promise<CollectionFamily | undefined> {
  for (const name of readableNames.filter((candidate) =>
    token.startsWith(listFunctionToken(candidate.slice(0, -1))),
  )) {
    const family = await loadReadable(name);
    if (family && family.kind !== "module" && listFunctionToken(family.plural) === token) return family;
  }
  return undefined;
}

const importIdOf = ({ pathKeys }: CollectionFamily, value: Values): string =>
  [...pathKeys, "id"].map((key) => String(value[key])).join("/");

const displayNameOf = ({ domain, addr, name, description, id }: Values) =>
  String(domain || addr || name || description || id).toWellFormed();
