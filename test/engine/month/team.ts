import { expect } from "vitest";
import { type Emulator, type Fault, startEmulator } from "../../../emulator";
import { classOfType } from "../../../provider/engine/native/tokens";
import { createWorkspace, type OperationResult, type Workspace } from "../../support/engine";
import { type Declared, type JsonInputs, programOf, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { mismatches, objectsById, storedAs } from "../../support/store";
import { unlock } from "../../torture/bed";
import { type Boundary, BoundaryProxy } from "../../torture/boundary";

/** The stacks of the account: the first has the policies, which the others get from its outputs. */
export const STACKS = ["network", "shop", "data"] as const;
export type StackName = (typeof STACKS)[number];

/** How a program of another stack names the first one. */
const NETWORK = "organization/tunnel-edge-test/network";
export const ofNetwork = (policy: string) => `\${${NETWORK}.${policy}}`;

/** Addresses from which every place is asked for after every event: one of each network, and one of none. */
const CLIENTS = ["203.0.113.9", "203.0.112.9", "198.51.100.9", "192.0.2.9", "8.8.8.8"];

type Program = Map<string, Declared>;

interface Stack {
  readonly workspace: Workspace;
  readonly proxy: BoundaryProxy;
  program: Program;
  /** The program as of the last run that succeeded. */
  former: Program;
}

/** A team with one account and three stacks, of both providers, on one state backend. */
export class Team {
  /** Objects that no stack is to have. */
  readonly strangers = new Set<string>();

  private constructor(
    readonly emulator: Emulator,
    private readonly holder: Workspace,
    private readonly stacks: Readonly<Record<StackName, Stack>>,
  ) {
    for (const id of objectsById(emulator).keys()) this.strangers.add(id);
  }

  static async open(): Promise<Team> {
    const emulator = await startEmulator({ provisioningSeconds: 3600, seed: RESERVED_NAMES });
    const open = async (nativeProvider: boolean, beside?: { workspace: Workspace; stack: string }) => {
      const proxy = await BoundaryProxy.start(emulator.url);
      void proxy.open();
      const env = { TUNNEL_EDGE_BASE_URL: proxy.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
      const workspace = await createWorkspace({
        program: "",
        env,
        nativeProvider,
        ...(beside && { beside }),
      });
      return { workspace, proxy, program: new Map(), former: new Map() };
    };
    const holder = await createWorkspace({ program: "" });
    const beside = (stack: string) => ({ workspace: holder, stack });
    return new Team(emulator, holder, {
      network: await open(true, beside("network")),
      shop: await open(true, beside("shop")),
      data: await open(false, beside("data")),
    });
  }

  workspaceOf = (name: StackName) => this.stacks[name].workspace;

  /** Declares resources, or declares them otherwise. */
  set(name: StackName, ...resources: readonly Declared[]): void {
    for (const one of resources) this.stacks[name].program.set(one.name, one);
  }

  drop(name: StackName, ...resources: readonly string[]): void {
    for (const one of resources) this.stacks[name].program.delete(one);
  }

  idOf(name: StackName, resource: string): string {
    const id = this.managed(name).get(resource);
    if (id === undefined) throw new Error(`the state of ${name} has no ${resource}`);
    return id;
  }

  /** `pulumi up` that must succeed. */
  async up(name: StackName, args: readonly string[] = []): Promise<OperationResult> {
    const result = await this.attempt(name, args);
    expect({ code: result.code, output: result.code === 0 ? "" : result.stdout + result.stderr }).toEqual({
      code: 0,
      output: "",
    });
    this.stacks[name].former = new Map(this.stacks[name].program);
    return result;
  }

  /** `pulumi up` that may fail: what stands then guards what the program asked before it or asks now. */
  async attempt(name: StackName, args: readonly string[] = []): Promise<OperationResult> {
    this.write(name);
    const result = await this.stacks[name].workspace.up({ args: [...args] });
    await this.expectGuards();
    return result;
  }

  /** `pulumi up` while the service misbehaves, and once more after it. */
  async upWith(name: StackName, fault: Fault): Promise<OperationResult> {
    this.emulator.faults(fault);
    const result = await this.attempt(name);
    expect(this.emulator.faults()[0]?.hits, `${fault.on}`).toBeGreaterThan(0);
    this.emulator.faults({ clear: true });
    await this.up(name);
    return result;
  }

  /** A run that is killed at one of its requests, and what a user does then. */
  async killed(name: StackName, boundary: Boundary): Promise<void> {
    const { workspace, proxy } = this.stacks[name];
    this.write(name);
    const reached = proxy.open(boundary);
    const running = workspace.startUp();
    await Promise.race([reached, running.done]);
    workspace.killAll();
    await running.done;
    void proxy.open();
    await this.expectGuards();
    await unlock(workspace);
    for (;;) {
      const result = await this.attempt(name);
      if (result.code === 0) break;
      const lost = [...result.stdout.matchAll(/(\w+) was created by an earlier run for/g)].map(
        ([, id]) => id,
      );
      const paths = lost.flatMap((id) => objectsById(this.emulator).get(id ?? "")?.path ?? []);
      expect(paths, result.stdout).not.toEqual([]);
      for (const path of new Set(paths)) this.emulator.mutate({ path, delete: true });
    }
    await this.up(name);
  }

  /** Interrupts a run twice, as an impatient user does. */
  async interrupted(name: StackName, boundary: Boundary): Promise<void> {
    const { workspace, proxy } = this.stacks[name];
    this.write(name);
    const reached = proxy.open(boundary);
    const running = workspace.startUp();
    await Promise.race([reached, running.done]);
    void proxy.open();
    running.signalCommand("SIGINT");
    running.signalCommand("SIGINT");
    await running.done;
    await unlock(workspace);
    await this.up(name);
  }

  /** `pulumi state move`: the programs follow. */
  async move(resource: string, from: StackName, to: StackName): Promise<void> {
    const { workspace, program } = this.stacks[from];
    const declared = program.get(resource) as Declared;
    const [source, dest] = [from, to].map((name) => `organization/${workspace.project}/${name}`) as [
      string,
      string,
    ];
    await workspace.run(
      ["state", "move", "--yes", "--source", source, "--dest", dest, workspace.urn(declared.class, resource)],
      { mustSucceed: true },
    );
    this.drop(from, resource);
    this.set(to, declared);
    await this.up(to);
    await this.up(from);
  }

  /** What `pulumi stack export` has saved. */
  backup = (name: StackName) => this.stacks[name].workspace.exportStack().text;

  restore = (name: StackName, text: string) => this.stacks[name].workspace.importStack(text);

  async destroy(name: StackName): Promise<void> {
    await this.stacks[name].workspace.destroy({ mustSucceed: true });
    this.stacks[name].former = new Map();
  }

  /**
   * What holds after every event: each object of the account has one resource of one stack, each resource of a program has
   * an object as it says, and nobody gets in whom the programs keep out.
   */
  async expectOrder(): Promise<void> {
    const objects = objectsById(this.emulator);
    const holders = new Map<string, string[]>();
    const wrong: string[] = [];
    for (const name of STACKS) {
      const managed = this.managed(name);
      for (const [resource, id] of managed) {
        holders.set(id, [...(holders.get(id) ?? []), `${name} ${resource}`]);
        if (!storedAs(objects, id)) wrong.push(`${name} ${resource}: ${id} is not there`);
      }
      for (const { name: resource, class: className, inputs } of this.stacks[name].former.values()) {
        if (className === "StackReference") continue;
        const stored = storedAs(objects, managed.get(resource) ?? "");
        if (!stored) wrong.push(`${name} ${resource} is declared and not there`);
        else
          wrong.push(
            ...mismatches(stored.fields, this.resolved(name, visible(inputs)), `${name} ${resource}`),
          );
      }
    }
    for (const [id, by] of holders) if (by.length > 1) wrong.push(`${id} is managed by ${by.join(" and ")}`);
    for (const [id, { path }] of objects)
      if (!holders.has(id) && !this.strangers.has(id)) wrong.push(`nobody manages ${path}`);
    expect(wrong).toEqual([]);
    await this.expectGuards();
  }

  /** Asks from every address for every place: whom both the former and the present programs keep out is refused. */
  async expectGuards(): Promise<void> {
    const wrong: string[] = [];
    const [former, present] = [this.places("former"), this.places("program")];
    for (const [url, policies] of former) {
      const now = present.get(url);
      for (const ip of CLIENTS) {
        const isIn =
          this.admits("former", policies, ip) || (now !== undefined && this.admits("program", now, ip));
        const { outcome } = await this.emulator.evaluate({ url, ip });
        if (!isIn && outcome !== "refused" && outcome !== "no-endpoint")
          wrong.push(`${ip} at ${url}: ${outcome}`);
      }
    }
    expect(wrong).toEqual([]);
  }

  /** The places that the programs guard, and the policies of the network that they name. */
  private places(of: "former" | "program"): ReadonlyMap<string, readonly string[]> {
    const found = STACKS.flatMap((name) =>
      [...this.stacks[name][of].values()].flatMap(({ class: className, inputs }) => {
        const urls =
          className === "Endpoint"
            ? [String(inputs.url)]
            : className === "TcpEdge"
              ? (inputs.hostports as string[]).map((hostport) => `tcp://${hostport}`)
              : className === "HttpsEdgeRoute"
                ? [`https://app.example.com${inputs.match}`]
                : [];
        const policies = [...JSON.stringify(inputs).matchAll(/network\.(\w+)\}|\$\{(\w+)\.id\}/g)];
        const names = policies.map(([, ofNetworks, own]) => String(ofNetworks ?? own));
        return urls.map((url) => [url, names.filter((one) => this.policyNames(of).has(one))] as const);
      }),
    );
    return new Map(found);
  }

  private policyNames(of: "former" | "program"): ReadonlySet<string> {
    const policies = [...this.stacks.network[of].values()].filter(({ class: name }) => name === "IpPolicy");
    return new Set(policies.map(({ name }) => name));
  }

  private admits(of: "former" | "program", policies: readonly string[], ip: string): boolean {
    const rules = [...this.stacks.network[of].values()].filter(
      ({ class: name, inputs }) =>
        name === "IpPolicyRule" &&
        policies.some((policy) => inputs.ipPolicyId === `\${${policy}.id}`) &&
        (inputs.cidr === "0.0.0.0/0" || ip.startsWith(String(inputs.cidr).replace(/\d+\/24$/, ""))),
    );
    const actions = rules.map(({ inputs }) => inputs.action);
    return actions.includes("allow") && !actions.includes("deny");
  }

  /** Ids by name of resource, as the state has them. */
  private managed(name: StackName): ReadonlyMap<string, string> {
    const { resources } = this.stacks[name].workspace.exportStack();
    const ours = resources.filter(
      ({ type, external }) => classOfType(type) !== undefined && external !== true,
    );
    return new Map(
      ours.map(({ urn, id = "" }) => [urn.slice(urn.lastIndexOf(":") + 1), id.split("/").at(-1) ?? id]),
    );
  }

  private resolved(name: StackName, inputs: JsonInputs): JsonInputs {
    const text = JSON.stringify(inputs).replace(/\$\{([^{}]+)\.(\w+)\}/g, (_, of: string, output: string) =>
      of === NETWORK ? this.idOf("network", output) : this.idOf(name, of),
    );
    return JSON.parse(text) as JsonInputs;
  }

  private write(name: StackName): void {
    const { workspace, program } = this.stacks[name];
    const policies = [...this.policyNames("program")].map((one) => [one, `\${${one}.id}`]);
    const isNetwork = name === "network";
    workspace.writeProgram(
      programOf(
        isNetwork ? [...program.values()] : [resource("StackReference", NETWORK), ...program.values()],
        isNetwork ? Object.fromEntries(policies) : {},
        workspace.hasNativeProvider ? "native" : "dynamic",
      ),
    );
  }

  async close(): Promise<void> {
    for (const { workspace, proxy } of Object.values(this.stacks)) {
      workspace.remove();
      await proxy.close();
    }
    this.holder.remove();
    await this.emulator.close();
  }
}

/** Inputs that the service shows. */
const visible = (inputs: JsonInputs): JsonInputs =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !UNSEEN.includes(key)));

const UNSEEN = ["adoptId", "deleteOnDestroy", "value"];
