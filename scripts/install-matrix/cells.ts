import { MANAGERS, type ManagerName } from "./managers";
import { oldestSdk } from "./packages";
import { type Program, programs } from "./programs";

/** Where the program stands: alone, below the project's folder, or as one of several packages of a workspace. */
export type Layout = "alone" | "sub-folder" | "workspace";

/** What happens to it after the first `up`. */
export type Journey = "update" | "move" | "upgrade" | "drift";

/** One row of the table. */
export interface SetUp {
  /** Word by which the command line chooses it. */
  readonly id: string;
  readonly what: string;
  readonly program: Program;
  readonly layout: Layout;
  readonly journey: Journey;
  /** Packages in other versions than those of this repository. */
  readonly versions?: Readonly<Record<string, string>>;
}

export interface Cell {
  readonly manager: ManagerName;
  readonly setUp: SetUp;
}

const written = (id: string, what: string, program: Program): SetUp => ({
  id,
  what,
  program,
  layout: "alone",
  journey: "update",
});

const plain = { program: programs.typescript, layout: "alone", journey: "update" } as const;

export const setUps: readonly SetUp[] = [
  written("typescript", "TypeScript, compiled by the engine at each start", programs.typescript),
  written("typescript-module", 'TypeScript, `"type": "module"` in package.json', programs.typescriptModule),
  written(
    "stripped",
    'TypeScript, `"type": "module"`, and `typescript: false` in Pulumi.yaml',
    programs.stripped,
  ),
  written("compiled", "TypeScript, compiled before by `tsc`", programs.compiled),
  written("commonjs", "JavaScript, CommonJS", programs.commonJs),
  written("module", "JavaScript, ES module", programs.esModule),
  {
    ...plain,
    id: "sub-folder",
    what: "in a sub-folder, `main: infra/index.ts` in Pulumi.yaml",
    layout: "sub-folder",
  },
  {
    ...plain,
    id: "workspace",
    what: "in a workspace, beside a package that has another version of this one",
    layout: "workspace",
  },
  {
    ...plain,
    id: "oldest",
    what: "with the oldest `@pulumi/pulumi` that the package takes",
    // That one compiles no `nodenext` itself.
    program: programs.compiled,
    journey: "drift",
    // The compiler that this version takes.
    versions: { "@pulumi/pulumi": oldestSdk, typescript: "~5.9.3" },
  },
  { ...plain, id: "move", what: "project and state moved after the first `up`", journey: "move" },
  { ...plain, id: "upgrade", what: "package upgraded after the first `up`", journey: "upgrade" },
];

const all: readonly Cell[] = setUps.flatMap((setUp) => MANAGERS.map((manager) => ({ manager, setUp })));

export const nameOf = ({ manager, setUp }: Cell) => `${manager} ${setUp.id}`;

/**
 * The cells that are meant: all words of one choice must be those of a cell, such as `pnpm workspace`.
 *
 * @throws Error when a choice names no cell
 */
export function chosen(choices: readonly string[]): readonly Cell[] {
  const matches = (cell: Cell, choice: string) =>
    choice.split(/\s+/).every((word) => [cell.manager, cell.setUp.id].includes(word));
  for (const choice of choices) {
    if (all.some((cell) => matches(cell, choice))) continue;
    const words = [...MANAGERS, ...setUps.map(({ id }) => id)];
    throw new Error(`--only ${choice} names no cell: it takes one or two of ${words.join(", ")}`);
  }
  return choices.length === 0 ? all : all.filter((cell) => choices.some((choice) => matches(cell, choice)));
}
