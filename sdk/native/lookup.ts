import * as pulumi from "@pulumi/pulumi";
import { getToken, listToken } from "../../provider/native/tokens";
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

interface Listed<T> {
  readonly items: T[];
}

/** Reads one object now. Secrets in it are plain values. */
export function get<T>(name: string, args: object, opts: LookupOptions = {}): Promise<T> {
  return pulumi.runtime.invoke(getToken(name), { ...args }, ofThisPackage(opts));
}

/** Reads one object as soon as its keys are known. An output that holds a secret is one. */
export function getOutput<T>(name: string, args: object, opts: LookupOutputOptions = {}): pulumi.Output<T> {
  return pulumi.runtime.invokeOutput<T>(getToken(name), { ...args }, ofThisPackage(opts));
}

/** Reads a whole collection now. */
export async function list<T>(plural: string, at: object, opts: ListOptions = {}): Promise<T[]> {
  const { filter, ...rest } = opts;
  const found: Listed<T> = await pulumi.runtime.invoke(
    listToken(plural),
    { ...at, filter },
    ofThisPackage<LookupOptions>(rest),
  );
  return found.items;
}

/** Reads a whole collection as soon as it is known where. An output that holds a secret is one. */
export function listOutput<T>(plural: string, at: object, opts: ListOutputOptions = {}): pulumi.Output<T[]> {
  const { filter, ...rest } = opts;
  const found = pulumi.runtime.invokeOutput<Listed<T>>(
    listToken(plural),
    { ...at, filter },
    ofThisPackage<LookupOutputOptions>(rest),
  );
  return found.apply(({ items }) => items) as pulumi.Output<T[]>;
}
