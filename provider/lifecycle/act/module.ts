import { fillPath, isClientError, segmentProblem } from "../../api";
import { knownField, mapShape } from "../../family/field";
import type { ModuleFamily } from "../../family/module";
import type { Inputs, Props, State, Wire } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { checkInputs } from "../plan/check";
import { ANOTHER_ACCOUNT, retentionReason } from "../plan/diff";
import { dependentFields } from "../plan/resource";
import { requireKnownDeclarations } from "../run/ledger";
import type { Lifecycle, Run } from "../run/lifecycle";
import { needFreeNames } from "../run/needs";
import { idsInModuleId, moduleId } from "../values/collection";
import { alignInput, areEqual, isBlank, isPresent, withLists } from "../values/compare";
import { PartialFailure, reasonOf, UserError } from "../values/errors";
import { fromResponse } from "../values/response";
import { secretsIn } from "../values/secrets";
import { keepSettings, leavesSettings } from "../values/service-choices";
import { asManaged, declaredValue, knownDeclaredValue, UNSET } from "../values/state";
import { toBody } from "../values/wire";
import { describeOtherDefaults, fillDefaults } from "./defaults";
import { CORRECT_ID, explainNotFound } from "./not-found";

/** Lifecycle of a module whose edge or route another resource manages. A PUT sets it, whatever was set before. */
export function moduleLifecycle(family: ModuleFamily): Lifecycle {
  const { inputs: shape, parameters, outputs, pathKeys, computedKeys, conflict } = family;

  /** True if the ids in the path are known. Inputs that aren't checked yet may have any type. */
  function hasKnownPath(inputs: Props): boolean {
    return pathKeys.every((key) => typeof inputs[key] === "string" && !holdsUnknown(inputs[key]));
  }

  function isParameterChanged(key: string, state: State, inputs: Inputs): boolean {
    const field = knownField(parameters, key);
    const isUnset = field.hasServerDefault && inputs[key] === undefined;
    return !areEqual(field, isUnset ? knownDeclaredValue(state, key) : state[key], inputs[key]);
  }

  /** @param declared - The inputs, which may include the service's values for settings that the program omits. */
  async function put(run: Run, inputs: Inputs, declared: Inputs = inputs): Promise<State> {
    const { modules, operations } = run.ledger;
    const [id, path] = [moduleId(family, inputs), fillPath(family.path, inputs)];
    const label = `${family.name} ${id}`;
    await modules.waitForDeletion(path);
    const isTaken = () => hasConflict(run, inputs);
    const needs = [needFreeNames(operations, label, lifecycle.uniqueNames(inputs), isTaken)];
    const secrets = secretsIn(shape, inputs);
    const send = (values: Props) => run.api.put(path, toBody(parameters, values), { secrets });
    const response = await operations
      .sendWhenPossible(run, label, needs, () => send(declared))
      .catch(async (error: unknown) => {
        if (isClientError(error) && (await isTaken())) throw twoStepsError(label, error);
        const [owner] = splitPath(path);
        const subject = { path: owner, label: `the object at ${owner}`, advice: CORRECT_ID };
        throw await explainNotFound(error, run, subject);
      });
    const state = compose(inputs, response);
    const observed = fromResponse(parameters, response);
    const { values, paths } = fillDefaults(parameters, declared, observed);
    if (paths.length === 0) return state;
    const difference = describeOtherDefaults(paths);
    run.report(`${label}: ${difference}; one update corrects it`);
    const corrected = await send(values).catch((cause: unknown) => {
      throw new PartialFailure(id, state, [`${label} is set, but ${difference}: ${reasonOf(cause)}`], {
        cause,
      });
    });
    return compose(inputs, corrected);
  }

  /** Returns inputs with the service's values of the settings that the program leaves to it. */
  async function withKeptSettings(run: Run, inputs: Inputs, before: State): Promise<Inputs> {
    const previous = mapShape(parameters, (_, key) => knownDeclaredValue(before, key));
    if (!leavesSettings(parameters, inputs, previous)) return inputs;
    const response = await run.api.find(fillPath(family.path, inputs));
    return response ? keepSettings(parameters, inputs, previous, fromResponse(parameters, response)) : inputs;
  }

  /** True if the conflicting module is set. Called after a refusal, which is reported unchanged if the look-up fails. */
  async function hasConflict(run: Run, inputs: Inputs): Promise<boolean> {
    if (!conflict?.excludesOther(inputs)) return false;
    const [owner] = splitPath(fillPath(family.path, inputs));
    const response = await run.api.get(`${owner}/${conflict.segment}`).catch(() => undefined);
    return response !== undefined && !isBlank(response) && conflict.isExcludedBy(response);
  }

  function twoStepsError(label: string, refusal: Error): UserError {
    const { className, remedy } = conflict ?? {};
    return new UserError(
      `${refusal.message}; ${label} conflicts with ${className}, and the engine deletes last, so this takes two runs. First ${remedy}, and run \`pulumi up\`. Then make this change, and run it again`,
      { cause: refusal },
    );
  }

  /** Returns a module's state. Fields missing from the response keep the value of `before`. */
  function compose(inputs: Inputs, response: Wire, before: State = {}): State {
    const values = { ...before, ...fromResponse({ ...outputs, ...parameters }, response) };
    const state: Record<string, unknown> = { ...inputs };
    const unset: string[] = [];
    for (const [key, field] of Object.entries(parameters)) {
      const value = isBlank(values[key]) ? field.defaultValue : values[key];
      if (key in inputs || value === undefined) continue;
      state[key] = value;
      unset.push(key);
    }
    for (const key of computedKeys)
      if (values[key] !== undefined) state[key] = withLists(knownField(outputs, key), values[key]);
    const hasServerDefaults = Object.values(parameters).some((field) => field.hasServerDefault);
    return unset.length > 0 || hasServerDefaults ? { ...state, [UNSET]: unset } : state;
  }

  const lifecycle: Lifecycle = {
    check({ inputs: programInputs, before = {} }) {
      const options = { rules: family.rules, outputs: Object.keys(outputs) };
      const checked = checkInputs(shape, before, programInputs, options);
      const { inputs, failures } = checked;
      const isKnown = [...pathKeys, "adoptId"].every((key) => !holdsUnknown(inputs[key]));
      if (failures.length > 0 || !isKnown || inputs.adoptId === undefined) return checked;
      const id = moduleId(family, inputs);
      if (inputs.adoptId === id) return checked;
      const reason = `the module of these inputs has the id ${id}`;
      return { ...checked, failures: [{ path: "adoptId", reason }] };
    },

    diff({ move, isRemovedByEdge = false, ...comparison }) {
      const { state, inputs } = comparison;
      // check ensures that a known adoptId is the id of this module.
      const replaces = [
        ...pathKeys.filter((key) => state[key] !== inputs[key]),
        ...(holdsUnknown(inputs.adoptId) ? ["adoptId"] : []),
        ...(move ? [ANOTHER_ACCOUNT] : []),
      ];
      const changedInputs = lifecycle.changedInputs(comparison);
      return {
        changedInputs,
        changed: changedInputs.length > 0 || move !== undefined || isRemovedByEdge,
        replaces,
        deleteBeforeReplace: false,
        needsExplicitChange: move !== undefined || isRemovedByEdge,
        warnings: [],
      };
    },

    changedInputs({ state, inputs }) {
      const isChanged = (key: string) => {
        if (key === "adoptId") return holdsUnknown(inputs.adoptId);
        if (knownField(shape, key).isLocal || pathKeys.includes(key)) return state[key] !== inputs[key];
        return key in parameters && isParameterChanged(key, state, inputs);
      };
      return Object.keys(shape).filter(isChanged);
    },

    plan(inputs, existing) {
      const before = existing?.state ?? {};
      const changed = existing ? lifecycle.changedInputs({ ...existing, inputs }) : Object.keys(shape);
      const state: Record<string, unknown> = { ...compose(inputs, {}, before) };
      for (const [key, field] of Object.entries(parameters)) {
        if (key in inputs || !changed.includes(key)) continue;
        state[key] = field.hasServerDefault ? UNKNOWN : field.defaultValue;
      }
      const unknown = existing ? dependentFields({ ...outputs, ...parameters }, changed) : computedKeys;
      for (const key of unknown) if (!(key in inputs)) state[key] = UNKNOWN;
      if (before.adopted === true || inputs.adoptId !== undefined) state.adopted = true;
      return hasKnownPath(inputs) ? { id: moduleId(family, inputs), state } : { state };
    },

    async create(run, { inputs }) {
      const id = moduleId(family, inputs);
      run.ledger.modules.recordSetter(fillPath(family.path, inputs), "own resource");
      if (inputs.adoptId === undefined) return { id, state: await put(run, inputs) };
      // Compares only the inputs that the program sets, not the values that the service chose for others.
      const existing = await lifecycle.read(run, { id, state: asManaged(inputs) });
      if (!existing) throw new UserError(`adoptId: ${id} is not set on the server: remove adoptId to set it`);
      const isDifferent = Object.keys(parameters).some((key) =>
        isParameterChanged(key, existing.state, inputs),
      );
      const kept = keepSettings(parameters, inputs, undefined, existing.state);
      const state = isDifferent ? await put(run, inputs, kept) : compose(inputs, {}, existing.state);
      return { id, state: { ...state, adopted: true } };
    },

    async read(run, { id, state: before }) {
      const pathIds = idsInModuleId(family, id);
      const response = await run.api.find(fillPath(family.path, pathIds));
      if (!response || isBlank(response)) return undefined;
      const observed = fromResponse(parameters, response);
      const inputs: Record<string, unknown> = { ...pathIds };
      // The service doesn't have these inputs.
      for (const key of ["adoptId", "deleteOnDestroy"])
        if (before[key] !== undefined) inputs[key] = before[key];
      for (const [key, field] of Object.entries(parameters)) {
        const declared = (field.hasServerDefault ? knownDeclaredValue : declaredValue)(before, key);
        const value = alignInput(field, declared, observed[key]);
        if (isPresent(value)) inputs[key] = value;
      }
      const state = compose(inputs, response, before);
      return { id, inputs, state: before.adopted === true ? { ...state, adopted: true } : state };
    },

    async update(run, { state: before, inputs, changedInputs }) {
      const { modules } = run.ledger;
      const path = fillPath(family.path, inputs);
      const isPutNeeded = changedInputs.some((key) => key in parameters) || modules.isRemovedByEdge(path);
      if (isPutNeeded) modules.recordSetter(path, "own resource");
      const state = isPutNeeded
        ? await put(run, inputs, await withKeptSettings(run, inputs, before))
        : compose(inputs, {}, before);
      return before.adopted === true ? { ...state, adopted: true } : state;
    },

    async delete(run, { id, state }) {
      const path = fillPath(family.path, state);
      const label = `${family.name} ${id}`;
      const reasonToKeep = retentionReason(state);
      if (reasonToKeep !== undefined) {
        run.report(`${label} is left in place: ${reasonToKeep}`);
        return "left in place";
      }
      requireKnownDeclarations(run.ledger, label);
      return (await run.api.delete(path)) ? "deleted" : "gone";
    },

    modulePaths(_id, inputs) {
      const isAddressable = pathKeys.every((key) => segmentProblem(inputs[key]) === undefined);
      return isAddressable && hasKnownPath(inputs) ? [fillPath(family.path, inputs)] : [];
    },

    /** Treats two conflicting modules of an object as one unique name, which only one of them can have. */
    uniqueNames(inputs) {
      if (!conflict?.excludesOther(inputs) || !hasKnownPath(inputs)) return [];
      const [owner, segment] = splitPath(family.path);
      const ids = JSON.stringify(pathKeys.map((key) => inputs[key]));
      const key = `${owner} ${ids}: ${[segment, conflict.segment].sort().join(" or ")}`;
      return [{ key, text: moduleId(family, inputs) }];
    },
  };
  return lifecycle;
}

function splitPath(path: string): readonly [string, string] {
  const end = path.lastIndexOf("/");
  return [path.slice(0, end), path.slice(end + 1)];
}
