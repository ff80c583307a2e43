import { fillPath, isClientError, segmentProblem } from "../../api";
import { knownField } from "../../family/field";
import type { ModuleFamily } from "../../family/module";
import type { Props } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { type CheckResult, checkInputs } from "../plan/check";
import { ANOTHER_ACCOUNT, retentionReason } from "../plan/diff";
import { dependentFields } from "../plan/resource";
import type { CheckRequest, Comparison, Diff, ObjectAndInputs, PlannedObject } from "../plan/results";
import { requireKnownDeclarations } from "../run/ledger";
import type {
  CreateResult,
  Creation,
  ExistingObject,
  Lifecycle,
  ReadResult,
  Removal,
  Run,
  Update,
} from "../run/lifecycle";
import { namesReleased } from "../run/needs";
import { idsInModuleId, moduleId } from "../values/collection";
import { alignInput, areEqual, isBlank, isPresent, withLists } from "../values/compare";
import { PartialFailure, reasonOf, UserError } from "../values/errors";
import type { Inputs, State, Wire } from "../values/kinds";
import type { UniqueName } from "../values/names";
import { fromResponse } from "../values/response";
import { secretsIn } from "../values/secrets";
import { asManaged, declaredValue, knownDeclaredValue, UNSET } from "../values/state";
import { toBody } from "../values/wire";
import { describeOtherDefaults, fillDefaults } from "./defaults";
import { CORRECT_ID, explainNotFound } from "./not-found";

/**
 * Lifecycle of one module of an edge or route that another resource manages. A module has no id: the ids in its path
 * and its name identify it. One PUT sets it, regardless of its previous value.
 */
export class ModuleLifecycle implements Lifecycle {
  constructor(private readonly family: ModuleFamily) {}

  check({ inputs: programInputs, before = {} }: CheckRequest): CheckResult {
    const { rules, outputs, pathKeys } = this.family;
    const options = { rules, outputs: Object.keys(outputs) };
    const checked = checkInputs(this.family.inputs, before, programInputs, options);
    const { inputs, failures } = checked;
    const isKnown = [...pathKeys, "adoptId"].every((key) => !holdsUnknown(inputs[key]));
    if (failures.length > 0 || !isKnown || inputs.adoptId === undefined) return checked;
    const id = moduleId(this.family, inputs);
    if (inputs.adoptId === id) return checked;
    const reason = `the module that these inputs name has the id ${id}`;
    return { ...checked, failures: [{ path: "adoptId", reason }] };
  }

  diff({ move, isDropped = false, ...comparison }: Comparison): Diff {
    const { state, inputs } = comparison;
    // check ensures that a known adoptId names this module.
    const replaces = [
      ...this.family.pathKeys.filter((key) => state[key] !== inputs[key]),
      ...(holdsUnknown(inputs.adoptId) ? ["adoptId"] : []),
      ...(move ? [ANOTHER_ACCOUNT] : []),
    ];
    const keeps = state.deleteOnDestroy === inputs.deleteOnDestroy;
    return {
      changedInputs: this.changedInputs(comparison),
      changed: replaces.length > 0 || !keeps || isDropped || this.isDifferent(state, inputs),
      replaces,
      deleteBeforeReplace: false,
      unseen: move !== undefined || isDropped,
      warnings: [],
    };
  }

  changedInputs({ state, inputs }: ObjectAndInputs): readonly string[] {
    const { inputs: shape, parameters, pathKeys } = this.family;
    const isChanged = (key: string) => {
      if (key === "adoptId") return holdsUnknown(inputs.adoptId);
      if (knownField(shape, key).isLocal || pathKeys.includes(key)) return state[key] !== inputs[key];
      return key in parameters && this.isChanged(key, state, inputs);
    };
    return Object.keys(shape).filter(isChanged);
  }

