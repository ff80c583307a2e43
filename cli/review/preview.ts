import { z } from "zod";
import { classOfType, isDefaultProvider } from "../../provider/native/tokens";
import { CommandError, grouped } from "../common";

/** Property values by camelCase name; secrets are the string "[secret]", as the engine masks them. */
export type Props = Readonly<Record<string, unknown>>;

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
  /** URNs of the resources that an input was made of. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

export type ChangeKind = "same" | "read" | "create" | "update" | "replace" | "delete";

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
  readonly kind: ChangeKind;
  readonly before?: Snapshot;
  readonly after?: Snapshot;
  /** Paths of the inputs that change, such as `ipRestriction.enabled`. */
  readonly paths: readonly string[];
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
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  provider: z.string().optional(),
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

/** What each of the engine's operations means for the object on the service. */
const KINDS: Readonly<Record<string, ChangeKind>> = {
  same: "same",
  refresh: "same",
  import: "same",
  read: "read",
  "read-replacement": "read",
  "read-discard": "same",
  create: "create",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  "import-replacement": "replace",
  "remove-pending-replace": "same",
  delete: "delete",
};

/** The most significant of several steps for one resource. */
const WEIGHT: Readonly<Record<ChangeKind, number>> = {
  replace: 5,
  update: 4,
  create: 3,
  read: 2,
  same: 2,
  delete: 1,
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
  const byUrn = grouped(steps ?? [], ({ urn }) => urn);
  const changes = [...byUrn.values()].flatMap(changeOf);
  const isListed = (op: "same" | "read") =>
    (steps ?? []).filter((step) => step.op === op).length >= (changeSummary?.[op] ?? 0);
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(steps?.[0]?.urn ?? "") ?? [];
  return {
    changes,
    diagnostics: diagnostics ?? [],
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
    const kind = KINDS[step.op];
    return kind === undefined ? [] : [{ step, kind }];
  });
  const most = Math.max(...known.map(({ kind }) => WEIGHT[kind]));
  const heaviest = known.filter(({ kind }) => WEIGHT[kind] === most);
  // A refresh before the preview lists its findings first and the program's changes last. The steps of a replacement
  // end with the deletion of the old object, which does not describe the new one.
  const main = heaviest.findLast(({ step }) => step.newState) ?? heaviest.at(-1);
  if (!main) return [];
  const { kind, step } = main;
  const type = step.urn.split("::")[2]?.split("$").at(-1) ?? "";
  if (type.startsWith("pulumi:")) return [];
  const newest = step.newState ?? step.oldState;
  const before = kind === "create" ? undefined : snapshot(step.oldState ?? step.newState);
  const after = kind === "delete" ? undefined : snapshot(step.newState ?? step.oldState);
  const source = newest && sourceOf(newest);
  const className = classOfType(type);
  const deletesFirst = kind === "replace" ? deletesFirstIn(steps) : undefined;
  return [
    {
      urn: step.urn,
      name: step.urn.slice(step.urn.lastIndexOf("::") + 2),
      type,
      kind,
      paths: pathsOf(step),
      replaceReasons: step.replaceReasons ?? [],
      isProtected: newest?.protect === true,
      ...(className !== undefined && { className }),
      ...(deletesFirst !== undefined && { deletesFirst }),
      ...(before && { before }),
      ...(after && { after }),
      ...(source && { source }),
    },
  ];
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
  return (paths.length > 0 ? paths : (diffReasons ?? [])).filter((path) => !path.startsWith("__"));
}

function snapshot(state: State | null | undefined): Snapshot | undefined {
  if (!state) return undefined;
  const dependencies = Object.entries(state.propertyDependencies ?? {}).map(
    ([key, urns]) => [key, urns ?? []] as const,
  );
  const provider = accountOf(state.provider);
  return {
    inputs: state.inputs ?? {},
    outputs: state.outputs ?? {},
    isRetained: state.retainOnDelete === true,
    dependencies: Object.fromEntries(dependencies),
    ...(state.id !== undefined && state.id !== "" && { id: state.id }),
    ...(provider !== undefined && { provider }),
  };
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
