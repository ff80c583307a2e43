import * as pulumi from "@pulumi/pulumi";
import { hasMocks, innerOf } from "../engine-inner";
import type { Provider } from "../provider";
import { requireKeys } from "./keys";
import { callSite, errorAtCallSite } from "./place";
import type * as signatures from "./signatures";

export type { InputsOf } from "./signatures";

/** Options of the functions that read an account. */
export interface LookupOptions {
  /** Account to read; the default account, which the stack configuration or the environment names, when left out. */
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
   * A CEL expression by which the service picks what it lists, such as `metadata.contains("team-a")`. It is passed on as
   * it is; see the service's pages on filtering for what it may name.
   */
  filter?: string;
}

/** Options of the functions that list such a collection and whose names end in `Output`. */
export interface ListOutputOptions extends LookupOutputOptions {
  /** A CEL expression by which the service picks what it lists; may be an output. */
  filter?: pulumi.Input<string>;
}

export type Get<Args, Result> = signatures.Get<Args, Result, LookupOptions>;
export type GetOutput<Args, Result> = signatures.GetOutput<Args, Result, LookupOutputOptions>;
export type List<Result, Options = LookupOptions> = signatures.List<Result, Options>;
export type ListOutput<Result, Options = LookupOutputOptions> = signatures.ListOutput<Result, Options>;
export type Each<Result, Options = LookupOptions> = signatures.Each<Result, Options>;
export type ListIn<At, Result> = signatures.ListIn<At, Result, LookupOptions>;
export type ListInOutput<At, Result> = signatures.ListInOutput<At, Result, LookupOutputOptions>;
export type EachIn<At, Result> = signatures.EachIn<At, Result, LookupOptions>;

type Args = Readonly<Record<string, unknown>>;
type Config = (key: string) => unknown;

/**
 * The HTTP client and the families load with the first call: a program that reads nothing must not wait for them. What
 * is read goes over connections that are closed when idle and never keep a program's process alive.
 */
const account = () => import("../../provider/account/lookups/lookup.js");
const host = async (): Promise<Host> => (hasMocks() ? import("./mocked.js") : account());
type Host = Pick<Awaited<ReturnType<typeof account>>, "getObject" | "eachObject" | "withoutKeys">;
type View = Awaited<ReturnType<Host["getObject"]>>;

/** Reads one object now. Secrets in it are plain values. */
export async function get<T>(name: string, args: object, opts: LookupOptions = {}): Promise<T> {
  const place = callSite();
  try {
    const config = await plainConfig(opts);
    const { getObject } = await host();
    return (await getObject(name, requireKeys(args), config)).value as T;
  } catch (error) {
    throw errorAtCallSite(place, error);
  }
}

/** Reads one object as soon as its keys are known. The output is a secret if the object contains one. */
export function getOutput<T>(name: string, args: object, opts: LookupOutputOptions = {}): pulumi.Output<T> {
  return whenKnown(requireKeys(args), opts, async (known, config) => {
    const { getObject } = await host();
    return marked<T>([await getObject(name, known, config)], ([value]) => value as T);
  });
}

/** Reads a collection now, one object after the other. */
export function each<T>(name: string, at: object, opts: ListOptions = {}): AsyncGenerator<T, void> {
  // Here, not at the first step: the configuration is that of the program which is running now.
  const config = plainConfig(opts);
  config.catch(() => undefined);
  const place = callSite();
  return (async function* () {
    const { eachObject } = await host();
    try {
      for await (const { value } of eachObject(name, { ...at }, await config, opts.filter)) yield value as T;
    } catch (error) {
      throw errorAtCallSite(place, error);
    }
  })();
}

/** Reads a whole collection now. */
export async function list<T>(name: string, at: object, opts: ListOptions = {}): Promise<T[]> {
  const found: T[] = [];
  for await (const value of each<T>(name, at, opts)) found.push(value);
  return found;
}

/** Reads a whole collection as soon as its parent is known. The output is a secret if an object contains one. */
export function listOutput<T>(name: string, at: object, opts: ListOutputOptions = {}): pulumi.Output<T[]> {
  return whenKnown({ at, filter: opts.filter }, opts, async (known, config) => {
    const { eachObject } = await host();
    const views: View[] = [];
    const { at, filter } = known as { readonly at: Args; readonly filter?: string };
    for await (const view of eachObject(name, at, config, filter)) views.push(view);
    return marked<T[]>(views, (values) => values as T[]);
  });
}

function marked<T>(views: readonly View[], toResult: (values: unknown[]) => T): T | pulumi.Output<T> {
  const result = toResult(views.map(({ value }) => value));
  const isSecret = views.some(({ holdsSecret }) => holdsSecret);
  return isSecret ? (pulumi.secret(result) as pulumi.Output<T>) : result;
}

function whenKnown<T>(
  args: object,
  opts: LookupOutputOptions,
  read: (args: Args, config: Config) => Promise<T | pulumi.Output<T>>,
): pulumi.Output<T> {
  // The account's token is a secret; what is read with it is not for that alone.
  const configuration = pulumi.unsecret(pulumi.output(opts.provider?.configuration));
  const config = opts.provider ? undefined : stackConfig();
  const place = callSite();
  const keys = pulumi.output(args);
  const known = pulumi.all([keys, configuration, awaitResources(opts.dependsOn), awaitSources(keys)]);
  const found = known.apply(([given, settings]) => {
    const reading = read(given as Args, config ?? ((key) => (settings as Args | undefined)?.[key]));
    return pulumi.output(
      reading.catch(async (error) => {
        const { isSecret } = innerOf(keys);
        throw errorAtCallSite(place, (await isSecret) ? (await host()).withoutKeys(error, given) : error);
      }),
    );
  });
  return found as pulumi.Output<T>;
}

/** An output that is known once the resources exist. */
const awaitResources = (resources: pulumi.Input<unknown>): pulumi.Output<unknown> =>
  (pulumi.output(resources) as pulumi.OutputInstance<unknown>).apply((given) => {
    const all = [given].flat().filter(pulumi.Resource.isInstance);
    return pulumi.all(
      all.map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
    );
  });

/** The same for the resources that an output comes from: what a preview knows of a new object is not in the account yet. */
const awaitSources = (output: pulumi.Output<unknown>): pulumi.Output<unknown> =>
  awaitResources(
    innerOf(output)
      .allResources()
      .then((sources) => [...sources]),
  );

/** The configuration of the running program's stack. */
function stackConfig(): Config {
  const prefix = "tunnel-edge:";
  const config = new pulumi.Config("tunnel-edge");
  return (key) => (key.startsWith(prefix) ? config.get(key.slice(prefix.length)) : undefined);
}

async function plainConfig({ provider }: LookupOptions): Promise<Config> {
  if (!provider) return stackConfig();
  const configuration = innerOf(provider.configuration);
  const values = (await configuration.promise()) as Args;
  if (!(await configuration.isKnown)) {
    throw new Error(
      "the configuration of the given provider is not known yet, since it follows from a resource that does not exist: use the function that ends in Output",
    );
  }
  return (key) => values[key];
}
