import { holdsSecret } from "../family/credentials/possible";
import {
  embeddedSecrets,
  type Field,
  type FieldMapper,
  isRecord,
  isSecret,
  isShownOnRequest,
  knownField,
  mapBelow,
  mayBeSecret,
  mayChangeWith,
  optionFor,
  type Shape,
  type Step,
  valueAt,
} from "../family/field";
import { isBelowAny } from "../family/property-path";
import type { ObjectFamily, Props } from "../family/resource";
import {
  areEqual,
  declaredValue,
  impliedBy,
  isBlank,
  isMeaningless,
  isNameOf,
  leavesChoice,
  observe,
  withSpelledKeys,
} from "../lifecycle";

/** The reason a value on the service differs from the declared one. */
export type DriftKind =
  | "changed" // It was changed on the service, and the next update changes it back.
  | "default" // The program doesn't set it, and the service chose it.
  | "unmanaged" // A part of the object that the program never declared and that stays unchanged.
  | "volatile" // It changes on its own.
  | "secret unknown" // A secret that the service doesn't return, so it can't be compared.
  | "not returned" // The same for a value that isn't a secret.
  | "ignored" // It was changed on the service, and the program ignores that with `ignoreChanges`.
  | "dangling"; // It refers to an object that the account doesn't have.

/** A difference in a property, at any depth. */
export interface PropertyDrift {
  /** For example `circuitBreaker.numBuckets`. */
  readonly path: string;
  readonly kind: DriftKind;
  /** Undefined if the program doesn't set it. Never a secret. */
  readonly declared?: unknown;
  /** Undefined if the service doesn't have it. Never a secret. */
  readonly actual?: unknown;
  readonly secret: boolean;
}

export type Path = readonly Step[];

export interface DriftOptions {
  /** Paths that the program itself declares secret; their values are never shown. */
  readonly secrets?: readonly Path[];
  /** Shows header values and traffic policies, which may contain undeclared secrets, unless they look secret. */
  readonly showValues?: boolean;
  /** The paths in the resource option `ignoreChanges`. */
  readonly ignoreChanges?: readonly string[];
}

