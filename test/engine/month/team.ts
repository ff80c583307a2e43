import { expect } from "vitest";
import { type Emulator, type Fault, startEmulator } from "../../../emulator";
import { classOfType } from "../../../provider/engine/native/tokens";
import { createWorkspace, type OperationResult, type Running, type Workspace } from "../../support/engine";
import { type Declared, generateProgram, type JsonInputs, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { findStored, mismatches, objectsById } from "../../support/store";
import { type Boundary, BoundaryProxy } from "../../torture/boundary";
import { unlock, upAgain } from "../../torture/environment";

/** The stacks of the account. The first declares the policies; the others use its outputs. */
export const STACKS = ["network", "shop", "data"] as const;
export type StackName = (typeof STACKS)[number];

/** Full name of the first stack, for references from others. */
const NETWORK = "organization/tunnel-edge-test/network";
export const networkOutput = (policy: string) => `\${${NETWORK}.${policy}}`;

/** IPs of clients for the checks after every event: one from each network, and one from none. */
const CLIENTS = ["203.0.113.9", "203.0.112.9", "198.51.100.9", "192.0.2.9", "8.8.8.8"];

type Program = Map<string, Declared>;

interface Stack {
  readonly workspace: Workspace;
  readonly proxy: BoundaryProxy;
  program: Program;
  previous: Program;
}

/** A team with one account, one state backend, and three stacks of both providers. */
export class Team {
  /** Ids of objects that no stack should manage. */
  readonly unmanaged = new Set<string>();

  private constructor(
    readonly emulator: Emulator,
    private readonly backendOwner: Workspace,
    private readonly stacks: Readonly<Record<StackName, Stack>>,
  ) {
    for (const id of objectsById(emulator).keys()) this.unmanaged.add(id);
  }

  static async open(): Promise<Team> {
    const emulator = await startEmulator({ provisioningSeconds: 3600, seed: RESERVED_NAMES });
    const open = async (nativeProvider: boolean, backend?: { workspace: Workspace; stack: string }) => {
      const proxy = await BoundaryProxy.start(emulator.url);
      void proxy.open();
      const env = { TUNNEL_EDGE_BASE_URL: proxy.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
      const workspace = await createWorkspace({
        program: "",
        env,
        nativeProvider,
        ...(backend && { sharedBackend: backend }),
      });
      return { workspace, proxy, program: new Map(), previous: new Map() };
    };
    const backendOwner = await createWorkspace({ program: "" });
    const backend = (stack: string) => ({ workspace: backendOwner, stack });
    return new Team(emulator, backendOwner, {
      network: await open(true, backend("network")),
      shop: await open(true, backend("shop")),
      data: await open(false, backend("data")),
    });
  }

  workspaceOf = (name: StackName) => this.stacks[name].workspace;

  set(name: StackName, ...resources: readonly Declared[]): void {
    for (const declared of resources) this.stacks[name].program.set(declared.name, declared);
  }

  drop(name: StackName, ...resources: readonly string[]): void {
    for (const resource of resources) this.stacks[name].program.delete(resource);
  }

  idOf(name: StackName, resource: string): string {
    const id = this.managed(name).get(resource);
    if (id === undefined) throw new Error(`the state of ${name} has no ${resource}`);
    return id;
  }

  async up(name: StackName, args: readonly string[] = []): Promise<OperationResult> {
    const result = await this.attempt(name, args);
    expect({ code: result.code, output: result.code === 0 ? "" : result.stdout + result.stderr }).toEqual({
      code: 0,
      output: "",
    });
    this.stacks[name].previous = new Map(this.stacks[name].program);
    return result;
  }

  /** Runs `pulumi up`, which may fail. The guards of the program before or after it must be in place. */
  async attempt(name: StackName, args: readonly string[] = []): Promise<OperationResult> {
    this.write(name);
    const result = await this.stacks[name].workspace.up({ args: [...args] });
    await this.expectGuards();
    return result;
  }

  /** Runs `pulumi up` with a fault, then once more without it. */
  async upWithFault(name: StackName, fault: Fault): Promise<OperationResult> {
    this.emulator.faults(fault);
    const result = await this.attempt(name);
    expect(this.emulator.faults()[0]?.hits, `${fault.on}`).toBeGreaterThan(0);
    this.emulator.faults({ clear: true });
    await this.up(name);
    return result;
  }

  /** Kills a run at one of its requests, then does what docs/reliability.md recommends. */
  async kill(name: StackName, boundary: Boundary): Promise<void> {
    await this.stopAt(boundary, name, () => this.stacks[name].workspace.killAll());
    await upAgain(() => this.attempt(name), this.emulator);
    await this.up(name);
  }

  async interrupt(name: StackName, boundary: Boundary): Promise<void> {
    await this.stopAt(boundary, name, ({ signalCommand }) => {
      void this.stacks[name].proxy.open();
      signalCommand("SIGINT");
      signalCommand("SIGINT");
    });
    await this.up(name);
  }

  private async stopAt(
    boundary: Boundary,
    name: StackName,
    stop: (running: Running<OperationResult>) => void,
  ): Promise<void> {
    const { workspace, proxy } = this.stacks[name];
    this.write(name);
    const reached = proxy.open(boundary);
    const running = workspace.startUp();
    await Promise.race([reached, running.done]);
    stop(running);
    await running.done;
    void proxy.open();
    await this.expectGuards();
    await unlock(workspace);
  }

  /** Runs `pulumi state move` and changes the programs accordingly. */
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

  backup = (name: StackName) => this.stacks[name].workspace.exportStack().text;

  restore = (name: StackName, text: string) => this.stacks[name].workspace.importStack(text);

  async destroy(name: StackName): Promise<void> {
    await this.stacks[name].workspace.destroy({ mustSucceed: true });
    this.stacks[name].previous = new Map();
  }

  /**
   * Checks that each object of the account has one resource of one stack, each resource of a program has an object with its
   * inputs, and the programs' guards are in place.
   */
  async expectOrder(): Promise<void> {
    const objects = objectsById(this.emulator);
    const owners = new Map<string, string[]>();
    const problems: string[] = [];
    for (const name of STACKS) {
      const managed = this.managed(name);
      for (const [resource, id] of managed) {
        owners.set(id, [...(owners.get(id) ?? []), `${name} ${resource}`]);
        if (!findStored(objects, id)) problems.push(`${name} ${resource}: ${id} doesn't exist`);
      }
      for (const { name: resource, class: className, inputs } of this.stacks[name].previous.values()) {
        if (className === "StackReference") continue;
        const stored = findStored(objects, managed.get(resource) ?? "");
        if (!stored) problems.push(`${name} ${resource} is declared but doesn't exist`);
        else
          problems.push(
            ...mismatches(
              stored.fields,
              this.resolveIds(name, returnedInputs(inputs)),
              `${name} ${resource}`,
            ),
          );
      }
    }
    for (const [id, resources] of owners)
      if (resources.length > 1) problems.push(`${id} is managed by ${resources.join(" and ")}`);
    for (const [id, { path }] of objects)
      if (!owners.has(id) && !this.unmanaged.has(id)) problems.push(`no resource manages ${path}`);
    expect(problems).toEqual([]);
    await this.expectGuards();
  }

  /** Checks that each URL denies the clients that neither the previous nor the current programs allow. */
  async expectGuards(): Promise<void> {
    const openings: string[] = [];
    const [previous, current] = [this.guardedUrls("previous"), this.guardedUrls("program")];
    for (const [url, policies] of previous) {
      const currentPolicies = current.get(url);
      for (const ip of CLIENTS) {
        const isAllowed =
          this.allows("previous", policies, ip) ||
          (currentPolicies !== undefined && this.allows("program", currentPolicies, ip));
        const { outcome } = await this.emulator.evaluate({ url, ip });
        if (!isAllowed && outcome !== "refused" && outcome !== "no-endpoint")
          openings.push(`${ip} at ${url}: ${outcome}`);
      }
    }
    expect(openings).toEqual([]);
  }

  /** Returns the URLs that the programs guard, with the IP policies that guard them. */
  private guardedUrls(version: "previous" | "program"): ReadonlyMap<string, readonly string[]> {
    const entries = STACKS.flatMap((name) =>
      [...this.stacks[name][version].values()].flatMap(({ class: className, inputs }) => {
        const urls =
          className === "Endpoint"
            ? [String(inputs.url)]
            : className === "TcpEdge"
              ? (inputs.hostports as string[]).map((hostport) => `tcp://${hostport}`)
              : className === "HttpsEdgeRoute"
                ? [`https://app.example.com${inputs.match}`]
                : [];
        const policies = [...JSON.stringify(inputs).matchAll(/network\.(\w+)\}|\$\{(\w+)\.id\}/g)];
        const names = policies.map(([, output, own]) => String(output ?? own));
        return urls.map(
          (url) => [url, names.filter((policy) => this.policyNames(version).has(policy))] as const,
        );
      }),
    );
    return new Map(entries);
  }

  private policyNames(version: "previous" | "program"): ReadonlySet<string> {
    const policies = [...this.stacks.network[version].values()].filter(
      ({ class: name }) => name === "IpPolicy",
    );
    return new Set(policies.map(({ name }) => name));
  }

  private allows(version: "previous" | "program", policies: readonly string[], ip: string): boolean {
    const rules = [...this.stacks.network[version].values()].filter(
      ({ class: name, inputs }) =>
        name === "IpPolicyRule" &&
        policies.some((policy) => inputs.ipPolicyId === `\${${policy}.id}`) &&
        (inputs.cidr === "0.0.0.0/0" || ip.startsWith(String(inputs.cidr).replace(/\d+\/24$/, ""))),
    );
    const actions = rules.map(({ inputs }) => inputs.action);
    return actions.includes("allow") && !actions.includes("deny");
  }

  /** Returns the ids of managed objects by resource name, from the state. */
  private managed(name: StackName): ReadonlyMap<string, string> {
    const { resources } = this.stacks[name].workspace.exportStack();
    const managed = resources.filter(
      ({ type, external }) => classOfType(type) !== undefined && external !== true,
    );
    return new Map(
      managed.map(({ urn, id = "" }) => [urn.slice(urn.lastIndexOf(":") + 1), id.split("/").at(-1) ?? id]),
    );
  }

  private resolveIds(name: StackName, inputs: JsonInputs): JsonInputs {
    const text = JSON.stringify(inputs).replace(
      /\$\{([^{}]+)\.(\w+)\}/g,
      (_, source: string, output: string) =>
        source === NETWORK ? this.idOf("network", output) : this.idOf(name, source),
    );
    return JSON.parse(text) as JsonInputs;
  }

  private write(name: StackName): void {
    const { workspace, program } = this.stacks[name];
    const policies = [...this.policyNames("program")].map((policy) => [policy, `\${${policy}.id}`]);
    const isNetwork = name === "network";
    workspace.writeProgram(
      generateProgram(
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
    this.backendOwner.remove();
    await this.emulator.close();
  }
}

const returnedInputs = (inputs: JsonInputs): JsonInputs =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !NEVER_RETURNED.includes(key)));

const NEVER_RETURNED = ["adoptId", "deleteOnDestroy", "value"];
