import { isDeepStrictEqual } from "node:util";
import type { OpType } from "@pulumi/pulumi/automation";
import { z } from "zod";
import { classOfType, isDefaultProvider } from "../../provider/engine/native/tokens";
import { stepsOf } from "../../provider/inspect";
import { CommandError, messageOf } from "../common";

/** Property values by camelCase name. The engine replaces secrets with SECRET. */
export type Props = Readonly<Record<string, unknown>>;

export const SECRET = "[secret]";

export interface Snapshot {
  readonly id?: string;
  readonly inputs: Props;
  readonly outputs: Props;
  /** Name of the `Provider` resource of its account; undefined for the default account. */
  readonly provider?: string;
  /** True with the resource option `retainOnDelete`: the object stays on the service when its resource leaves the program. */
  readonly isRetained: boolean;
  /** True if the program only reads the object, as with `get`, and never changes or deletes it. */
  readonly isExternal: boolean;
  /** URNs of the resources that each input depends on. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  /** True if the last creation or update failed halfway, so that the object may differ from the inputs. */
  readonly isUnfinished: boolean;
}

/** The flags of a resource that sets no options and whose last update succeeded. */
export const NO_OPTIONS = { isRetained: false, isExternal: false, isUnfinished: false, dependencies: {} };

/**
 * How a resource changes. A resource can have several steps; the one with the greatest weight determines its kind.
 * - `read`: the program reads the object, as with `get`.
 * - `import`: the program imports an existing object, which stays unchanged.
 * - `refresh`: the state is updated to match the service, and the program agrees.
 * - `forget`: the state drops an object that stays unchanged or is already gone.
 */
const WEIGHTS = {
  replace: 5,
  update: 4,
  create: 3,
  import: 3,
  read: 2,
  same: 2,
  refresh: 2,
  delete: 1,
  forget: 1,
} as const;

export type ChangeKind = keyof typeof WEIGHTS;

/** True for kinds that change the object on the service. */
export const changesObject = (kind: ChangeKind): boolean =>
  ["create", "update", "replace", "delete"].includes(kind);

export interface Source {
  /** Path from the folder of the program. */
  readonly file: string;
  readonly line: number;
}

export interface Change {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** Class of this package; undefined for resources of other packages. */
  readonly className?: string;
  /** True for a resource of another package, except a component, which has no provider. */
  readonly isForeign?: boolean;
  readonly kind: ChangeKind;
  /** True if the program imports the object with the option `import`, even if an update follows. */
  readonly isImported: boolean;
  /** True if the resource gets an existing object through the option `import` or `get`. */
  readonly takesExisting: boolean;
  readonly isInState: boolean;
  readonly before?: Snapshot;
  readonly after?: Snapshot;
  /** Paths of the inputs that change, such as `ipRestriction.enabled`. */
  readonly paths: readonly string[];
  /** True if the engine reports which inputs change. All others are then equal, even if masked. */
  readonly isCompared: boolean;
  readonly replaceReasons: readonly string[];
  /** True if a replacement deletes the old object first; undefined if the steps don't show the order. */
  readonly deletesFirst?: boolean;
  readonly isProtected: boolean;
  readonly source?: Source;
}

/** The fields of a change that has no effect. */
export const NO_CHANGE = {
  kind: "same",
  isImported: false,
  takesExisting: false,
  isInState: true,
  paths: [],
  isCompared: true,
  replaceReasons: [],
  isProtected: false,
} as const satisfies Partial<Change>;

/** True if the object stays when its resource is deleted: the program retains it, adopted it, or only reads it. */
export function staysOnDelete({ before }: Change): boolean {
  if (before?.isRetained || before?.isExternal) return true;
  const state = before ? { ...before.inputs, ...before.outputs } : {};
  return state.adopted === true ? state.deleteOnDestroy !== true : state.deleteOnDestroy === false;
}

/** True if a change adopts the object that `adoptId` names instead of creating one. */
export const isAdoption = ({ kind, after, replaceReasons }: Change): boolean =>
  after?.inputs.adoptId !== undefined &&
  (kind === "create" || (kind === "replace" && replaceReasons.includes("adoptId")));

/** True if the change affects the path or anything above or below it, or if the engine doesn't say what changes. */
export const touches = ({ kind, paths, isCompared }: Change, ...path: readonly string[]) =>
  (!isCompared && (kind === "update" || kind === "replace")) ||
  paths.some((changed) => {
    const steps = stepsOf(changed).map(String);
    return path.every((key, n) => steps[n] === undefined || steps[n] === key);
  });

export interface Preview {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly z.output<typeof diagnosticSchema>[];
  readonly unknownSteps: readonly { readonly op: string; readonly urn: string }[];
  /** True if unchanged resources are listed; otherwise the review covers only a part of the account. */
  readonly isComplete: boolean;
  readonly stack?: string;
  readonly project?: string;
  readonly config: Props;
}

const record = z.record(z.string(), z.unknown());

