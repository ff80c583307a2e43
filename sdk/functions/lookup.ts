import * as pulumi from "@pulumi/pulumi";
import { hasMocks, internalsOf } from "../engine-internals";
import type { Provider } from "../provider";
import { callSite, errorAtCallSite } from "./call-site";
import { redactKeys, requireKeys } from "./keys";
import type * as signatures from "./signatures";

export type { InputsOf } from "./signatures";

/** Options of the functions that read an account. */
export interface LookupOptions {
  /** Account to read; by default, the one that the stack configuration or the environment defines. */
  provider?: Provider;
}

/** Options of the functions whose names end in `Output`. */
export interface LookupOutputOptions extends LookupOptions {
  /** Resources that must exist before the account is read. */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource>;
}

/** Options of the functions that list a collection whose list takes a filter. */
export interface ListOptions extends LookupOptions {
  /**
   * A CEL expression that selects the listed objects, such as `metadata.contains("team-a")`. It is passed on
   * unchanged; see the service's documentation on filtering.
   */
  filter?: string;
}

/** Options of the functions that list such a collection and whose names end in `Output`. */
export interface ListOutputOptions extends LookupOutputOptions {
  /** A CEL expression that selects the listed objects; may be an output. */
  filter?: pulumi.Input<string>;
}

type Args = Readonly<Record<string, unknown>>;
type Config = (key: string) => unknown;

/** The HTTP client and the families load with the first call, so programs that read nothing don't wait for them. */
const loadLookups = () => import("../../provider/account/lookups/lookup.js");
const loadHost = async (): Promise<Host> => (hasMocks() ? import("./mocked.js") : loadLookups());
type Host = Pick<Awaited<ReturnType<typeof loadLookups>>, "getObject" | "eachObject">;
type View = Awaited<ReturnType<Host["getObject"]>>;

/** Returns the function that reads one object of a collection. */
export const get =
  <Args extends object, T>(name: string): signatures.Get<Args, T, LookupOptions> =>
  async (args, opts = {}) => {
    const site = callSite();
    try {
      const config = await resolveConfig(opts);
      const { getObject } = await loadHost();
      return (await getObject(name, requireKeys(args), config)).value as T;
    } catch (error) {
      throw errorAtCallSite(site, error);
    }
  };

export const getOutput =
  <Args extends object, T>(name: string): signatures.GetOutput<Args, T, LookupOutputOptions> =>
  (args, opts = {}) =>
    whenKnown(requireKeys(args), opts, async (keys, config) => {
      const { getObject } = await loadHost();
      const view = await getObject(name, keys, config);
      return markIfSecret(view.value as T, [view]);
    });

/** Returns the function that reads a collection within another object page by page. */
export const eachIn =
  <At extends object, T>(name: string): signatures.Each<T, LookupOptions, [at: At]> =>
  (at, opts: ListOptions = {}) => {
    // Read now, because another program may be running at the first iteration.
    const config = resolveConfig(opts);
    // The first iteration throws the error, which must not count as unhandled before.
    config.catch(() => undefined);
    const site = callSite();
    return (async function* () {
      const { eachObject } = await loadHost();
      try {
        const parents = { ...at, ...unknownOptions(opts) };
        for await (const { value } of eachObject(name, parents, await config, opts.filter)) yield value as T;
      } catch (error) {
        throw errorAtCallSite(site, error);
      }
    })();
  };

export const each =
  <T, Options extends ListOptions = LookupOptions>(name: string): signatures.Each<T, Options> =>
  (opts) =>
    eachIn<object, T>(name)({}, opts);

export const listIn =
  <At extends object, T>(name: string): signatures.List<T, LookupOptions, [at: At]> =>
  async (at, opts) => {
    const objects: T[] = [];
    for await (const object of eachIn<At, T>(name)(at, opts)) objects.push(object);
    return objects;
  };

