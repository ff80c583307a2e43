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
import { alignInput, areEqual, isBlank, withLists } from "../values/compare";
import { PartialFailure, reasonOf, UserError } from "../values/errors";
import type { Inputs, State, Wire } from "../values/kinds";
import type { UniqueName } from "../values/names";
import { fromResponse } from "../values/response";
import { secretsIn } from "../values/secrets";
import { asManaged, declaredValue, knownDeclaredValue, UNSET } from "../values/stored";
import { toBody } from "../values/wire";
import { describeOtherDefaults, fillDefaults } from "./defaults";
import { CORRECT_ID, explainNotFound } from "./gone";

/**
 * Lifecycle of one module of an edge or route that another resource manages. A module has no id: the ids in its path
 * and its name identify it. One PUT sets it, regardless of its previous value.
 */
export class ModuleLifecycle implements Lifecycle {
  constructor(private readonly family: ModuleFamily) {}

  check({ inputs: programInputs, before = {} }: CheckRequest): CheckResult {
    const checked = checkInputs(this.family.inputs, before, programInputs, {
      rules: this.family.rules,
      outputs: Object.keys(this.family.outputs),
    });
    const { inputs, failures } = checked;
    const isKnown = [...this.family.pathKeys, "adoptId"].every((key) => !holdsUnknown(inputs[key]));
    const reason = failures.length === 0 && isKnown ? this.adoptIdError(inputs) : undefined;
    return reason === undefined ? checked : { ...checked, failures: [{ path: "adoptId", reason }] };
  }

  diff({ move, isDropped = false, ...compared }: Comparison): Diff {
    const { state, inputs } = compared;
    // check ensures that a known adoptId names this module.
    const replaces = [
      ...this.family.pathKeys.filter((key) => state[key] !== inputs[key]),
      ...(holdsUnknown(inputs.adoptId) ? ["adoptId"] : []),
      ...(move ? [ANOTHER_ACCOUNT] : []),
    ];
    const keeps = state.deleteOnDestroy === inputs.deleteOnDestroy;
    return {
      changedInputs: this.changedInputs(compared),
      changed: replaces.length > 0 || !keeps || isDropped || this.isDifferent(state, inputs),
      replaces,
      deleteBeforeReplace: false,
      unseen: move !== undefined || isDropped,
      warnings: [],
    };
  }

  changedInputs({ state, inputs }: ObjectAndInputs): readonly string[] {
    const { inputs: shape, parameters, pathKeys } = this.family;
    return Object.entries(shape).flatMap(([key, field]) => {
      if (key === "adoptId") return holdsUnknown(inputs.adoptId) ? [key] : [];
      if (field.isLocal || pathKeys.includes(key)) return state[key] === inputs[key] ? [] : [key];
      return key in parameters && this.isChanged(key, state, inputs) ? [key] : [];
    });
  }

  plan(inputs: Inputs, before?: ExistingObject): PlannedObject {
    const { inputs: given, parameters, outputs, computedKeys } = this.family;
    const earlier = before?.state ?? {};
    const changed = before ? this.changedInputs({ ...before, inputs }) : Object.keys(given);
    const state: Record<string, unknown> = { ...this.compose(inputs, {}, earlier) };
    const open = new Set(before ? dependentFields({ ...outputs, ...parameters }, changed) : computedKeys);
    for (const [key, field] of Object.entries(parameters)) {
      if (key in inputs || !changed.includes(key)) continue;
      state[key] = field.hasServerDefault ? UNKNOWN : field.defaultValue;
    }
    for (const key of open) if (!(key in inputs)) state[key] = UNKNOWN;
    if (earlier.adopted === true || inputs.adoptId !== undefined) state.adopted = true;
    return this.hasKnownPath(inputs) ? { id: this.id(inputs), state } : { state };
  }

  async create(run: Run, { inputs }: Creation): Promise<CreateResult> {
    const id = this.id(inputs);
    run.ledger.modules.set(this.path(inputs), "own");
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
    const pathIds = idsInModuleId(this.family, id);
    const response = await run.api.find(this.path(pathIds));
    if (!response || isBlank(response)) return undefined;
    const observed = fromResponse(this.family.parameters, response);
    const { adoptId, deleteOnDestroy } = before;
    const inputs: Record<string, unknown> = {
      ...(adoptId !== undefined && { adoptId }),
      ...(deleteOnDestroy !== undefined && { deleteOnDestroy }),
      ...pathIds,
    };
    for (const [key, schema] of Object.entries(this.family.parameters)) {
      const declared = (schema.hasServerDefault ? knownDeclaredValue : declaredValue)(before, key);
      const value = alignInput(schema, declared, observed[key]);
      if (value !== undefined && value !== null) inputs[key] = value;
    }
    const state = this.compose(inputs, response, before);
    return { id, inputs, state: before.adopted === true ? { ...state, adopted: true } : state };
  }

  async update(run: Run, { state: before, inputs, changedInputs }: Update): Promise<State> {
    const { modules } = run.ledger;
    const isChanged = changedInputs.some((key) => key in this.family.parameters);
    const isDue = isChanged || modules.isDropped(this.path(inputs));
    if (isDue) modules.set(this.path(inputs), "own");
    const state = isDue ? await this.put(run, inputs) : this.compose(inputs, {}, before);
    return before.adopted === true ? { ...state, adopted: true } : state;
  }

