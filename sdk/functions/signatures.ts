// biome-ignore-all lint/style/useShorthandFunctionType: an editor shows the comment of a signature at the functions of the type.
import type * as pulumi from "@pulumi/pulumi";

/** The same keys, each as a plain value, a promise, or an output. */
export type InputsOf<T> = T extends unknown ? { [K in keyof T]: pulumi.Input<T[K]> } : never;

type KeysOf<T> = T extends unknown ? keyof T : never;

/** One of several sets of keys, without keys of the others. */
export type OneOf<T, All = T> = T extends unknown
  ? T & { [K in Exclude<KeysOf<All>, keyof T>]?: never }
  : never;

/** Selects the object with an id. */
export interface ById {
  /** Id of the object. */
  id: string;
}

/** Selects the object with a description. */
export interface ByDescription {
  /** What the object is for. */
  description: string;
}

/** Selects the object with certain metadata. */
export interface ByMetadata {
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
}

/** A function that reads one object or module. */
export interface Get<Args, Result, Options> {
  /**
   * Reads one object or module now, at preview as well. Secrets are plain values in the result: keep them out of logs, or
   * use the function of this name that ends in `Output`, which marks them.
   *
   * @throws Error if there is none, or more than one.
   */
  (args: Args, opts?: Options): Promise<Result>;
}

/** A function that reads one object or module as an output. */
export interface GetOutput<Args, Result, Options> {
  /** Reads one object or module as soon as the keys are known. The output is a secret if the result contains one. */
  (args: InputsOf<Args>, opts?: Options): pulumi.Output<Result>;
}

/** A function that reads a collection. `At`: the keys of the object that contains it, if there is one. */
export interface List<Result, Options, At extends readonly unknown[] = []> {
  /** Reads all objects of the collection now, at preview as well, in the service's order: by convention, newest first. */
  (...args: [...At, opts?: Options]): Promise<Result[]>;
}

/** A function that reads a collection as an output. */
export interface ListOutput<Result, Options, At extends readonly unknown[] = []> {
  /** Reads all objects of the collection. The output is a secret if one of them contains a secret. */
  (...args: [...At, opts?: Options]): pulumi.Output<Result[]>;
}

/** A function that reads a collection page by page. */
export interface Each<Result, Options, At extends readonly unknown[] = []> {
  /** Reads the objects of the collection one by one. A page is fetched when it is reached, so a loop can end early. */
  (...args: [...At, opts?: Options]): AsyncGenerator<Result, void>;
}
