// biome-ignore-all lint/style/useShorthandFunctionType: an editor shows the comment of a signature at the functions of the type.
import * as pulumi from "@pulumi/pulumi";
import { getToken, listToken } from "../../provider/engine/native/tokens";
import { innerOf } from "../engine-inner";
import { itemsIn, keysIn } from "../functions/keys";
import { calledAt, failedAt } from "../functions/place";
import { ofThisPackage } from "./plugin";

export type { InputsOf } from "../functions/lookup";

/** Options of the functions that read an account. */
export interface LookupOptions extends pulumi.InvokeOptions {}

/** Options of the functions whose names end in `Output`. */
export interface LookupOutputOptions extends pulumi.InvokeOutputOptions {}

/** Options of the functions that list a collection whose list takes a filter. */
export interface ListOptions extends LookupOptions {
  /** A CEL expression by which the service picks what it lists, such as `metadata.contains("team-a")`. */
  filter?: string;
}

/** Options of the functions that list such a collection and whose names end in `Output`. */
export interface ListOutputOptions extends LookupOutputOptions {
  /** A CEL expression by which the service picks what it lists; may be an output. */
  filter?: pulumi.Input<string>;
}

/** A function that reads one object. */
export interface Get<Args, Result> {
  /**
   * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs, or use the
   * function of this name that ends in `Output`, which marks them.
   *
   * @throws Error when there is no such object, or more than one.
   */
  (args: Args, opts?: LookupOptions): Promise<Result>;
}

/** A function that reads one object as an output. */
export interface GetOutput<Args, Result> {
  /**
   * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds one.
   */
  (args: Args, opts?: LookupOutputOptions): pulumi.Output<Result>;
}

/** A function that reads one module. */
export interface GetModule<Args, Result> {
  /**
   * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs, or use the
   * function of this name that ends in `Output`, which marks them.
   *
   * @throws Error when it is not set.
   */
  (args: Args, opts?: LookupOptions): Promise<Result>;
}

/** A function that reads one module as an output. */
export interface GetModuleOutput<Args, Result> {
  /**
   * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds one.
   */
  (args: Args, opts?: LookupOutputOptions): pulumi.Output<Result>;
}

/** A function that reads a collection. */
export interface List<Result> {
  /** Reads all objects of the collection now, at preview as well, in the order of the service, which is newest first by convention. */
  (opts?: LookupOptions): Promise<Result[]>;
}

/** A function that reads a collection whose list takes a filter. */
export interface ListFiltered<Result> {
  /**
   * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest first by
   * convention. With `filter` the service selects among them.
   */
  (opts?: ListOptions): Promise<Result[]>;
}

/** A function that reads a collection as an output. */
export interface ListOutput<Result, Options extends LookupOutputOptions = LookupOutputOptions> {
  /** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
  (opts?: Options): pulumi.Output<Result[]>;
}

/** A function that reads a collection within another object. */
export interface ListIn<At, Result> {
  /** Reads all objects of the collection now, at preview as well, in the order of the service, which is newest first by convention. */
  (at: At, opts?: LookupOptions): Promise<Result[]>;
}

/** A function that reads a collection within another object as an output. */
export interface ListInOutput<At, Result> {
  /** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
  (at: At, opts?: LookupOutputOptions): pulumi.Output<Result[]>;
}

interface Listed<T> {
  readonly items: T[];
}

/** Reads one object now. Secrets in it are plain values. What is wrong with the keys rejects the promise as well. */
export async function get<T>(name: string, args: object, opts: LookupOptions = {}): Promise<T> {
  return withPlace(calledAt(), pulumi.runtime.invoke(getToken(name), keysIn(args), ofThisPackage(opts)));
}

/** Reads one object as soon as its keys are known. An output that holds a secret is one. */
export function getOutput<T>(name: string, args: object, opts: LookupOutputOptions = {}): pulumi.Output<T> {
  return outputWithPlace(
    calledAt(),
    pulumi.runtime.invokeOutput<T>(getToken(name), keysIn(args), ofThisPackage(opts)),
  );
}

/** Reads a whole collection now. */
export async function list<T>(plural: string, at: object, opts: ListOptions = {}): Promise<T[]> {
  const { filter, ...rest } = opts;
  const found: Listed<T> = await withPlace(
    calledAt(),
    pulumi.runtime.invoke(listToken(plural), { ...at, filter }, ofThisPackage<LookupOptions>(rest)),
  );
  return itemsIn(listToken(plural), found);
}

/** Reads a whole collection as soon as it is known where. An output that holds a secret is one. */
export function listOutput<T>(plural: string, at: object, opts: ListOutputOptions = {}): pulumi.Output<T[]> {
  const { filter, ...rest } = opts;
  const found = pulumi.runtime.invokeOutput<Listed<T>>(
    listToken(plural),
    { ...at, filter },
    ofThisPackage<LookupOutputOptions>(rest),
  );
  return outputWithPlace(calledAt(), found).apply((listed) =>
    itemsIn(listToken(plural), listed),
  ) as pulumi.Output<T[]>;
}

/** What the engine's SDK puts before the words of a provider. */
const OF_THE_ENGINE = /^invocation of \S+ returned an error: /;

/** A look-up whose failure is one line with its place in the program. */
async function withPlace<T>(place: string | undefined, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!isOfProvider(error)) throw error;
    throw failedAt(place, withoutPreface(error));
  }
}

/**
 * The same for an output, which the engine's SDK rejects with one error in several promises: the error itself is changed
 * before anybody prints it.
 */
function outputWithPlace<T>(place: string | undefined, reading: pulumi.Output<T>): pulumi.Output<T> {
  const { isKnown } = innerOf(reading);
  isKnown.catch((error: unknown) => {
    if (!isOfProvider(error)) return;
    const explained = failedAt(place, withoutPreface(error)) as pulumi.RunError;
    Object.assign(error, explained, { message: explained.message, stack: explained.message });
  });
  return reading;
}

const isOfProvider = (error: unknown): error is Error =>
  error instanceof Error && OF_THE_ENGINE.test(error.message);

const withoutPreface = ({ message }: Error) => new Error(message.replace(OF_THE_ENGINE, ""));