  plan(inputs: Inputs, existing?: ExistingObject): PlannedObject {
    const { inputs: shape, parameters, outputs, computedKeys } = this.family;
    const before = existing?.state ?? {};
    const changed = existing ? this.changedInputs({ ...existing, inputs }) : Object.keys(shape);
    const state: Record<string, unknown> = { ...this.compose(inputs, {}, before) };
    for (const [key, field] of Object.entries(parameters)) {
      if (key in inputs || !changed.includes(key)) continue;
      state[key] = field.hasServerDefault ? UNKNOWN : field.defaultValue;
    }
    const unknown = existing ? dependentFields({ ...outputs, ...parameters }, changed) : computedKeys;
    for (const key of unknown) if (!(key in inputs)) state[key] = UNKNOWN;
    if (before.adopted === true || inputs.adoptId !== undefined) state.adopted = true;
    return this.hasKnownPath(inputs) ? { id: moduleId(this.family, inputs), state } : { state };
  }

  async create(run: Run, { inputs }: Creation): Promise<CreateResult> {
    const id = moduleId(this.family, inputs);
    run.ledger.modules.set(fillPath(this.family.path, inputs), "own");
    if (inputs.adoptId === undefined) return { id, state: await this.put(run, inputs) };
    // Compares only the inputs that the program sets, not the values that the service chose for others.
    const found = await this.read(run, { id, state: asManaged(inputs) });
    if (!found) throw new UserError(`adoptId: ${id} is not set on the server: remove adoptId to set it`);
    const state = this.isDifferent(found.state, inputs)
      ? await this.put(run, inputs)
      : this.compose(inputs, {}, found.state);
    return { id, state: { ...state, adopted: true } };
  }

  async read(run: Run, { id, state: before }: ExistingObject): Promise<ReadResult | undefined> {
    const { parameters } = this.family;
    const pathIds = idsInModuleId(this.family, id);
    const response = await run.api.find(fillPath(this.family.path, pathIds));
    if (!response || isBlank(response)) return undefined;
    const observed = fromResponse(parameters, response);
    const inputs: Record<string, unknown> = { ...pathIds };
    for (const key of ["adoptId", "deleteOnDestroy"])
      if (before[key] !== undefined) inputs[key] = before[key];
    for (const [key, field] of Object.entries(parameters)) {
      const declared = (field.hasServerDefault ? knownDeclaredValue : declaredValue)(before, key);
      const value = alignInput(field, declared, observed[key]);
      if (isPresent(value)) inputs[key] = value;
    }
    const state = this.compose(inputs, response, before);
    return { id, inputs, state: before.adopted === true ? { ...state, adopted: true } : state };
  }

  async update(run: Run, { state: before, inputs, changedInputs }: Update): Promise<State> {
    const { modules } = run.ledger;
    const path = fillPath(this.family.path, inputs);
    const isDue = changedInputs.some((key) => key in this.family.parameters) || modules.isDropped(path);
    if (isDue) modules.set(path, "own");
    const state = isDue ? await this.put(run, inputs) : this.compose(inputs, {}, before);
    return before.adopted === true ? { ...state, adopted: true } : state;
  }

  async delete(run: Run, { id, state }: ExistingObject): Promise<Removal> {
    const path = fillPath(this.family.path, state);
    const label = `${this.family.name} ${id}`;
    const reasonToKeep = retentionReason(state);
    if (reasonToKeep !== undefined) {
      run.report(`${label} is left in place: ${reasonToKeep}`);
      return "left in place";
    }
    requireKnownDeclarations(run.ledger, label);
    return (await run.api.delete(path)) ? "deleted" : "gone";
  }

  modules(_id: string | undefined, inputs: Props): readonly string[] {
    const isAddressable = this.family.pathKeys.every((key) => segmentProblem(inputs[key]) === undefined);
    return isAddressable && this.hasKnownPath(inputs) ? [fillPath(this.family.path, inputs)] : [];
  }

  /** Treats two conflicting modules of an object as one unique name, which only one of them can have. */
  names(inputs: Props): readonly UniqueName[] {
    const { conflict, pathKeys, path } = this.family;
    if (!conflict?.excludedBy(inputs) || !this.hasKnownPath(inputs)) return [];
    const [owner, segment] = splitPath(path);
    const ids = JSON.stringify(pathKeys.map((key) => inputs[key]));
    const key = `${owner} ${ids}: ${[segment, conflict.segment].sort().join(" or ")}`;
    return [{ key, text: moduleId(this.family, inputs) }];
  }