export const list =
  <T, Options extends ListOptions = LookupOptions>(name: string): signatures.List<T, Options> =>
  (opts) =>
    listIn<object, T>(name)({}, opts);

export const listInOutput =
  <At extends object, T>(
    name: string,
  ): signatures.ListOutput<T, LookupOutputOptions, [at: signatures.InputsOf<At>]> =>
  (at, opts: ListOutputOptions = {}) =>
    whenKnown({ at: { ...at, ...unknownOptions(opts) }, filter: opts.filter }, opts, async (keys, config) => {
      const { eachObject } = await loadHost();
      const views: View[] = [];
      const { at, filter } = keys as { readonly at: Args; readonly filter?: string };
      for await (const view of eachObject(name, at, config, filter)) views.push(view);
      return markIfSecret(views.map(({ value }) => value) as T[], views);
    });

export const listOutput =
  <T, Options extends ListOutputOptions = LookupOutputOptions>(
    name: string,
  ): signatures.ListOutput<T, Options> =>
  (opts) =>
    listInOutput<object, T>(name)({}, opts);

/** Returns options such as a misspelled `filter`. The lookup rejects them like unknown keys of the parents. */
function unknownOptions(opts: ListOutputOptions): Args {
  const { provider: _, dependsOn: __, filter: ___, ...unknown } = opts;
  return unknown;
}

function markIfSecret<T>(result: T, views: readonly View[]): T | pulumi.Output<T> {
  const isSecret = views.some(({ holdsSecret }) => holdsSecret);
  return isSecret ? (pulumi.secret(result) as pulumi.Output<T>) : result;
}

function whenKnown<T>(
  args: object,
  opts: LookupOutputOptions,
  read: (args: Args, config: Config) => Promise<T | pulumi.Output<T>>,
): pulumi.Output<T> {
  // The account's token is a secret, but the objects read with it needn't be.
  const configuration = pulumi.unsecret(pulumi.output(opts.provider?.configuration));
  const config = opts.provider ? undefined : readStackConfig();
  const site = callSite();
  const keys = pulumi.output(args);
  const ready = pulumi.all([keys, configuration, awaitResources(opts.dependsOn), awaitSources(keys)]);
  const result = ready.apply(([resolvedKeys, settings]) => {
    const reading = read(resolvedKeys as Args, config ?? ((key) => (settings as Args | undefined)?.[key]));
    return pulumi.output(
      reading.catch(async (error) => {
        if (await internalsOf(keys).isSecret) error.message = redactKeys(error.message, resolvedKeys);
        throw errorAtCallSite(site, error);
      }),
    );
  });
  return result as pulumi.Output<T>;
}

const awaitResources = (resources: pulumi.Input<unknown>): pulumi.Output<unknown> =>
  (pulumi.output(resources) as pulumi.OutputInstance<unknown>).apply((value) => {
    const sources = [value].flat().filter(pulumi.Resource.isInstance);
    return pulumi.all(
      sources.map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
    );
  });

/** Waits for the source resources of an output: a preview may know a value whose object doesn't exist yet. */
const awaitSources = (output: pulumi.Output<unknown>): pulumi.Output<unknown> =>
  awaitResources(
    internalsOf(output)
      .allResources()
      .then((sources) => [...sources]),
  );

function readStackConfig(): Config {
  const prefix = "tunnel-edge:";
  const config = new pulumi.Config("tunnel-edge");
  return (key) => (key.startsWith(prefix) ? config.get(key.slice(prefix.length)) : undefined);
}

async function resolveConfig({ provider }: LookupOptions): Promise<Config> {
  if (!provider) return readStackConfig();
  const configuration = internalsOf(provider.configuration);
  const values = (await configuration.promise()) as Args;
  if (!(await configuration.isKnown)) {
    throw new Error(
      "the configuration of the given provider is still unknown, because it depends on a resource that does not exist: use the function that ends in Output",
    );
  }
  return (key) => values[key];
}