const stateSchema = z.object({
  id: z.string().optional(),
  inputs: record.optional(),
  outputs: record.optional(),
  protect: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  external: z.boolean().optional(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  provider: z.string().optional(),
  initErrors: z.array(z.string()).nullish(),
  sourcePosition: z.string().optional(),
  stackTrace: z.array(z.object({ sourcePosition: z.string().optional() })).nullish(),
});

const stepSchema = z.object({
  op: z.string(),
  urn: z.string(),
  oldState: stateSchema.nullish(),
  newState: stateSchema.nullish(),
  diffReasons: z.array(z.string()).nullish(),
  replaceReasons: z.array(z.string()).nullish(),
  detailedDiff: record.nullish(),
});

const diagnosticSchema = z.object({
  severity: z.string(),
  message: z.string(),
  urn: z.string().optional(),
});

const previewSchema = z.object({
  config: record.nullish(),
  steps: z.array(stepSchema).nullish(),
  diagnostics: z.array(diagnosticSchema).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

type State = z.output<typeof stateSchema>;
type Step = z.output<typeof stepSchema>;

const KINDS: Readonly<Record<OpType, ChangeKind>> = {
  same: "same",
  refresh: "refresh",
  import: "import",
  read: "read",
  "read-replacement": "replace",
  discard: "forget",
  "discard-replaced": "forget",
  create: "create",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  "import-replacement": "replace",
  "remove-pending-replace": "forget",
  delete: "delete",
};

const isKnownOp = (op: string): op is OpType => Object.hasOwn(KINDS, op);

/**
 * Reads the output of `pulumi preview --json`.
 *
 * @param source - Where the text comes from, for errors.
 * @throws CommandError if the text isn't the output of that command.
 */
export function readPreview(text: string, source: string): Preview {
  const result = previewSchema.safeParse(parseJson(text, source));
  if (!result.success) {
    const { path, message } = result.error.issues[0] as z.core.$ZodIssue;
    const reason = path.length === 0 ? message : `${path.join(".")}: ${message}`;
    throw new CommandError(`${source} is not the output of \`pulumi preview --json\`: ${reason}`);
  }
  const { diagnostics, changeSummary, config } = result.data;
  if (!result.data.steps && !changeSummary && !diagnostics)
    throw new CommandError(`${source} contains no preview: ${HOW_TO_CREATE}`);
  const steps = result.data.steps ?? [];
  const isListed = (op: "same" | "read") =>
    steps.filter((step) => step.op === op).length >= (changeSummary?.[op] ?? 0);
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(steps[0]?.urn ?? "") ?? [];
  return {
    changes: [...Map.groupBy(steps, ({ urn }) => urn).values()].flatMap(changesIn),
    diagnostics: diagnostics ?? [],
    unknownSteps: steps.filter(({ op }) => !isKnownOp(op)).map(({ op, urn }) => ({ op, urn })),
    isComplete: isListed("same") && isListed("read"),
    config: config ?? {},
    ...(stack !== undefined && { stack, project }),
  };
}

const HOW_TO_CREATE = "create it with `pulumi preview --json --show-sames --show-reads`";

export function isPreview(text: string): boolean {
  try {
    readPreview(text, "a file");
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${source} is not JSON (${messageOf(cause)}): ${HOW_TO_CREATE}`);
  }
}

function changesIn(steps: readonly Step[]): Change[] {
  const knownSteps = steps.flatMap((step) => {
    const kind = kindOf(step);
    return kind ? [{ step, kind }] : [];
  });
  // A refresh step decides only if the program itself changes nothing.
  const refreshes = knownSteps.filter(({ step }) => step.op === "refresh");
  const planned = knownSteps.filter(({ step }) => step.op !== "refresh");
  const maxWeight = Math.max(...planned.map(({ kind }) => WEIGHTS[kind]));
  const heaviestSteps = planned.filter(({ kind }) => WEIGHTS[kind] === maxWeight);
  // The last step of a replacement deletes the old object and doesn't describe the new one.
  const heaviestStep = heaviestSteps.findLast(({ step }) => step.newState) ?? heaviestSteps.at(-1);
  const refresh = refreshes.findLast(({ kind }) => kind !== "same") ?? refreshes.at(-1);
  const isRefreshed = heaviestStep?.kind === "same" && refresh?.kind === "refresh";
  const main = isRefreshed ? refresh : (heaviestStep ?? refresh);
  if (!main) return [];
  const { kind, step } = main;
  const [oldState, newState] = statesOf(kind, step, steps);
  const type = step.urn.split("::")[2]?.split("$").at(-1) ?? "";
  if (type.startsWith("pulumi:")) return [];
  const newest = step.newState ?? step.oldState;
  const className = classOfType(type);
  const paths = pathsOf(step);
  return [
    {
      urn: step.urn,
      name: step.urn.slice(step.urn.lastIndexOf("::") + 2),
      type,
      className,
      isForeign:
        className === undefined && steps.some(({ oldState, newState }) => (newState ?? oldState)?.provider),
      kind,
      isImported: steps.some(({ op }) => op === "import"),
      isInState: steps.some(({ oldState }) => oldState),
      takesExisting: steps.some(({ op }) => /^(?:import|read)/.test(op)),
      before: toSnapshot(oldState),
      after: toSnapshot(newState),
      paths: paths.filter((path) => !path.startsWith("__")),
      isCompared: !changesObject(kind) || paths.length > 0,
      replaceReasons: step.replaceReasons ?? [],
      deletesFirst: kind === "replace" ? deletesFirstIn(steps) : undefined,
      isProtected: newest?.protect === true,
      source: newest ? sourceOf(newest) : undefined,
    },
  ];
}

/** The kind of a step; undefined if it isn't supported. A refresh of an object that matches the state is `same`. */
function kindOf({ op, oldState, newState }: Step): ChangeKind | undefined {
  if (!isKnownOp(op)) return undefined;
  if (op !== "refresh") return KINDS[op];
  if (!newState) return "forget";
  return isDeepStrictEqual(publicInputs(oldState), publicInputs(newState)) ? "same" : "refresh";
}

const publicInputs = (state: State | null | undefined) =>
  Object.fromEntries(Object.entries(state?.inputs ?? {}).filter(([key]) => !key.startsWith("__")));

/** The object before and after the change, according to the state and the program. */
function statesOf(kind: ChangeKind, { op, oldState, newState }: Step, steps: readonly Step[]) {
  const [before, after] = [oldState ?? newState, newState ?? oldState];
  switch (kind) {
    case "create":
      return [undefined, newState];
    case "delete":
      return [before, undefined];
    case "replace":
      // A step that imports or reads the replacement doesn't contain the old object's state.
      return [steps.find((other) => other.op === "replace")?.oldState ?? before, after];
    case "refresh": {
      // The object on the service stays unchanged.
      const current = steps.findLast((other) => other.newState)?.newState;
      return [current, current];
    }
    case "forget":
      // Discarding drops a resource that was only read, so its object still exists.
      return [op === "discard" || op === "discard-replaced" ? oldState : undefined, undefined];
    default:
      return [before, after];
  }
}

/** The engine lists the steps of a replacement in execution order. */
function deletesFirstIn(steps: readonly Step[]): boolean | undefined {
  const deletion = steps.findIndex(({ op }) => op === "delete-replaced");
  const creation = steps.findIndex(({ op }) => op === "create-replacement");
  return deletion < 0 || creation < 0 ? undefined : deletion < creation;
}

function pathsOf({ detailedDiff, diffReasons }: Step): string[] {
  const paths = Object.keys(detailedDiff ?? {});
  return paths.length > 0 ? paths : [...(diffReasons ?? [])];
}

function toSnapshot(state: State | null | undefined): Snapshot | undefined {
  if (!state) return undefined;
  const dependencies = Object.entries(state.propertyDependencies ?? {});
  // The engine masks whole lists, so the class passes its inputs again, with masks only on the secrets in lists.
  const { __visible: visible, ...inputs } = state.inputs ?? {};
  return {
    inputs: fillMasked(inputs, visible) as Props,
    outputs: state.outputs ?? {},
    isRetained: state.retainOnDelete === true,
    isExternal: state.external === true,
    isUnfinished: (state.initErrors ?? []).length > 0,
    dependencies: Object.fromEntries(dependencies.map(([key, urns]) => [key, urns ?? []])),
    id: state.id === "" ? undefined : state.id,
    provider: accountOf(state.provider),
  };
}

/** Fills in the masked parts of a value from another value of the same shape. */
export function fillMasked(value: unknown, visible: unknown): unknown {
  if (value === SECRET) return visible ?? value;
  if (Array.isArray(value))
    return Array.isArray(visible) && visible.length === value.length
      ? value.map((item, n) => fillMasked(item, visible[n]))
      : value;
  if (value === null || typeof value !== "object" || visible === null || typeof visible !== "object")
    return value;
  const visibleByKey = new Map(Object.entries(visible));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillMasked(item, visibleByKey.get(key))]),
  );
}

/** The name in a reference to an explicit provider (`<urn>::<id>`); undefined for the default provider. */
function accountOf(reference: string | undefined): string | undefined {
  const name = reference?.split("::").at(-2);
  return name === undefined || isDefaultProvider(name) ? undefined : name;
}

/**
 * The innermost line of the program itself: frames in node_modules or above the program's folder belong to libraries.
 */
function sourceOf({ stackTrace, sourcePosition }: State): Source | undefined {
  const positions = [...(stackTrace ?? []).map((frame) => frame.sourcePosition), sourcePosition];
  for (const position of positions) {
    const [, file, line] = /^project:\/\/\/(.+)#(\d+)(?:,\d+)?$/.exec(position ?? "") ?? [];
    if (file === undefined || file.startsWith("..") || file.includes("node_modules/")) continue;
    return { file: decodeURIComponent(file), line: Number(line) };
  }
  return undefined;
}