  /** True if the ids in the path are known. Before the check, they may not be strings. */
  private hasKnownPath(inputs: Props): boolean {
    return this.family.pathKeys.every((key) => typeof inputs[key] === "string" && !holdsUnknown(inputs[key]));
  }

  private isDifferent(state: State, inputs: Inputs): boolean {
    return Object.keys(this.family.parameters).some((key) => this.isChanged(key, state, inputs));
  }

  private isChanged(key: string, state: State, inputs: Inputs): boolean {
    const field = knownField(this.family.parameters, key);
    const isUnset = field.hasServerDefault && inputs[key] === undefined;
    return !areEqual(field, isUnset ? knownDeclaredValue(state, key) : state[key], inputs[key]);
  }

  private async put(run: Run, inputs: Inputs): Promise<State> {
    const { family } = this;
    const { modules, operations } = run.ledger;
    const [id, path] = [moduleId(family, inputs), fillPath(family.path, inputs)];
    const label = `${family.name} ${id}`;
    await modules.afterDeletion(path);
    const isTaken = () => this.isConflictSet(run, inputs);
    const needs = [namesReleased(operations, { label, names: this.names(inputs), isTaken })];
    const secrets = secretsIn(family.inputs, inputs);
    const put = (values: Props) => run.api.put(path, toBody(family.parameters, values), { secrets });
    const response = await operations
      .sendWhenPossible(run, label, needs, () => put(inputs))
      .catch(async (error: unknown) => {
        if (isClientError(error) && (await isTaken())) throw this.twoStepsError(label, error);
        const [owner] = splitPath(path);
        const subject = { path: owner, label: `the object at ${owner}`, advice: CORRECT_ID };
        throw await explainNotFound(error, run, subject);
      });
    const state = this.compose(inputs, response ?? {});
    const observed = fromResponse(family.parameters, response ?? {});
    const { values, paths } = fillDefaults(family.parameters, inputs, observed);
    if (paths.length === 0) return state;
    const difference = describeOtherDefaults(paths);
    run.report(`${label}: ${difference}; one update corrects it`);
    const corrected = await put(values).catch((cause: unknown) => {
      throw new PartialFailure(id, state, [`${label} is set, but ${difference}: ${reasonOf(cause)}`], {
        cause,
      });
    });
    return this.compose(inputs, corrected ?? {});
  }

  /** Called only after a refusal, which is reported unchanged if this look-up fails. */
  private async isConflictSet(run: Run, inputs: Inputs): Promise<boolean> {
    const { conflict } = this.family;
    if (!conflict?.excludedBy(inputs)) return false;
    const [owner] = splitPath(fillPath(this.family.path, inputs));
    const response = await run.api.get(`${owner}/${conflict.segment}`).catch(() => undefined);
    return response !== undefined && !isBlank(response) && conflict.conflicts(response);
  }

  private twoStepsError(label: string, refusal: Error): UserError {
    const { className, remedy } = this.family.conflict ?? {};
    return new UserError(
      `${refusal.message}; it conflicts with ${className}, which needs a separate run because the engine deletes last. First ${remedy}, and run \`pulumi up\`. Then run it again with this change of ${label}`,
      { cause: refusal },
    );
  }

  /**
   * Returns the state of a module: the program's inputs, the service's values for unset inputs, and the other fields
   * of the response. Fields missing from the response keep the value of `before`.
   */
  private compose(inputs: Inputs, response: Wire, before: State = {}): State {
    const { parameters, outputs, computedKeys } = this.family;
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
    const isAmbiguous = Object.values(parameters).some((field) => field.hasServerDefault);
    return unset.length > 0 || isAmbiguous ? { ...state, [UNSET]: unset } : state;
  }
}

function splitPath(path: string): readonly [string, string] {
  const end = path.lastIndexOf("/");
  return [path.slice(0, end), path.slice(end + 1)];
}
