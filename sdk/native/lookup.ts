import * as pulumi from "@pulumi/pulumi";
import { getFunctionToken, listFunctionToken } from "../../provider/engine/native/tokens";
import { internalsOf, internalsOfInput } from "../engine-internals";
import { callSite, errorAtCallSite } from "../functions/call-site";
import { redactKeys, requireItems, requireKeys } from "../functions/keys";
import type * as signatures from "../functions/signatures";
import { withPluginVersion } from "./plugin";

export type { InputsOf } from "../functions/signatures";

/** Options of the functions that read an account. */
export interface LookupOptions extends pulumi.InvokeOptions {}

/** Options of the functions whose names end in `Output`. */
export interface LookupOutputOptions extends pulumi.InvokeOutputOptions {}

/** Options of the functions that list a collection whose list takes a filter. */
export interface ListOptions extends LookupOptions {
  /** A CEL expression that selects the listed objects, such as `metadata.contains("team-a")`. */
  filter?: string;
}

/** Options of the functions that list such a collection and whose names end in `Output`. */
export interface ListOutputOptions extends LookupOutputOptions {
  /** A CEL expression that selects the listed objects; may be an output. */
  filter?: pulumi.Input<string>;
}

interface ListResult<T> {
  readonly items: T[];
}

/** Returns the function that reads one object of a collection. It is async, so that invalid keys reject the promise. */
export const get =
  <Args extends object, T>(name: string): signatures.Get<Args, T, LookupOptions> =>
  async (args, opts = {}) =>
    withCallSite(
      callSite(),
      pulumi.runtime.invoke(getFunctionToken(name), requireKeys(args), withPluginVersion(opts)),
    );

export const getOutput =
  <Args extends object, T>(name: string): signatures.GetOutput<Args, T, LookupOutputOptions> =>
  (args, opts = {}) =>
    invokeOutput(getFunctionToken(name), requireKeys(args), opts);

/** Returns the function that reads a collection within another object. */
export const listIn =
  <At extends object, T>(plural: string): signatures.List<T, LookupOptions, [at: At]> =>
  async (at, { filter, ...opts }: ListOptions = {}) => {
    const result: ListResult<T> = await withCallSite(
      callSite(),
      pulumi.runtime.invoke(
        listFunctionToken(plural),
        { filter, ...at },
        withPluginVersion<LookupOptions>(opts),
      ),
    );
    return requireItems(listFunctionToken(plural), result);
  };

export const list =
  <T, Options extends ListOptions = LookupOptions>(plural: string): signatures.List<T, Options> =>
  (opts) =>
    listIn<object, T>(plural)({}, opts);

export const listInOutput =
  <At extends object, T>(
    plural: string,
  ): signatures.ListOutput<T, LookupOutputOptions, [at: signatures.InputsOf<At>]> =>
  (at, { filter, ...opts }: ListOutputOptions = {}) =>
    invokeOutput<ListResult<T>>(listFunctionToken(plural), { filter, ...at }, opts).apply((result) =>
      requireItems(listFunctionToken(plural), result),
    ) as pulumi.Output<T[]>;

export const listOutput =
  <T, Options extends ListOutputOptions = LookupOutputOptions>(
    plural: string,
  ): signatures.ListOutput<T, Options> =>
  (opts) =>
    listInOutput<object, T>(plural)({}, opts);

const SDK_PREFIX = /^invocation of \S+ returned an error: /;

async function withCallSite<T>(site: string | undefined, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    throw errorAtCallSite(site, withoutPrefix(error));
  }
}

/** The engine's SDK rejects several promises with one error, so the error itself is changed before it is printed. */
function invokeOutput<T>(token: string, args: object, opts: LookupOutputOptions): pulumi.Output<T> {
  const site = callSite();
  const keys = internalsOfInput(args);
  let secretKeys: unknown;
  // The SDK sends the values of secrets without their marks, so the provider quotes them in its errors.
  Promise.all([keys.promise(), keys.isSecret]).then(
    ([resolvedKeys, isSecret]) => {
      if (isSecret) secretKeys = resolvedKeys;
    },
    () => undefined,
  );
  const reading = pulumi.runtime.invokeOutput<T>(token, { ...args }, withPluginVersion(opts));
  internalsOf(reading).isKnown.catch((error: unknown) => {
    if (!isProviderError(error)) return;
    const plain = withoutPrefix(error);
    if (secretKeys !== undefined) plain.message = redactKeys(plain.message, secretKeys);
    const explained = errorAtCallSite(site, plain) as pulumi.RunError;
    Object.assign(error, explained, { message: explained.message, stack: explained.message });
  });
  return reading;
}

const isProviderError = (error: unknown): error is Error =>
  error instanceof Error && SDK_PREFIX.test(error.message);

const withoutPrefix = ({ message }: Error) => new Error(message.replace(SDK_PREFIX, ""));
