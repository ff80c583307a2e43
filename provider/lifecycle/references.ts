import type { z } from "zod";
import { metaOf, type Shape, shapeOf } from "../family/fields";
import { reservesHost } from "../family/hosts";
import type { Props, ResourceFamily } from "../family/resource";
import { isRecord } from "./compare";

/** An object that others may refer to. */
export interface Target {
  readonly family: ResourceFamily;
  readonly id: string;
  /** What is known of it: its state, or the inputs of one that is about to be created. */
  readonly state: Props;
}

/** What an object can refer with: its inputs, those of its path apart, since it goes with what its path names. */
export interface Referrer {
  readonly inputs: Shape;
  readonly outputs: Shape;
  readonly pathKeys?: readonly string[];
}

/** Whether objects of a family can need objects of another. */
export function canNeed(referrer: Referrer, target: ResourceFamily): boolean {
  const reserves = reservingKeys(target).length > 0;
  return needs(referrer).some(({ schema }) => {
    const { refersTo, hosts } = metaOf(schema);
    return (hosts === "uses" && reserves) || refersTo?.includes(target.name);
  });
}

/** The property by which an object with these values needs the target: by its id, or by a host that it reserves. */
export function whereNeeded(referrer: Referrer, values: Props, target: Target): string | undefined {
  const found = needs(referrer).find(({ path, schema }) => {
    const value = valueAt(values, path);
    const { refersTo, hosts } = metaOf(schema);
    if (refersTo?.includes(target.family.name)) return idsIn(value).includes(target.id);
    return hosts === "uses" && textsIn(value).some((host) => reserves(target.family, target.state, host));
  });
  return found?.path.join(".");
}

/** The hosts, as hostports or URLs, that the account must have reserved before the service takes these values. */
export function hostsNeeded(referrer: Referrer, values: Props): readonly string[] {
  return needs(referrer).flatMap(({ path, schema }) =>
    metaOf(schema).hosts === "uses" ? textsIn(valueAt(values, path)) : [],
  );
}

/** Whether an object with these values reserves a host. */
export function reserves(family: Referrer, values: Props, host: string): boolean {
  return reservingKeys(family).some((key) =>
    textsIn(values[key]).some((reserved) => reservesHost(reserved, host)),
  );
}

const reservingKeys = ({ inputs, outputs }: Referrer): readonly string[] =>
  Object.entries({ ...outputs, ...inputs }).flatMap(([key, schema]) =>
    metaOf(schema).hosts === "reserves" ? [key] : [],
  );

interface Need {
  readonly path: readonly string[];
  readonly schema: z.ZodType;
}

/** The properties, at any depth, by which an object may need others. */
const needs = ({ inputs, pathKeys = [] }: Referrer) =>
  needsIn(inputs).filter(({ path: [top = ""] }) => !pathKeys.includes(top));

function needsIn(shape: Shape, at: readonly string[] = []): readonly Need[] {
  return Object.entries(shape).flatMap(([key, schema]): readonly Need[] => {
    const { refersTo, hosts, isPartOf } = metaOf(schema);
    const path = [...at, key];
    if (isPartOf) return [];
    return refersTo || hosts === "uses" ? [{ path, schema }] : needsIn(shapeOf(schema) ?? {}, path);
  });
}

const valueAt = (values: Props, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), values);

/** The ids in an id, a list of ids, or a map by id. */
function idsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.keys(value) : [value];
}

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((item): item is string => typeof item === "string");