  async delete(run: Run, { id, state }: ExistingObject): Promise<Removal> {
    const path = this.path(state);
    const why = retentionReason(state);
    if (why === undefined) {
      requireKnownDeclarations(run.ledger, `${this.family.name} ${id}`);
      const isDeleted = await run.api.delete(path);
      return isDeleted ? "deleted" : "gone";
    }
    run.report(`${this.family.name} ${id} is left in place: ${why}`);
    return "left in place";
  }

  modules(_id: string | undefined, inputs: Props): readonly string[] {
    const isAddressable = this.family.pathKeys.every((key) => segmentProblem(inputs[key]) === undefined);
    return isAddressable && this.hasKnownPath(inputs) ? [this.path(inputs)] : [];
  }

  /** True if the ids in the path are known. Before the check, they may not be strings. */
  private hasKnownPath(inputs: Props): boolean {
    return this.family.pathKeys.every((key) => typeof inputs[key] === "string" && !holdsUnknown(inputs[key]));
  }

  private adoptIdError(inputs: Inputs): string | undefined {
    const id = this.id(inputs);
    return inputs.adoptId === undefined || inputs.adoptId === id
      ? undefined
      : `the module that these inputs name has the id ${id}`;
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
    const { parameters } = this.family;
    const options = { secrets: secretsIn(this.family.inputs, inputs) };
    const label = this.label(this.id(inputs));
    const { modules, operations } = run.ledger;
    await modules.afterDeletion(this.path(inputs));
    const isTaken = () => this.isConflictSet(run, inputs);
    const needs = [namesReleased(operations, { label, names: this.names(inputs), isTaken })];
    const put = (values: Props) => run.api.put(this.path(inputs), toBody(parameters, values), options);
    const send = () => put(inputs);
    const response = await operations
      .sendWhenPossible({ label, needs, report: run.report, limit: run.limit() }, send)
      .catch(async (error: unknown) => {
        if (isClientError(error) && (await this.isConflictSet(run, inputs)))
          throw this.twoStepsError(inputs, error);
        const path = this.path(inputs);
        const owner = path.slice(0, path.lastIndexOf("/"));
        throw await explainNotFound(error, run, {
          path: owner,
          label: `the object at ${owner}`,
          advice: CORRECT_ID,
        });
      });
    const state = this.compose(inputs, response ?? {});
    const observed = fromResponse(parameters, response ?? {});
    const { values, paths } = fillDefaults(parameters, inputs, observed);
    if (paths.length === 0) return state;
    const set = describeOtherDefaults(paths);
    run.report(`${label}: ${set}; one update corrects it`);
    const later = await put(values).catch((error: unknown) => {
      const reason = `${label} is set, but ${set}: ${reasonOf(error)}`;
      throw new PartialFailure(this.id(inputs), state, [reason], { cause: error });
    });
    return this.compose(inputs, later ?? {});
  }

  /** Treats two conflicting modules of an object as one unique name, which only one of them can have. */
  names(inputs: Props): readonly UniqueName[] {
    const { conflict, pathKeys, path } = this.family;
    if (!conflict?.excludedBy(inputs) || !this.hasKnownPath(inputs)) return [];
    const [owner, own] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
    const ids = pathKeys.map((key) => inputs[key]);
    const key = `${owner} ${JSON.stringify(ids)}: ${[own, conflict.segment].sort().join(" or ")}`;
    return [{ key, text: moduleId(this.family, inputs) }];
  }

  /** Called only after a refusal, which is reported unchanged if this look-up fails. */
  private async isConflictSet(run: Run, inputs: Inputs): Promise<boolean> {
    const { conflict } = this.family;
    if (!conflict?.excludedBy(inputs)) return false;
    const path = this.path(inputs);
    const conflictPath = path.slice(0, path.lastIndexOf("/") + 1) + conflict.segment;
    const response = await run.api.get(conflictPath).catch(() => undefined);
    return response !== undefined && !isBlank(response) && conflict.conflicts(response);
  }

  private twoStepsError(inputs: Inputs, refusal: Error): UserError {
    const { className, remedy } = this.family.conflict ?? {};
    return new UserError(
      `${refusal.message}; it conflicts with ${className}, which needs a separate run because the engine deletes last. First ${remedy}, and run \`pulumi up\`. Then run it again with this change of ${this.label(this.id(inputs))}`,
      { cause: refusal },
    );
  }

  private label(id: string): string {
    return `${this.family.name} ${id}`;
  }

  /**
   * Returns the state of a module: the program's inputs, the service's values for unset inputs, and the other fields
   * of the response. Fields missing from the response keep the value of `before`.
   */
  private compose(inputs: Inputs, response: Wire, before: State = {}): State {
    const observed = fromResponse({ ...this.family.outputs, ...this.family.parameters }, response);
    const state: Record<string, unknown> = { ...inputs };
    const unset: string[] = [];
    for (const [key, schema] of Object.entries(this.family.parameters)) {
      if (key in inputs) continue;
      const value = key in observed ? observed[key] : before[key];
      const current = isBlank(value) ? schema.defaultValue : value;
      if (current === undefined) continue;
      state[key] = current;
      unset.push(key);
    }
    for (const key of this.family.computedKeys) {
      const value = key in observed ? observed[key] : before[key];
      if (value !== undefined) state[key] = withLists(knownField(this.family.outputs, key), value);
    }
    const isAmbiguous = Object.values(this.family.parameters).some((field) => field.hasServerDefault);
    return unset.length > 0 || isAmbiguous ? { ...state, [UNSET]: unset } : state;
  }

  private path(at: Props): string {
    return fillPath(this.family.path, at);
  }

  private id(inputs: Props): string {
    return moduleId(this.family, inputs);
  }
}
