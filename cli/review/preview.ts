import { isDeepStrictEqual } from "node:util";
import type { OpType } from "@pulumi/pulumi/automation";
import { z } from "zod";
import { classOfType, isDefaultProvider } from "../../provider/engine/native/tokens";
import { CommandError } from "../common";

/** Property values by camelCase name; secrets are the string "[secret]", as the engine masks them. */
export type Props = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Props =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The engine's mask for a secret. */
export const SECRET = "[secret]";

/** One side of a change: an object as in the state or the program. */
export interface Snapshot {
  readonly id?: string;
  readonly inputs: Props;
  readonly outputs: Props;
  /** Name of the `Provider` resource of its account; undefined for the default account. */
  readonly provider?: string;
  /** The resource option `retainOnDelete`: the object stays on the service when its resource leaves the program. */
  readonly isRetained: boolean;
  /** The program only reads the object, as with `get`, and never changes or deletes it. */
  readonly isExternal: boolean;
  /** URNs of the resources that an input was made of. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  /** An update or creation has ended half-way: the object may differ from the inputs. */
  readonly isUnfinished: boolean;
}

/**
 * What changes for the resource:
 * - `read`: the program reads the object, as with `get`.
 * - `import`: the program takes an existing object over, which stays as it is.
 * - `refresh`: the state takes over what the service holds, and the program agrees.
 * - `forget`: the state no longer holds an object that is left as it is, or is gone already.
 */
export type ChangeKind =
  | "same"
  | "read"
  | "import"
  | "refresh"
  | "forget"
  | "create"
  | "update"
  | "replace"
  | "delete";

/** Kinds after which the service holds for the resource what it held before. */
export const leavesObject = (kind: ChangeKind): boolean => OBJECT_STAYS.has(kind);

const OBJECT_STAYS: ReadonlySet<ChangeKind> = new Set(["same", "read", "import", "refresh", "forget"]);

/** Where in a program a resource is declared. */
export interface Source {
  /** Path from the folder of the program. */
  readonly file: string;
  readonly line: number;
}

/** What the engine would do with one resource. */
export interface Change {
  readonly urn: string;
  /** Name in the program. */
  readonly name: string;
  readonly type: string;
  /** Class of this package; undefined for resources of other packages. */
  readonly className?: string;
  /** A resource of another package that has a provider, unlike components. */
  readonly isForeign?: true;
  readonly kind: ChangeKind;
  /** Whether the program takes the object over with the option `import`, and then perhaps changes it. */
  readonly isImported: boolean;
  /** Whether the resource gets an object that exists already: by the option `import`, or by `get`. */
  readonly takesExisting: boolean;
  /** Whether the state has the resource already. */
  readonly isInState: boolean;
  readonly before?: Snapshot;
  readonly after?: Snapshot;
  /** Paths of the inputs that change, such as `ipRestriction.enabled`. */
  readonly paths: readonly string[];
  /** Whether the engine says which inputs change: what it does not name is then equal, also where it is masked. */
  readonly isCompared: boolean;
  /** Inputs that force the replacement. */
  readonly replaceReasons: readonly string[];
  /** Whether a replacement deletes the old object first; undefined where the steps do not say. */
  readonly deletesFirst?: boolean;
  readonly isProtected: boolean;
  readonly source?: Source;
}

export interface Preview {
  readonly changes: readonly Change[];
  /** Messages of the engine, such as a provider's error. */
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly message: string;
    readonly urn?: string;
  }[];
  /** Steps of kinds that the engine has and this version does not know. */
  readonly unknownSteps: readonly { readonly op: string; readonly urn: string }[];
  /** Whether unchanged resources are listed; without them only a part of the account can be judged. */
  readonly isWhole: boolean;
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

