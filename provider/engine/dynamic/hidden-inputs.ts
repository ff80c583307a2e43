import type { Inputs, State } from "../../lifecycle";

/** Keys and list positions of a value, starting with an input. */
type Path = readonly (string | number)[];

/** What a program has made secret, as its class tells it: names of inputs, and paths of values in them. */
export class HiddenInputs {
  readonly paths: readonly Path[];

  constructor(secrets: unknown) {
    const all: unknown[] = Array.isArray(secrets) ? secrets : [];
    this.paths = all.map((one) => (Array.isArray(one) ? one : [one])).filter(isPath);
  }

  /** The inputs that are or hold secrets. */
  get names(): readonly string[] {
    return [...new Set(this.paths.map(([name]) => String(name)))];
  }

  /** The inputs that are secret as a whole. */
  get wholes(): readonly string[] {
    return this.paths.flatMap((path) => (path.length === 1 ? [String(path[0])] : []));
  }

  /** The values in some inputs, or in a state with them. */
  valuesIn(values: Inputs | State): readonly unknown[] {
    return this.paths.map((path) => path.reduce<unknown>(valueAt, values));
  }

  /** Paths of secrets that are none in another program. */
  notIn(other: HiddenInputs): readonly Path[] {
    const isWithin = (path: Path, known: Path) => known.every((step, at) => step === path[at]);
    return this.paths.filter((path) => !other.paths.some((known) => isWithin(path, known)));
  }
}

const isPath = (value: readonly unknown[]): value is Path =>
  typeof value[0] === "string" && value.every((step) => typeof step === "string" || typeof step === "number");

function valueAt(value: unknown, step: string | number): unknown {
  const has = value !== null && typeof value === "object" && Object.hasOwn(value, step);
  return has ? Reflect.get(value, step) : undefined;
}
