import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { modules, resources } from "../../provider/families";
import { type ClassName, samples } from "../samples";
import { type HostedProvider, hostFor } from "../support/hosted";
import { contextOf, fillPool, type Pool, removeModule } from "../support/object-pool";
import { RESERVED_NAMES } from "../support/reserved-names";
import { plainProps } from "../support/secrets";

/** States of earlier releases, and those that somebody has edited, lack what this release writes beside the properties. */
type Props = Record<string, unknown>;

const KEYS = [
  "__unset",
  "__account",
  "__takenOver",
  "__marked",
  "__secrets",
  "__visible",
  "__imported",
  "__provider",
];

let emulator: Emulator;
let host: HostedProvider;
let pool: Pool;

beforeAll(async () => {
  process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
  emulator = await startEmulator({ provisioningSeconds: 0, seed: RESERVED_NAMES });
  host = hostFor(emulator);
  pool = await fillPool(host);
});
afterAll(async () => {
  delete process.env.TUNNEL_EDGE_JOURNAL_DIR;
  await emulator.close();
});

const damaged = (state: Props): [string, Props][] => [
  ...KEYS.filter((key) => key in state).map((key): [string, Props] => {
    const { [key]: _, ...rest } = state;
    return [`without ${key}`, rest];
  }),
  ["with __unset: null", { ...state, __unset: null }],
];

test.each([...resources, ...modules].map((family) => [family.name, family] as const))(
  "%s: a state without an internal key is no difference, before a refresh and after it",
  async (name, family) => {
    const provider = host.of(name);
    const context = contextOf(pool);
    for (const given of [
      samples[name as ClassName].minimal(context),
      samples[name as ClassName].full(context),
    ]) {
      await closeAccounts();
      const { inputs: checked } = await provider.check({}, { ...given });
      const inputs = plainProps(checked);
      const { id, outs } = await provider.create(inputs);
      for (const [how, state] of damaged(plainProps(outs))) {
        const { props } = await provider.read(id, state);
        for (const [when, seen] of [
          ["before", state],
          ["after", plainProps(props)],
        ] as const) {
          const { changes = true, replaces = [] } = await provider.diff(id, seen, inputs);
          expect({ how, when, changes, replaces }).toEqual({ how, when, changes: false, replaces: [] });
        }
      }
      if (family.kind === "module") await removeModule(emulator, family, inputs);
      else await provider.delete(id, plainProps(outs));
    }
  },
);
