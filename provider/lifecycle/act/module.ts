import { fillPath, segmentProblem } from "../../api";
import { mapShape } from "../../family/field";
import type { ModuleFamily } from "../../family/module";
import type { Inputs, Props, State } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { checkInputs } from "../plan/check";
import { ANOTHER_ACCOUNT, findChangedInputs, retentionReason } from "../plan/diff";
import { planObject } from "../plan/resource";
import { requireKnownDeclarations } from "../run/ledger";
import type { Lifecycle, Run } from "../run/lifecycle";
import { needFreeNames } from "../run/needs";
import { idsInModuleId, moduleId } from "../values/collection";
import { isBlank } from "../values/compare";
import { UserError } from "../values/errors";
import { fromResponse, NO_OBSERVATION, observe } from "../values/response";
import { keepSettings, leavesSettings } from "../values/service-choices";
import { asManaged, compose, currentInputs, knownDeclaredValue, refreshed } from "../values/state";
import { toBody } from "../values/wire";
import { correctDefaults, fillDefaults } from "./defaults";
import { CORRECT_ID, explainNotFound } from "./not-found";

/** Lifecycle of a module whose edge or route another resource manages. A PUT sets it, whatever was set before. */
export function moduleLifecycle(family: ModuleFamily): Lifecycle {
  const { inputs: shape, parameters, outputs, pathKeys, conflict } = family;

  /** A response to a PUT may omit settings that have their defaults. */
  const defaults = mapShape(parameters, ({ defaultValue }) => defaultValue);

  /** True if the ids in the path are known and valid. Inputs that aren't checked yet may have any type. */
  function hasKnownPath(inputs: Props): boolean {
    return pathKeys.every((key) => segmentProblem(inputs[key]) === undefined && !holdsUnknown(inputs[key]));
  }

  /** @param declared - The inputs, which may include the service's values for settings that the program omits. */
  async function put(run: Run, inputs: Inputs, declared: Inputs = inputs): Promise<State> {
    const { modules, operations } = run.ledger;
    const [id, path] = [moduleId(family, inputs), fillPath(family.path, inputs)];
    const label = `${family.name} ${id}`;
    await modules.waitForDeletion(path);
    const names = lifecycle.uniqueNames(inputs);
    const needs = [needFreeNames(operations, label, names, () => hasConflict(run, inputs))];
    const send = (values: Props) => run.api.put(path, toBody(parameters, values));
    const response = await operations
      .sendWhenPossible(run, label, needs, () => send(declared))
      .catch(async (error: unknown) => {
        const [owner] = splitPath(path);
        const subject = { path: owner, label: `the object at ${owner}`, advice: CORRECT_ID };
        throw await explainNotFound(error, run, subject);
      });
    const observation = observe(family, response);
    const state = compose(family, inputs, observation, defaults);
    const { values, paths } = fillDefaults(parameters, declared, observation.inputs);
    if (paths.length === 0) return state;
    const corrected = await correctDefaults(run, { label, id, state, paths }, () => send(values));
    return compose(family, inputs, observe(family, corrected), defaults);
  }

  /** Returns inputs with the service's values of the settings that the program leaves to it. */
  async function withKeptSettings(run: Run, inputs: Inputs, before: State): Promise<Inputs> {
    const previous = mapShape(parameters, (_, key) => knownDeclaredValue(before, key));
    if (!leavesSettings(parameters, inputs, previous)) return inputs;
    const response = await run.api.find(fillPath(family.path, inputs));
    return response ? keepSettings(parameters, inputs, previous, fromResponse(parameters, response)) : inputs;
  }

  /** True if the conflicting module is set. False if the look-up fails, so that a refusal is reported. */
  async function hasConflict(run: Run, inputs: Inputs): Promise<boolean> {
    if (!conflict?.excludesOther(inputs)) return false;
    const [owner] = splitPath(fillPath(family.path, inputs));
    const response = await run.api.get(`${owner}/${conflict.segment}`).catch(() => undefined);
    return response !== undefined && !isBlank(response) && conflict.isExcludedBy(response);
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

    diff({ move, ...comparison }) {
      const changedInputs = lifecycle.changedInputs(comparison);
      // check ensures that a known adoptId is the id of this module.
      const replaces = changedInputs.filter((key) => pathKeys.includes(key) || key === "adoptId");
      return {
        changedInputs,
        changed: changedInputs.length > 0 || move !== undefined,
        replaces: move ? [...replaces, ANOTHER_ACCOUNT] : replaces,
        deleteBeforeReplace: false,
        needsExplicitChange: move !== undefined,
        warnings: [],
      };
    },

    changedInputs: (compared) => findChangedInputs(family, compared),

    plan(inputs, before) {
      const { state } = planObject(family, inputs, before);
      return hasKnownPath(inputs) ? { id: moduleId(family, inputs), state } : { state };
    },

    async create(run, { inputs }) {
      const id = moduleId(family, inputs);
      run.ledger.modules.recordSetter(fillPath(family.path, inputs), "own resource");
      if (inputs.adoptId === undefined) return { id, state: await put(run, inputs) };
      // Compares only the inputs that the program sets, not the values that the service chose for others.
      const existing = await lifecycle.read(run, { id, state: asManaged(inputs) });
      if (!existing) throw new UserError(`adoptId: ${id} is not set on the server: remove adoptId to set it`);
      const changed = lifecycle.changedInputs({ id, state: existing.state, inputs });
      const state = changed.some((key) => key in parameters)
        ? await put(run, inputs, keepSettings(parameters, inputs, undefined, existing.state))
        : compose(family, inputs, NO_OBSERVATION, existing.state);
      return { id, state: { ...state, adopted: true } };
    },

    async read(run, { id, state: before }) {
      const pathIds = idsInModuleId(family, id);
      const response = await run.api.find(fillPath(family.path, pathIds));
      if (!response || isBlank(response)) return undefined;
      const observation = observe(family, response, pathIds);
      const inputs = currentInputs(family, before, observation);
      return { id, inputs, state: refreshed(family, inputs, observation, before) };
    },

    async update(run, { state: before, inputs, changedInputs }) {
      const { modules } = run.ledger;
      const path = fillPath(family.path, inputs);
      const isPutNeeded = changedInputs.some((key) => key in parameters) || modules.isRemovedByEdge(path);
      if (isPutNeeded) modules.recordSetter(path, "own resource");
      const state = isPutNeeded
        ? await put(run, inputs, await withKeptSettings(run, inputs, before))
        : compose(family, inputs, NO_OBSERVATION, before);
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

    modulePaths: (_id, inputs) => (hasKnownPath(inputs) ? [fillPath(family.path, inputs)] : []),

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

function splitPath(path: string): readonly [owner: string, segment: string] {
  const end = path.lastIndexOf("/");
  return [path.slice(0, end), path.slice(end + 1)];
}
