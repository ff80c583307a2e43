import type { ServiceError } from "@grpc/grpc-js";
import type { dynamic } from "@pulumi/pulumi";
import { nativeType } from "../../provider/engine/native/tokens";
import { type NativeProcess as Process, startNative, type Unfinished, type Values } from "./native-protocol";

/** A process of the native provider without an engine to log to. */
export class NativeProcess {
  private started: Promise<Process> | undefined;
  /** URNs of checked resources that weren't created yet. */
  private readonly urnsByInputs = new Map<string, string[]>();

  /** @param config - As in the stack, under keys such as `tunnel-edge:baseUrl`. */
  constructor(private readonly config: Readonly<Values>) {}

  of(className: string): Required<dynamic.ResourceProvider> {
    return new NativeClass(className, this);
  }

  /** Returns the URNs of resources for which a check returned these inputs, and which weren't created since. */
  checkedUrns(className: string, inputs: Values): string[] {
    const key = JSON.stringify([className, inputs]);
    const checked = this.urnsByInputs.get(key) ?? [];
    this.urnsByInputs.set(key, checked);
    return checked;
  }

  async call<Response>(task: (process: Process) => Promise<Response>): Promise<Response> {
    this.started ??= this.start();
    const process = await this.started;
    return task(process).catch((error) => {
      throw toEngineError(error);
    });
  }

  async stop(): Promise<void> {
    await (await this.started)?.close();
  }

  private async start(): Promise<Process> {
    const process = await startNative("none");
    const { "tunnel-edge:account": account = "default", ...settings } = this.config;
    const args = Object.entries(settings).map(([key, value]) => [key.replace(/^tunnel-edge:/, ""), value]);
    await process.configure(Object.fromEntries(args), String(account)).catch((error) => {
      throw toEngineError(error);
    });
    return process;
  }
}

/** URNs by class and id, as stored in states, which outlive a process. */
const urns = new Map<string, string>();
let unnamedCount = 0;

/** Adapts a class of the native provider to the interface of a dynamic provider, so the same tests call both. */
class NativeClass implements Required<dynamic.ResourceProvider> {
  constructor(
    private readonly name: string,
    private readonly process: NativeProcess,
  ) {}

  async configure(): Promise<void> {
    throw new Error("a native provider is configured once, for all classes");
  }

  async check(olds: Values, { __resource: location, ...news }: Values): Promise<dynamic.CheckResult> {
    const urn = this.urnOf(location ?? "unnamed");
    const { inputs, failures, properties } = await this.process.call((provider) =>
      provider.check(urn, olds, withoutProvider(news)),
    );
    if (location !== undefined) this.process.checkedUrns(this.name, inputs).push(urn);
    return { inputs, failures: failures.map((reason, n) => ({ property: properties[n] ?? "", reason })) };
  }

  async diff(id: string, olds: Values, news: Values): Promise<dynamic.DiffResult> {
    const urn = this.urnFor(id, news);
    const { changed, replaces, deleteBeforeReplace, detailed } = await this.process.call((provider) =>
      provider.diff(urn, id, olds, withoutProvider(news), olds),
    );
    if (!changed) return { changes: false };
    // Both providers report a change that the engine wouldn't find in the inputs.
    const isInProgram = Object.values(detailed).some((kind) => !kind.endsWith(", state"));
    return { ...(!isInProgram && { changes: true }), replaces: [...replaces], deleteBeforeReplace };
  }

  async create(inputs: Values): Promise<dynamic.CreateResult> {
    const urn = this.process.checkedUrns(this.name, inputs).shift() ?? this.urnOf(undefined);
    const { id, state } = await this.process.call((provider) =>
      provider.create(urn, withoutProvider(inputs)),
    );
    urns.set(`${this.name} ${id}`, urn);
    return { id, outs: state };
  }

  async read(id: string, props: Values = {}): Promise<dynamic.ReadResult> {
    const urn = this.urnFor(id, {});
    const result = await this.process.call((provider) => provider.read(urn, id, props));
    return result ? { id: result.id, props: result.state, inputs: result.inputs } : {};
  }

  async update(id: string, olds: Values, news: Values): Promise<dynamic.UpdateResult> {
    const urn = this.urnFor(id, news);
    return {
      outs: await this.process.call((provider) => provider.update(urn, id, olds, withoutProvider(news))),
    };
  }

  async delete(id: string, props: Values): Promise<void> {
    const urn = this.urnFor(id, {});
    await this.process.call((provider) => provider.delete(urn, id, props));
  }

  /** Returns the URN of an existing object's resource. */
  private urnFor(id: string, news: Values): string {
    const [checked] = this.process.checkedUrns(this.name, news);
    return checked ?? urns.get(`${this.name} ${id}`) ?? this.urnOf(undefined);
  }

  /** @param location - The resource's path from the dynamic classes: organization, project, stack, and name, or only a part. */
  private urnOf(location: unknown): string {
    const parts = location === undefined ? [`unnamed-${++unnamedCount}`] : String(location).split("/");
    const [project = "app", stack = "dev", ...path] =
      parts.length < 3 ? ["app", "dev", ...parts] : parts.slice(-3);
    return `urn:pulumi:${stack}::${project}::${nativeType(this.name)}::${path.join("/")}`;
  }
}

const withoutProvider = ({ __provider, ...inputs }: Values) => inputs;

/** Reduces an error to the message and the partial object, which the engine receives. */
const toEngineError = ({ details, unfinished }: ServiceError & { unfinished?: Unfinished }): Error =>
  Object.assign(new Error(details), { stack: "" }, unfinished);
