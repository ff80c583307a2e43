import { credentials, type ServiceError } from "@grpc/grpc-js";
import type { dynamic } from "@pulumi/pulumi";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  type ConfigureResponse,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ErrorResourceInitFailed,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { serve } from "../../provider/native/server";
import { nativeType } from "../../provider/native/tokens";

type Props = Record<string, unknown>;
type Done<Response> = (error: ServiceError | null, response: Response) => void;
type Start<Response> = (client: ResourceProviderClient, done: Done<Response>) => unknown;

/** A process of the native provider, called over its protocol as the engine calls it. */
export class NativeProcess {
  private started: Promise<{ client: ResourceProviderClient; stop(): Promise<void> }> | undefined;
  /** URNs of checked inputs for which nothing was created yet. */
  private readonly expected = new Map<string, string[]>();

  /** @param config - As in the stack, under keys such as `tunnel-edge:baseUrl`. */
  constructor(private readonly config: Readonly<Props>) {}

  of(className: string): Required<dynamic.ResourceProvider> {
    return new NativeClass(className, this);
  }

  /** URNs of the resources that were checked with these results, and not created since. */
  expecting(className: string, inputs: Props): string[] {
    const key = JSON.stringify([className, inputs]);
    const known = this.expected.get(key) ?? [];
    this.expected.set(key, known);
    return known;
  }

  /** The response to one call. */
  async call<Response>(start: Start<Response>): Promise<Response> {
    this.started ??= this.start();
    return responseOf((await this.started).client, start);
  }

  async stop(): Promise<void> {
    const started = await this.started;
    started?.client.close();
    await started?.stop();
  }

  private async start() {
    const { port, stop } = await serve({ severalRuns: true });
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
    });
    const { "tunnel-edge:account": account = "default", ...settings } = this.config;
    const args = Object.entries(settings).map(([key, value]) => [key.replace(/^tunnel-edge:/, ""), value]);
    const request = new ConfigureRequest().setName(String(account)).setArgs(sent(Object.fromEntries(args)));
    await responseOf<ConfigureResponse>(client, (to, done) => to.configure(request, done));
    return { client, stop };
  }
}

function responseOf<Response>(client: ResourceProviderClient, start: Start<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    start(client, (error, response) => (error ? reject(asShown(error)) : resolve(response)));
  });
}

/** URNs by id, as states hold them: they outlive a process. */
const urns = new Map<string, string>();
let unnamed = 0;

/** One class of the native provider in the form of a dynamic provider, so that the same tests call both. */
class NativeClass implements Required<dynamic.ResourceProvider> {
  constructor(
    private readonly name: string,
    private readonly process: NativeProcess,
  ) {}

  async configure(): Promise<void> {
    throw new Error("a native provider is configured once, for all classes");
  }

  async check(olds: Props, { __resource: place, ...news }: Props): Promise<dynamic.CheckResult> {
    const urn = this.urnOf(place);
    const request = new CheckRequest().setUrn(urn).setOlds(sent(olds)).setNews(program(news));
    const response = await this.process.call<CheckResponse>((client, done) => client.check(request, done));
    const inputs = received(response.getInputs());
    const failures = response
      .getFailuresList()
      .map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));
    if (place !== undefined) this.process.expecting(this.name, inputs).push(urn);
    return { inputs, failures };
  }

  async diff(id: string, olds: Props, news: Props): Promise<dynamic.DiffResult> {
    const request = new DiffRequest()
      .setId(id)
      .setUrn(this.urnFor(id, news))
      .setOlds(sent(olds))
      .setOldInputs(sent(olds))
      .setNews(program(news));
    const response = await this.process.call<DiffResponse>((client, done) => client.diff(request, done));
    if (response.getChanges() === DiffResponse.DiffChanges.DIFF_NONE) return { changes: false };
    const replacement = {
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
    // Either provider says so where the engine would find no reason in the inputs.
    let isInProgram = false;
    response.getDetaileddiffMap().forEach((change) => {
      isInProgram ||= change.getInputdiff();
    });
    return isInProgram ? replacement : { changes: true, ...replacement };
  }

  async create(inputs: Props): Promise<dynamic.CreateResult> {
    const urn = this.process.expecting(this.name, inputs).shift() ?? this.urnOf(undefined);
    const request = new CreateRequest().setUrn(urn).setProperties(program(inputs));
    const response = await this.process.call<CreateResponse>((client, done) => client.create(request, done));
    urns.set(`${this.name} ${response.getId()}`, urn);
    return { id: response.getId(), outs: received(response.getProperties()) };
  }

  async read(id: string, props: Props = {}): Promise<dynamic.ReadResult> {
    const request = new ReadRequest().setId(id).setUrn(this.urnFor(id, {})).setProperties(sent(props));
    const response = await this.process.call<ReadResponse>((client, done) => client.read(request, done));
    if (response.getId() === "") return {};
    const [found, inputs] = [received(response.getProperties()), received(response.getInputs())];
    return { id: response.getId(), props: found, inputs };
  }

  async update(id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
    const request = new UpdateRequest()
      .setId(id)
      .setUrn(this.urnFor(id, news))
      .setOlds(sent(olds))
      .setNews(program(news));
    const response = await this.process.call<UpdateResponse>((client, done) => client.update(request, done));
    return { outs: received(response.getProperties()) };
  }

  async delete(id: string, props: Props): Promise<void> {
    const request = new DeleteRequest().setId(id).setUrn(this.urnFor(id, {})).setProperties(sent(props));
    await this.process.call<Empty>((client, done) => client.delete(request, done));
  }

  /** The URN of a resource of which the object is known, as the engine reads it from the state. */
  private urnFor(id: string, news: Props): string {
    const [checked] = this.process.expecting(this.name, news);
    return checked ?? urns.get(`${this.name} ${id}`) ?? this.urnOf(undefined);
  }

  /** @param place - As the dynamic classes tell it: organization, project, stack and name; some tests give a part. */
  private urnOf(place: unknown): string {
    const parts = place === undefined ? [`unnamed-${++unnamed}`] : String(place).split("/");
    const [project = "app", stack = "dev", ...path] =
      parts.length < 3 ? ["app", "dev", ...parts] : parts.slice(-3);
    return `urn:pulumi:${stack}::${project}::${nativeType(this.name)}::${path.join("/")}`;
  }
}

/** Values in a message as the engine sends it: JSON, and secrets with their mark, as the handshake asks. */
const sent = (values: Readonly<Props>) =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

/** Inputs of a program, which no text of a dynamic provider accompanies. */
const program = ({ __provider, ...inputs }: Props) => sent(inputs);

const received = (values: Struct | undefined): Props => values?.toJavaScript() ?? {};

/** An error as the engine shows it, with the unfinished object that it stores. */
function asShown({ details, metadata }: ServiceError): Error {
  // Nothing but the text arrives.
  const error = Object.assign(new Error(details), { stack: "" });
  const [encoded] = metadata.get("grpc-status-details-bin");
  if (!(encoded instanceof Buffer)) return error;
  const [detail] = Status.deserializeBinary(encoded).getDetailsList();
  const failed = detail?.unpack(
    ErrorResourceInitFailed.deserializeBinary,
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (!failed) return error;
  const properties = received(failed.getProperties());
  return Object.assign(error, { id: failed.getId(), properties, reasons: failed.getReasonsList() });
}
