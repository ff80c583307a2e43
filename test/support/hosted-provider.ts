import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { dynamic } from "@pulumi/pulumi";
import { afterAll } from "vitest";
import type { Emulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { provider } from "../../provider/engine/dynamic";
import { NativeProcess } from "./native";
import { testedProvider } from "./provider-under-test";

type Props = Record<string, unknown>;

const processes = new Set<NativeProcess>();

if (testedProvider === "native")
  afterAll(async () => {
    await Promise.all([...processes].map((process) => process.stop()));
  });

/** A provider process of the engine, whose in-memory data lasts as long as the process. */
export class HostedProvider {
  private readonly providers = new Map<string, Required<dynamic.ResourceProvider>>();
  private readonly native: NativeProcess | undefined;

  constructor(private readonly config: Readonly<Record<string, unknown>>) {
    if (testedProvider === "dynamic") return;
    this.native = new NativeProcess(config);
    processes.add(this.native);
  }

  of(name: string): Required<dynamic.ResourceProvider> {
    if (this.native) return this.native.of(name);
    const existing = this.providers.get(name);
    if (existing) return existing;
    const created = provider(name) as Required<dynamic.ResourceProvider>;
    const config = { get: (key: string) => this.config[key], require: (key: string) => this.config[key] };
    void created.configure({ config } as unknown as dynamic.ConfigureRequest);
    this.providers.set(name, created);
    return created;
  }

  /** Checks and creates, as the engine does for a new resource. @param resource - Its name in the program. */
  async create(name: string, inputs: Props, resource?: string): Promise<{ id: string; outs: Props }> {
    const family = this.of(name);
    const checked = await family.check(
      {},
      resource === undefined ? inputs : { ...inputs, __resource: resource },
    );
    if (checked.failures && checked.failures.length > 0) throw new Error(JSON.stringify(checked.failures));
    const { id, outs } = await family.create(checked.inputs ?? {});
    return { id, outs: outs as Props };
  }
}

export function hostFor(emulator: Emulator, config: Readonly<Record<string, unknown>> = {}): HostedProvider {
  return new HostedProvider({
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
    ...config,
  });
}

export function isolatedJournal() {
  const root = mkdtempSync(join(tmpdir(), "tunnel-edge-journal-"));
  const before = process.env.TUNNEL_EDGE_JOURNAL_DIR;
  let runs = 0;
  const folder = () => join(root, `run-${runs}`);
  process.env.TUNNEL_EDGE_JOURNAL_DIR = folder();
  return {
    folder,
    /** Entries on disk. */
    entries: () =>
      existsSync(folder()) ? readdirSync(folder()).filter((file) => file.endsWith(".json")) : [],
    /** Simulates a kill: clears the memory and copies the files to a folder of another process. */
    async restart({ loseFolder = false } = {}) {
      await closeAccounts();
      const previous = folder();
      runs++;
      if (existsSync(previous) && !loseFolder)
        cpSync(previous, folder(), { recursive: true, preserveTimestamps: true });
      process.env.TUNNEL_EDGE_JOURNAL_DIR = folder();
    },
    async remove() {
      await closeAccounts();
      if (before === undefined) delete process.env.TUNNEL_EDGE_JOURNAL_DIR;
      else process.env.TUNNEL_EDGE_JOURNAL_DIR = before;
      rmSync(root, { recursive: true, force: true });
    },
  };
}
