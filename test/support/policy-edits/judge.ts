import { accountChange } from "../../../cli/review/account";
import { type Exposure, exposures } from "../../../cli/review/reach";
import { type Emulator, type Ending, type Evaluation, type Question, startEmulator } from "../../../emulator";
import { previewOf } from "../previews";
import { clients, gives } from "./clients";
import { APP, type PolicyEdit, seedOf, stepsOf, type World } from "./world";

/** 0: turned away. 1: answered by the policy itself. 2: nothing keeps it from what is behind. */
type Level = 0 | 1 | 2;

/** All that may become of a client, by the emulator: more than one level where it cannot decide. */
function levelsOf(ending: Ending & Pick<Evaluation, "may">): readonly Level[] {
  switch (ending.outcome) {
    case "forwarded":
    case "unanswered":
      return [2];
    case "answered":
      return ending.by?.action === "custom-response" && (ending.status ?? 200) < 400 ? [1] : [0];
    case "undecided":
      return ending.may ? [...new Set(ending.may.flatMap((one) => levelsOf(one)))] : [0, 1, 2];
    default:
      return [0];
  }
}

export interface Judgement {
  readonly edit: PolicyEdit;
  /** Clients that certainly get further than before, that may, and all. */
  readonly opened: number;
  readonly mayBeOpened: number;
  readonly clients: number;
  /** Clients of these that no opening covers. */
  readonly missed: readonly {
    readonly client: Question;
    readonly before: Evaluation;
    readonly after: Evaluation;
  }[];
  /** What the review says. */
  readonly says: "opens" | "may open" | "nothing";
  /** Whether one of the clients bears it out. */
  readonly isConfirmed: boolean;
  readonly exposures: readonly Exposure[];
}

async function evaluations(world: World, asked: readonly Question[]): Promise<Evaluation[]> {
  const emulator: Emulator = await startEmulator({ seed: seedOf(world) });
  try {
    const found: Evaluation[] = [];
    for (const question of asked) found.push(await emulator.evaluate(question));
    return found;
  } finally {
    await emulator.close();
  }
}

const isOpening = ({ verdict }: Exposure) => verdict === "opens" || verdict === "shifts";

/** Compares what the review says of an edit with what becomes of clients, one by one. */
export async function judge(edit: PolicyEdit, count: number, seed: number): Promise<Judgement> {
  const asked = clients(count, seed);
  const { changed } = await exposures(await accountChange(previewOf(stepsOf(edit))));
  const here = changed.filter((one) => one.surface.label.startsWith(APP) && isOpening(one));
  const [before, after] = [await evaluations(edit.before, asked), await evaluations(edit.after, asked)];
  let [opened, mayBeOpened] = [0, 0];
  const missed: Judgement["missed"][number][] = [];
  for (const [at, client] of asked.entries()) {
    const [was, is] = [before[at], after[at]] as [Evaluation, Evaluation];
    const [then, now] = [levelsOf(was), levelsOf(is)];
    const isOpened = Math.min(...now) > Math.max(...then);
    const isPerhaps = Math.max(...now) > Math.max(...then) || Math.min(...now) > Math.min(...then);
    if (isOpened) opened += 1;
    else if (isPerhaps) mayBeOpened += 1;
    if (!isOpened && !isPerhaps) continue;
    const isCovered = here.some(({ openings }) =>
      openings.some(({ answers }) => gives(client, answers) !== false),
    );
    if (!isCovered) missed.push({ client, before: was, after: is });
  }
  const says =
    here.length === 0
      ? "nothing"
      : here.some((one) => one.isCertain || one.openings.some(({ isCertain }) => isCertain))
        ? "opens"
        : "may open";
  return {
    edit,
    opened,
    mayBeOpened,
    clients: asked.length,
    missed,
    says,
    isConfirmed: opened + mayBeOpened > 0,
    exposures: changed,
  };
}
