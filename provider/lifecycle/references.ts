import { classesOf, type Field, fieldsIn, isRecord, type Shape, type Step, walkShape } from "../family/field";
import { reservesHost } from "../family/hosts";
import type { Props, ResourceFamily } from "../family/resource";

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
  return fieldsIn(ownInputs(referrer), goesWith).some(({ field }) => {
    if (goesWith(field)) return false;
    return (field.meta.hosts === "uses" && reserves) || classesOf(field)?.includes(target.name);
  });
}

/** The property by which an object with these values needs the target: by its id, or by a host that it reserves. */
export function whereNeeded(referrer: Referrer, values: Props, target: Target): string | undefined {
  const found = needs(referrer, values).find(({ field, value }) => {
    if (classesOf(field)?.includes(target.family.name)) return idsIn(value).includes(target.id);
    return (
      field.meta.hosts === "uses" &&
      textsIn(value).some((host) => reserves(target.family, target.state, host))
    );
  });
  return found?.path.join(".");
}

/** The hosts, as hostports or URLs, that the account must have reserved before the service takes these values. */
export function hostsNeeded(referrer: Referrer, values: Props): readonly string[] {
  return needs(referrer, values).flatMap(({ field, value }) =>
    field.meta.hosts === "uses" ? textsIn(value) : [],
  );
}

/** Whether an object with these values reserves a host. */
export function reserves(family: Referrer, values: Props, host: string): boolean {
  return reservingKeys(family).some((key) =>
    textsIn(values[key]).some((reserved) => reservesHost(reserved, host)),
  );
}

const reservingKeys = ({ inputs, outputs }: Referrer): readonly string[] =>
  Object.entries({ ...outputs, ...inputs }).flatMap(([key, { meta }]) =>
    meta.hosts === "reserves" ? [key] : [],
  );

interface Need {
  readonly path: readonly Step[];
  readonly field: Field;
  readonly value: unknown;
}

/** The values, at any depth, by which an object may need others. */
function needs(referrer: Referrer, values: Props): readonly Need[] {
  const found: Need[] = [];
  walkShape(ownInputs(referrer), values, (field, value, path) => {
    const { refersTo, hosts } = field.meta;
    if (goesWith(field)) return false;
    if (!refersTo && hosts !== "uses") return true;
    found.push({ path, field, value });
    return false;
  });
  return found;
}

const goesWith = ({ meta }: Field) => meta.refersTo !== undefined && "partOf" in meta.refersTo;

const ownInputs = ({ inputs, pathKeys = [] }: Referrer): Shape =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !pathKeys.includes(key)));

/** The ids in an id, a list of ids, or a map by id. */
function idsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.keys(value) : [value];
}

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((item): item is string => typeof item === "string");
