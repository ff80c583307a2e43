import { loadFamily } from "../../provider/families/load";
import { isRecord } from "../../provider/family/field";
import type { Props, Step } from "./previews";
import { type Declared, resolveReferences } from "./program";

const urnOf = ({ class: className, name }: Declared) =>
  `urn:pulumi:test::edits::pulumi-nodejs:dynamic/tunnel-edge:${className}::${name}`;
const idOf = ({ name }: Declared) => `id-of-${name}`;

/** Returns the steps that `pulumi preview --json --show-sames` prints after an edit of a deployed program. */
export async function previewSteps(before: readonly Declared[], after: readonly Declared[]): Promise<Step[]> {
  const existing = new Map(before.map((declared) => [urnOf(declared), declared]));
  const existingIds = new Map(before.map((declared) => [declared.name, idOf(declared)]));
  const plannedIds = new Map<string, string>();
  const urns = new Map([...before, ...after].map((declared) => [declared.name, urnOf(declared)]));
  const steps: Step[] = [];
  for (const declared of after) {
    const old = existing.get(urnOf(declared));
    const oldInputs = old && resolveReferences(old.inputs, existingIds);
    const inputs = resolveReferences(declared.inputs, plannedIds);
    const paths = oldInputs ? differences(oldInputs, inputs) : [];
    const inputsChanged = [...new Set(paths.map((path) => path.split(/[.[]/)[0] ?? ""))];
    const replaceReasons = await immutableInputs(declared.class, inputsChanged);
    const isReplaced = replaceReasons.length > 0;
    if (old && !isReplaced) plannedIds.set(declared.name, idOf(declared));
    const op = !old ? "create" : isReplaced ? "replace" : paths.length > 0 ? "update" : "same";
    const oldState = old && oldInputs && buildState(old, oldInputs, idOf(old), urns);
    steps.push({
      op,
      urn: urnOf(declared),
      ...(oldState && { oldState }),
      newState: {
        ...buildState(declared, inputs, old && !isReplaced ? idOf(declared) : undefined, urns),
        outputs: op === "same" ? oldState?.outputs : {},
      },
      ...(paths.length > 0 && {
        diffReasons: inputsChanged,
        detailedDiff: Object.fromEntries(paths.map((path) => [path, { kind: "update", inputDiff: true }])),
      }),
      ...(isReplaced && { replaceReasons }),
    });
  }
  const remaining = new Set(after.map(urnOf));
  const removed = before.filter((declared) => !remaining.has(urnOf(declared))).reverse();
  return [
    ...steps,
    ...removed.map((declared) => ({
      op: "delete",
      urn: urnOf(declared),
      oldState: buildState(declared, resolveReferences(declared.inputs, existingIds), idOf(declared), urns),
    })),
  ];
}

async function immutableInputs(className: string, inputs: readonly string[]): Promise<readonly string[]> {
  const family = await loadFamily(className);
  if (family?.kind === "resource") return inputs.filter((input) => !family.update.includes(input));
  return family?.kind === "module" ? inputs.filter((input) => family.pathKeys.includes(input)) : [];
}

function buildState(
  declared: Declared,
  inputs: Props,
  id: string | undefined,
  urns: ReadonlyMap<string, string>,
): Props {
  const dependencies = Object.entries(declared.inputs).map(([key, value]) => [
    key,
    findReferences(value).flatMap((name) => urns.get(name) ?? []),
  ]);
  return {
    ...(id !== undefined && { id }),
    ...(declared.retain && { retainOnDelete: true }),
    inputs: mask(inputs),
    outputs: mask(inputs),
    propertyDependencies: Object.fromEntries(dependencies),
  };
}

const findReferences = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/\$\{([\w-]+)\.id\}/g)].map(([, name = ""]) => name);

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask);
  if (value === null || typeof value !== "object") return value;
  if ("$secret" in value) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mask(item)]));
}

/** Returns the paths at which two values differ, in the engine's syntax. */
function differences(before: unknown, after: unknown, path = ""): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, n) =>
      differences(before[n], after[n], `${path}[${n}]`),
    ).flat();
  if (isRecord(before) && isRecord(after) && !("$secret" in before) && !("$secret" in after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(before[key], after[key], path === "" ? key : `${path}.${key}`),
    );
  return [path];
}