export function driftOfObject(
  family: ObjectFamily,
  state: Props,
  response: Props,
  { secrets = [], showValues = false, ignoreChanges = [] }: DriftOptions = {},
): PropertyDrift[] {
  const comparison = new ValueComparison(hidingRule(showValues));
  const observation = observe(family, response);
  const inputDrifts = Object.entries(family.inputs).flatMap(([key, field]) => {
    if (family.pathKeys.includes(key)) return [];
    const expected = withoutChoice(field, declaredValue(state, key));
    const implied = expected === undefined ? impliedBy(family, key, observation.inputs) : undefined;
    if (implied !== undefined) {
      const actual = observation.inputs[key];
      if (actual === undefined || areEqual(field, implied, actual)) return [];
      return [comparison.createDrift(field, key, "changed", undefined, actual)];
    }
    const drifts = comparison.compareValues(field, key, expected, observation.inputs[key]);
    const isUnmanaged = expected === undefined && family.parts[key] !== undefined;
    return isUnmanaged ? drifts.map((drift) => ({ ...drift, kind: "unmanaged" as const })) : drifts;
  });
  const changedInputs = inputDrifts.flatMap(({ kind, path }) =>
    kind === "changed" ? path.split(/[.[]/, 1) : [],
  );
  const outputDrifts = family.computedKeys.flatMap((key) => {
    const field = knownField(family.outputs, key);
    const { meta } = field;
    if (field.isLocal || meta.returned === "once") return [];
    if (!(key in observation.computed) || !(key in state)) return [];
    // An output changes together with its inputs, whose differences are reported.
    if (mayChangeWith(field, changedInputs) || areEqual(field, state[key], observation.computed[key]))
      return [];
    const kind = meta.volatile ? "volatile" : "changed";
    return [outputComparison.createDrift(field, key, kind, state[key], observation.computed[key])];
  });
  const drifts = inputDrifts.map((drift) => markIgnored(drift, ignoreChanges));
  return [...drifts, ...outputDrifts].map((drift) => hideSecrets(drift, secrets));
}

/** Returns the drift of an id without an object. In a value that the program declares secret, shows only that value's path. */
export function danglingReference(path: Path, id: string, secrets: readonly Path[]): PropertyDrift {
  const secretPath = secrets.find((secret) => secret.every((step, n) => step === path[n]));
  return secretPath
    ? { path: pathText(secretPath), kind: "dangling", secret: true }
    : { path: pathText(path), kind: "dangling", declared: id, secret: false };
}

class ValueComparison {
  constructor(private readonly isHidden: HidingRule) {}

  compareShapes(shape: Shape, expected: Props, actual: Props, prefix = ""): PropertyDrift[] {
    return Object.entries(shape).flatMap(([key, field]) =>
      this.compareValues(field, prefix + key, withoutChoice(field, expected[key]), actual[key]),
    );
  }

  compareValues(field: Field, path: string, expected: unknown, actual: unknown): PropertyDrift[] {
    const { meta } = field;
    if (field.isLocal) return [];
    const drift = (kind: DriftKind, value: unknown) => [this.createDrift(field, path, kind, expected, value)];
    const isNeverReturned = meta.returned === "never";
    const isWithheld = meta.returned === "sometimes" && isBlank(actual);
    if (expected !== undefined && isSecret(field) && (isNeverReturned || isWithheld))
      return drift("secret unknown", undefined);
    if (expected !== undefined && isNeverReturned) return drift("not returned", undefined);
    // A response may omit any key.
    if (isNeverReturned || actual === undefined || areEqual(field, expected, actual)) return [];
    if (isNameOf(field, expected, actual)) return [];
    if (isWithheld || (field.isKept && isBlank(actual))) return [];
    if (expected === undefined) {
      if (isMeaningless(field, actual)) return [];
      return drift(field.hasServerDefault ? "default" : "changed", actual);
    }
    const isComparedWhole = isSecret(field) || isShownOnRequest(field);
    const below = isComparedWhole ? undefined : this.compareParts(field, path, expected, actual);
    return below ?? drift("changed", actual);
  }

  /** Returns the differences below two values; undefined if they differ as a whole. */
  private compareParts(
    field: Field,
    path: string,
    expected: unknown,
    actual: unknown,
  ): PropertyDrift[] | undefined {
    if (field.kind === "union") {
      const option = optionFor(field.options, expected);
      return option?.kind === "object" && option === optionFor(field.options, actual)
        ? this.compareValues(option, path, expected, actual)
        : undefined;
    }
    if (field.kind === "list") {
      const isPaired = field.item.kind !== "leaf" && !field.isSet;
      if (!isPaired || !Array.isArray(expected) || !Array.isArray(actual)) return undefined;
      if (expected.length !== actual.length) return undefined;
      return expected.flatMap((item, n) =>
        this.compareValues(field.item, extendPath(path, n), item, actual[n]),
      );
    }
    if (!isRecord(expected) || !isRecord(actual)) return undefined;
    if (field.kind === "object") return this.compareShapes(field.shape, expected, actual, `${path}.`);
    return field.kind === "map" ? this.compareMaps(field, path, expected, actual) : undefined;
  }

  private compareMaps(
    field: Extract<Field, { readonly kind: "map" }>,
    path: string,
    expected: Props,
    actual: Props,
  ): PropertyDrift[] {
    const { value: item } = field;
    // If the service spells a key differently, use the program's spelling, so that a declared secret stays hidden.
    const spelled = withSpelledKeys(field, expected, actual);
    return Object.keys({ ...expected, ...(isRecord(spelled) && spelled) }).flatMap((key) => {
      const [declared, observed] = [valueAt(expected, [key]), valueAt(spelled, [key])];
      if (JSON.stringify(declared) === JSON.stringify(observed)) return [];
      const itemPath = extendPath(path, key);
      const isInBoth = declared !== undefined && observed !== undefined;
      // A withheld part of an existing value is not a difference.
      if (isInBoth && (item.kind !== "leaf" || item.meta.returned !== undefined))
        return this.compareValues(item, itemPath, declared, observed);
      return [this.createDrift(item, itemPath, "changed", declared, observed, key)];
    });
  }

  createDrift(
    field: Field,
    path: string,
    kind: DriftKind,
    expected: unknown,
    actual: unknown,
    name = "",
  ): PropertyDrift {
    if (isSecret(field)) return { path, kind, secret: true };
    const declared = hideValues(this.isHidden, field, expected, name);
    return { path, kind, declared, actual: hideValues(this.isHidden, field, actual, name), secret: false };
  }
}

/** Returns a program's value; undefined if the program leaves the choice to the service. */
const withoutChoice = (field: Field, value: unknown): unknown =>
  value === null || leavesChoice(field, value) ? undefined : value;

function extendPath(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  return /^[\w-]+$/.test(step) ? `${path}.${step}` : `${path}[${JSON.stringify(step)}]`;
}

export const HIDDEN = "[secret]";

/** True if a value must be hidden. `key` is its key in a map. */
type HidingRule = (field: Field, value: unknown, key: string) => boolean;

const isDeclaredSecret: HidingRule = (field, value) =>
  isSecret(field) || mayBeSecret(field) || embeddedSecrets(field, value).length > 0;

const outputComparison = new ValueComparison(isDeclaredSecret);

/** Also hides values that look like secrets, because only the program that set them knows whether they are. */
const hidingRule =
  (showValues: boolean): HidingRule =>
  (field, value, key) => {
    const shownOnRequest = isShownOnRequest(field);
    const isShown = shownOnRequest
      ? showValues && embeddedSecrets(field, value).length === 0
      : !isDeclaredSecret(field, value, key);
    const isLeaf = typeof value === "string" || shownOnRequest;
    return !isShown || (isLeaf && holdsSecret(value, key));
  };

/** Hides the secrets that a value's definition identifies. */
export const withoutSecrets = (field: Field, value: unknown): unknown =>
  hideValues(isDeclaredSecret, field, value);

function hideValues(isHidden: HidingRule, field: Field, value: unknown, name = ""): unknown {
  if (value === null || value === undefined) return value;
  if (isHidden(field, value, name)) return HIDDEN;
  const hideBelow: FieldMapper = (child, item, step) => {
    if (field.kind === "object") return hideValues(isHidden, child, item) ?? undefined;
    // A map key names its value; list items and union values inherit the name.
    return hideValues(isHidden, child, item, typeof step === "string" ? step : name);
  };
  // An unknown key may hold a secret.
  return mapBelow(field, value, hideBelow, { unknown: () => undefined });
}

/** Hides both values at the paths that the program declares secret. */
function hideSecrets(drift: PropertyDrift, secrets: readonly Path[]): PropertyDrift {
  let result = drift;
  for (const secret of secrets) {
    const prefixes = secret.map((_, last) => pathText(secret.slice(0, last + 1)));
    if (isAtOrBelow(drift.path, prefixes.at(-1) ?? ""))
      return { path: drift.path, kind: drift.kind, secret: true };
    const depth = prefixes.indexOf(drift.path) + 1;
    if (depth === 0 || result.secret) continue;
    const below = secret.slice(depth);
    const { declared, actual } = result;
    result = { ...result, declared: hidePart(declared, below), actual: hidePart(actual, below) };
  }
  return result;
}

/** Hides the part of a value at a path, or the whole value if its shape differs. */
function hidePart(value: unknown, [step, ...below]: Path): unknown {
  if (value === null || value === undefined) return value;
  if (typeof step !== "string" || !isRecord(value)) return HIDDEN;
  return step in value ? { ...value, [step]: hidePart(value[step], below) } : value;
}

const pathText = (path: Path) =>
  path.reduce<string>((text, step) => (text === "" ? String(step) : extendPath(text, step)), "");

const isAtOrBelow = (path: string, ancestor: string) =>
  path === ancestor || path.startsWith(`${ancestor}.`) || path.startsWith(`${ancestor}[`);

/** Marks a difference that the program ignores; no update changes it back. */
const markIgnored = (drift: PropertyDrift, paths: readonly string[]): PropertyDrift =>
  drift.kind === "changed" && isBelowAny(drift.path, paths) ? { ...drift, kind: "ignored" } : drift;
