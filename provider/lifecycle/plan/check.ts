import { isDeepStrictEqual } from "node:util";
import { type Finding, mapObjects, mapValues, type Shape, walkShape } from "../../family/field";
import { rejectForeignIds } from "../../family/id-prefixes";
import { formatPath } from "../../family/property-path";
import type { Inputs, Props } from "../../family/resource";
import { strayTextsIn } from "../../family/stray-text";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { isPresent, keepSpelling } from "../values/compare";
import { accepts, type CheckOptions, type Failure, Validation } from "../values/validate";

export interface CheckResult {
  readonly inputs: Inputs;
  readonly failures: readonly Failure[];
  readonly warnings?: readonly Failure[];
}

/** Validates a program's inputs. A value equivalent to the old one gets the old spelling, so previews don't show it. */
export function checkInputs(
  shape: Shape,
  before: Inputs,
  program: Inputs,
  options: CheckOptions = {},
): CheckResult {
  const { __provider, ...present } = withoutNullish(shape, program);
  const programInputs = withoutEchoedOutputs(present, before, options.outputs ?? []);
  const inputs = mapValues(shape, programInputs, (field, value, key) => {
    if (holdsUnknown(value)) return value;
    const { spelling } = field.meta;
    return keepSpelling(field, before[key], spelling?.inInputs ? spelling.canonical(value) : value);
  });
  const isNewAdoption = isPresent(programInputs.adoptId) && programInputs.adoptId !== before.adoptId;
  const areStored = (keys: readonly string[]) =>
    isNewAdoption ||
    (Object.keys(before).length > 0 && keys.every((key) => isDeepStrictEqual(inputs[key], before[key])));
  const validation = new Validation(areStored);
  validation.checkObject(shape, programInputs, [], options);
  const { failures } = validation;
  const warnings: Failure[] = [];
  walkShape(shape, programInputs, (field, value, path) => {
    if (value === undefined || value === UNKNOWN || !accepts(field, value)) return true;
    for (const { isError, ...finding } of field.meta.inspect?.(value, programInputs) ?? [])
      (isError ? failures : warnings).push(toFailure({ ...finding, path: [...path, ...finding.path] }));
    if (areStored([String(path[0])])) return true;
    for (const rejection of [...(field.meta.rejects?.(value) ?? []), ...rejectForeignIds(field, value)])
      failures.push({ path: formatPath([...path, ...rejection.path]), reason: rejection.reason });
    return true;
  });
  const stray = strayTextsIn(programInputs);
  const broken = stray.filter(({ isError }) => isError).map(toFailure);
  // Other failures at or below the same path are consequences.
  const isIndependent = ({ path }: Failure) =>
    !broken.some(
      (text) =>
        path === text.path || [" (line ", ".", "["].some((below) => path.startsWith(`${text.path}${below}`)),
    );
  const notices = [
    ...warnings.filter(isIndependent),
    ...stray.filter(({ isError }) => !isError).map(toFailure),
  ];
  return {
    inputs,
    failures: [...broken, ...failures.filter(isIndependent)],
    ...(notices.length > 0 && { warnings: notices }),
  };
}

const toFailure = ({ path, line, reason }: Omit<Finding, "isError">): Failure => ({
  path: line === undefined ? formatPath(path) : `${formatPath(path)} (line ${line})`,
  reason,
});

/** Removes outputs that an earlier check added: with `ignoreChanges: ["*"]` the engine passes them back as inputs. */
function withoutEchoedOutputs(inputs: Inputs, before: Inputs, outputs: readonly string[]): Inputs {
  const isEchoed = (key: string) => outputs.includes(key) && isDeepStrictEqual(inputs[key], before[key]);
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => !isEchoed(key)));
}

/** Removes null and undefined properties, but keeps items of lists and maps, so that they are rejected later. */
function withoutNullish(shape: Shape, values: Props): Record<string, unknown> {
  const present = Object.entries(values).filter(([, value]) => isPresent(value));
  // Keeps the contents of traffic policies and triggers, where null may have a meaning.
  return mapValues(shape, Object.fromEntries(present), (field, value) =>
    mapObjects(field, value, withoutNullish),
  );
}
