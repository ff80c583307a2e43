import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../provider/family/unknown";
import { openAccount, type TestAccount } from "../support/account";
import { base, edits, RESERVED } from "../support/edits";
import { hostFor, ownJournal } from "../support/hosted";
import { Planner } from "../support/planner";
import { type Declared, reference } from "../support/program";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: RESERVED });
});

afterAll(() => account.close());

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: State;
  readonly newState?: State;
  readonly diffReasons?: readonly string[];
  readonly replaceReasons?: readonly string[];
}

interface State {
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly retainOnDelete?: boolean;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
}

/** The part of a preview that the review reads, with names instead of ids, which differ between accounts. */
function readable(preview: { readonly steps?: readonly Step[] }): unknown[] {
  const steps = (preview.steps ?? []).filter(({ urn }) => urn.includes("tunnel-edge:"));
  const names = new Map(
    steps.flatMap(({ urn, oldState }) => (oldState?.id ? [[oldState.id, urn] as const] : [])),
  );
  const known = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value ?? null).replace(/"[a-z]+_\w+(\/\w+)?"/g, (text) => {
        const name = names.get(JSON.parse(text) as string);
        return name === undefined ? text : JSON.stringify(name);
      }),
    );
  const ours = ([key]: readonly [string, unknown]) => !key.startsWith("__");
  const stateOf = (state: State | undefined) =>
    state && {
      isRetained: state.retainOnDelete === true,
      inputs: known(sorted(Object.fromEntries(Object.entries(state.inputs ?? {}).filter(ours)))),
      dependencies: Object.fromEntries(
        Object.entries(state.propertyDependencies ?? {})
          .filter(ours)
          .map(([key, urns]) => [key, [...(urns ?? [])].sort()] as const)
          .filter(([, urns]) => urns.length > 0)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    };
  return steps
    .map(({ op, urn, oldState, newState, diffReasons, replaceReasons }) => ({
      op,
      urn,
      old: stateOf(oldState),
      // The planner creates no outputs for the new side.
      hidden: Object.keys(oldState?.inputs ?? {})
        .filter((key) => hasSecret(oldState?.outputs?.[key]))
        .sort(),
      new: stateOf(newState),
      diffReasons: [...(diffReasons ?? [])].sort(),
      replaceReasons: [...(replaceReasons ?? [])].sort(),
    }))
    .sort((one, other) => (one.urn < other.urn ? -1 : 1));
}

const hasSecret = (value: unknown) => JSON.stringify(value)?.includes('"[secret]"') === true;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Edits of every kind that can be combined in one program. */
const TOGETHER = [
  "guard removed: root.oauth",
  "guard disabled: internal.mutualTls",
  "IP policies of a module: upload: partners office",
  "rule widened: office-v4",
  "rule added: office-berlin",
  "webhook: another secret",
  "client certificates: new authority",
  "route: removed from under another",
  "account restriction: not enforced",
  "single module removed: cache-ips",
  "policy: new one in use",
  "edge: added",
  "words: app-domain",
  "left in place: rule",
  "policy of a module that the program keeps secret: widened",
];

const edited = (): readonly Declared[] => {
  const chosen = edits.filter(({ kind, name }) => TOGETHER.includes(`${kind}: ${name}`));
  expect(chosen.length).toBe(TOGETHER.length);
  return chosen.reduce((program, { apply }) => apply(program), base);
};

describe("a preview of the real engine", () => {
  test("is what the edits of the unit tests are planned as", async () => {
    const journal = ownJournal();
    const planner = new Planner(() => hostFor(account.emulator));
    const { workspace } = account;
    const goingWithProgram = base.map(({ retain: _, ...declared }) => declared);
    const ofEngine = async () => {
      const args = ["preview", "--json", "--show-sames", "--show-reads", "--stack", workspace.stack];
      const { stdout } = await workspace.run(args, { mustSucceed: true });
      return readable(JSON.parse(stdout) as { steps: Step[] });
    };
    try {
      account.declare(base);
      expect(readable(await planner.preview(base))).toEqual(await ofEngine());
      await account.up();
      const changed = await ofEngineAfter(edited());
      // The planner creates the same account for itself, after the engine's was removed.
      account.declare(goingWithProgram);
      await account.up();
      await account.run((one) => one.destroy());
      await planner.up(base);
      expect(changed).toEqual(readable(await planner.preview(edited())));
      await planner.up(goingWithProgram);
      await planner.up([]);
    } finally {
      await journal.remove();
    }

    async function ofEngineAfter(program: readonly Declared[]) {
      account.declare(program);
      return ofEngine();
    }
  });

  test("holds unknown values as the text that the review knows", async () => {
    account.declare([
      { class: "IpPolicy", name: "new", inputs: {} },
      { class: "IpRestriction", name: "uses-it", inputs: { type: "agent", ipPolicyIds: [reference("new")] } },
    ]);
    const { stdout } = await account.workspace.run(["preview", "--json", "--stack", account.workspace.stack]);
    expect(stdout).toContain(UNKNOWN);
  });
});