const previewSchema = z.object({
  config: record.nullish(),
  steps: z.array(stepSchema).nullish(),
  diagnostics: z
    .array(z.object({ severity: z.string(), message: z.string(), urn: z.string().optional() }))
    .nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

type State = z.output<typeof stateSchema>;
type Step = z.output<typeof stepSchema>;

/** All of the engine's operations (`OpType` of its SDK), and what each means for the resource. */
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

/** Operations that give a resource an object which exists already. */
const TAKING: ReadonlySet<string> = new Set<OpType>([
  "import",
  "import-replacement",
  "read",
  "read-replacement",
]);

/** The most significant of several steps for one resource. */
const WEIGHT: Readonly<Record<ChangeKind, number>> = {
  replace: 5,
  update: 4,
  create: 3,
  import: 3,
  read: 2,
  same: 2,
  refresh: 2,
  delete: 1,
  forget: 1,
};

/**
 * Reads the output of `pulumi preview --json`.
 *
 * @param from - The source of the text, for errors.
 * @throws CommandError when it is something else.
 */
export function readPreview(text: string, from: string): Preview {
  const document = parseJson(text, from);
  const result = previewSchema.safeParse(document);
  if (!result.success) {
    throw new CommandError(
      `${from} is not what \`pulumi preview --json\` prints: ${result.error.issues[0]?.path.join(".")}: ${result.error.issues[0]?.message}`,
    );
  }
  const { steps, diagnostics, changeSummary, config } = result.data;
  if (!steps && !changeSummary && !diagnostics) {
    throw new CommandError(
      `${from} holds no preview: write it with \`pulumi preview --json --show-sames --show-reads\``,
    );
  }
  const byUrn = Map.groupBy(steps ?? [], ({ urn }) => urn);
  const unknown = (steps ?? []).filter(({ op }) => !isKnownOp(op));
  const changes = [...byUrn.values()].flatMap(changeOf);
  const isListed = (op: "same" | "read") =>
    (steps ?? []).filter((step) => step.op === op).length >= (changeSummary?.[op] ?? 0);
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(steps?.[0]?.urn ?? "") ?? [];
  return {
    changes,
    diagnostics: diagnostics ?? [],
    unknownSteps: unknown.map(({ op, urn }) => ({ op, urn })),
    isWhole: isListed("same") && isListed("read"),
    config: config ?? {},
    ...(stack !== undefined && { stack, project }),
  };
}

/** Whether a string is the output of `pulumi preview --json`, and not a report about it. */
export function isPreview(text: string): boolean {
  try {
    readPreview(text, "a file");
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(
      `${from} is not JSON (${cause instanceof Error ? cause.message : cause}): write it with \`pulumi preview --json --show-sames --show-reads\``,
    );
  }
}

function changeOf(steps: readonly Step[]): Change[] {
  const known = steps.flatMap((step) => {
    const kind = kindOf(step);
    return kind === undefined ? [] : [{ step, kind }];
  });
  // A refresh before the preview finds something by itself only where the program then changes nothing.
  const refreshes = known.filter(({ step }) => step.op === "refresh");
  const planned = known.filter(({ step }) => step.op !== "refresh");
  const most = Math.max(...planned.map(({ kind }) => WEIGHT[kind]));
  const heaviest = planned.filter(({ kind }) => WEIGHT[kind] === most);
  // The steps of a replacement end with the deletion of the old object, which does not describe the new one.
  const heavy = heaviest.findLast(({ step }) => step.newState) ?? heaviest.at(-1);
  const found = refreshes.findLast(({ kind }) => kind !== "same") ?? refreshes.at(-1);
  const main = heavy === undefined || (heavy.kind === "same" && found?.kind === "refresh") ? found : heavy;
  if (!main) return [];
  const { kind, step } = main;
  const [oldState, newState] = statesOf(kind, step, steps);
  const type = step.urn.split("::")[2]?.split("$").at(-1) ?? "";
  if (type.startsWith("pulumi:")) return [];
  const newest = step.newState ?? step.oldState;
  const before = snapshot(oldState);
  const after = snapshot(newState);
  const source = newest && sourceOf(newest);
  const className = classOfType(type);
  const deletesFirst = kind === "replace" ? deletesFirstIn(steps) : undefined;
  return [
    {
      urn: step.urn,
      name: step.urn.slice(step.urn.lastIndexOf("::") + 2),
      type,
      kind,
      isImported: steps.some(({ op }) => op === "import"),
      isInState: steps.some((one) => one.oldState),
      takesExisting: steps.some(({ op }) => TAKING.has(op)),
      paths: pathsOf(step).filter((path) => !path.startsWith("__")),
      isCompared: leavesObject(kind) || pathsOf(step).length > 0,
      replaceReasons: step.replaceReasons ?? [],
      isProtected: newest?.protect === true,
      ...(className !== undefined
        ? { className }
        : steps.some(({ oldState, newState }) => (newState ?? oldState)?.provider) && {
            isForeign: true as const,
          }),
      ...(deletesFirst !== undefined && { deletesFirst }),
      ...(before && { before }),
      ...(after && { after }),
      ...(source && { source }),
    },
  ];
}

/** A refresh lists every object, also those that are as the state has them. */
function kindOf({ op, oldState, newState }: Step): ChangeKind | undefined {
  if (!isKnownOp(op)) return undefined;
  if (op !== "refresh") return KINDS[op];
  if (!newState) return "forget";
  return isDeepStrictEqual(declaredIn(oldState), declaredIn(newState)) ? "same" : "refresh";
}

const declaredIn = (state: State | null | undefined) =>
  Object.fromEntries(Object.entries(state?.inputs ?? {}).filter(([key]) => !key.startsWith("__")));

/** The object before and after the change, as the state and the program have it. */
function statesOf(kind: ChangeKind, step: Step, steps: readonly Step[]) {
  const { op, oldState, newState } = step;
  const either = [oldState ?? newState, newState ?? oldState];
  switch (kind) {
    case "create":
      return [undefined, newState];
    case "delete":
      return [either[0], undefined];
    case "replace":
      // A step that takes an existing object in place of another one tells nothing of the other.
      return [steps.find((one) => one.op === "replace")?.oldState ?? either[0], either[1]];
    case "refresh": {
      // What is on the service stays as it is.
      const now = steps.findLast((one) => one.newState)?.newState;
      return [now, now];
    }
    case "forget":
      // Only what a resource has read is still there.
      return [op === "discard" || op === "discard-replaced" ? oldState : undefined, undefined];
    default:
      return either;
  }
}

/** The engine lists the steps of a replacement in execution order. */
function deletesFirstIn(steps: readonly Step[]): boolean | undefined {
  const [deletion, creation] = ["delete-replaced", "create-replacement"].map((op) =>
    steps.findIndex((step) => step.op === op),
  ) as [number, number];
  return deletion < 0 || creation < 0 ? undefined : deletion < creation;
}

function pathsOf({ detailedDiff, diffReasons }: Step): string[] {
  const paths = Object.keys(detailedDiff ?? {});
  return paths.length > 0 ? paths : [...(diffReasons ?? [])];
}

function snapshot(state: State | null | undefined): Snapshot | undefined {
  if (!state) return undefined;
  const dependencies = Object.entries(state.propertyDependencies ?? {}).map(
    ([key, urns]) => [key, urns ?? []] as const,
  );
  const provider = accountOf(state.provider);
  const { __visible: visible, ...inputs } = state.inputs ?? {};
  return {
    inputs: unmasked(inputs, visible) as Props,
    outputs: state.outputs ?? {},
    isRetained: state.retainOnDelete === true,
    isExternal: state.external === true,
    isUnfinished: (state.initErrors ?? []).length > 0,
    dependencies: Object.fromEntries(dependencies),
    ...(state.id !== undefined && state.id !== "" && { id: state.id }),
    ...(provider !== undefined && { provider }),
  };
}

/** A value with the parts that it masks as another one shows them, as far as both have one shape. */
export function unmasked(value: unknown, shown: unknown): unknown {
  if (value === SECRET) return shown ?? value;
  if (Array.isArray(value))
    return Array.isArray(shown) && shown.length === value.length
      ? value.map((item, n) => unmasked(item, shown[n]))
      : value;
  if (value === null || typeof value !== "object" || shown === null || typeof shown !== "object")
    return value;
  const other = new Map(Object.entries(shown));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, unmasked(item, other.get(key))]),
  );
}

/** The name in a reference to an explicit provider, `<urn>::<id>`. */
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
