import { credentials, type Metadata, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { serve } from "../../provider/engine/native/server";
import { nativeType } from "../../provider/engine/native/tokens";

export type Values = Record<string, unknown>;

interface LogMessage {
  readonly text: string;
  readonly urn: string;
  readonly severity: number;
}

/** A partially created or updated object in an error. */
export interface Unfinished {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: readonly string[];
}

interface Checked {
  readonly inputs: Values;
  readonly failures: string[];
}

/** The native provider with a minimal engine. Types may be URNs. */
export interface NativeProcess {
  readonly logged: readonly LogMessage[];
  readonly client: ResourceProviderClient;
  readonly port: number;
  configure(args: Values, name?: string): Promise<pb.ConfigureResponse.AsObject>;
  checkConfig(args: Values, name?: string): Promise<Checked>;
  diffConfig(olds: Values, news: Values): Promise<pb.DiffResponse.AsObject>;
  /** `properties`: the property of each failure. */
  check(type: string, olds: Values, news: Values): Promise<Checked & { properties: string[] }>;
  diff(type: string, id: string, olds: Values, news: Values, oldInputs?: Values): Promise<Difference>;
  create(type: string, inputs: Values, options?: CallOptions): Promise<{ id: string; state: Values }>;
  read(
    type: string,
    id: string,
    state?: Values,
    oldInputs?: Values,
  ): Promise<{ id: string; state: Values; inputs: Values } | undefined>;
  update(type: string, id: string, olds: Values, news: Values, options?: CallOptions): Promise<Values>;
  delete(type: string, id: string, state: Values): Promise<void>;
  invoke(token: string, args: Values): Promise<Values>;
  list(type: string, query?: Values, limit?: number): Promise<{ id: string; name: string }[]>;
  /** Returns a page of a list and the token of the next one. */
  listPage(type: string, size: number, token?: string): Promise<{ ids: string[]; next: string | undefined }>;
  attach(): Promise<void>;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly preview?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly name?: string;
  /** Inputs stored with the state. */
  readonly oldInputs?: Values;
}

export interface Difference {
  readonly changed: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** Kinds by path, such as `UPDATE_REPLACE`, with the suffix `, state` if only the state differs. */
  readonly detailed: Readonly<Record<string, string>>;
}

export const urnOf = (className: string, name = "it") =>
  className.startsWith("urn:") ? className : `urn:pulumi:test::project::${nativeType(className)}::${name}`;

/** How an engine passes its address: current engines in a handshake, earlier ones at the start or with Attach. */
type Introduction = "handshake" | "start" | "attach" | "none";

/** @param severalRuns - False for a process that an engine has started. */
export async function startNative(
  introduction: Introduction = "handshake",
  { severalRuns = true } = {},
): Promise<NativeProcess> {
  const logged: LogMessage[] = [];
  const engine = new Server();
  engine.addService(EngineService as never, {
    log: ({ request }: { request: LogRequest }, done: (error: null, value: Empty) => void) => {
      logged.push({ text: request.getMessage(), urn: request.getUrn(), severity: request.getSeverity() });
      done(null, new Empty());
    },
  });
  const enginePort = await new Promise<number>((resolve, reject) =>
    engine.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );
  const engineAddress = `127.0.0.1:${enginePort}`;
  const serving = await serve(introduction === "start" ? engineAddress : undefined, severalRuns);
  const client = new ResourceProviderClient(`127.0.0.1:${serving.port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
  let closing: Promise<void> | undefined;
  type Send = (request: unknown, done: (error: ServiceError | null, response: unknown) => void) => void;
  const call = <R = unknown>(method: unknown, request: unknown) =>
    new Promise<R>((resolve, reject) => {
      (method as Send).call(client, request, (error, response) => {
        if (error) reject(Object.assign(error, { unfinished: parseUnfinished(error.metadata) }));
        else resolve(response as R);
      });
    });
  const attach = () => call(client.attach, new PluginAttach().setAddress(engineAddress));
  if (introduction === "handshake")
    await call(client.handshake, new pb.ProviderHandshakeRequest().setEngineAddress(engineAddress));
  else if (introduction === "attach") await attach();
  return {
    logged,
    client,
    port: serving.port,
    async configure(args, name = "default") {
      const request = new pb.ConfigureRequest().setArgs(struct(args)).setName(name);
      return (await call<pb.ConfigureResponse>(client.configure, request)).toObject();
    },
    async checkConfig(args, name = "default") {
      const urn = `urn:pulumi:test::project::pulumi:providers:tunnel-edge::${name}`;
      return parseCheck(
        await call<pb.CheckResponse>(
          client.checkConfig,
          new pb.CheckRequest().setUrn(urn).setNews(struct(args)),
        ),
      );
    },
    async diffConfig(olds, news) {
      const request = new pb.DiffRequest().setOldInputs(struct(olds)).setNews(struct(news));
      return (await call<pb.DiffResponse>(client.diffConfig, request)).toObject();
    },
    async check(type, olds, news) {
      const request = new pb.CheckRequest().setUrn(urnOf(type)).setOlds(struct(olds)).setNews(struct(news));
      const response = await call<pb.CheckResponse>(client.check, request);
      return {
        ...parseCheck(response),
        properties: response.getFailuresList().map((failure) => failure.getProperty()),
      };
    },
    async diff(type, id, olds, news, oldInputs = {}) {
      const request = new pb.DiffRequest()
        .setUrn(urnOf(type))
        .setId(id)
        .setOlds(struct(olds))
        .setNews(struct(news))
        .setOldInputs(struct(oldInputs));
      return parseDiff(await call<pb.DiffResponse>(client.diff, request));
    },
    async create(type, inputs, { preview = false, timeout = 0, name } = {}) {
      const request = new pb.CreateRequest()
        .setUrn(urnOf(type, name))
        .setProperties(struct(inputs))
        .setPreview(preview)
        .setTimeout(timeout);
      const response = await call<pb.CreateResponse>(client.create, request);
      return { id: response.getId(), state: values(response.getProperties()) };
    },
    async read(type, id, state = {}, oldInputs) {
      const request = new pb.ReadRequest().setUrn(urnOf(type)).setId(id).setProperties(struct(state));
      if (oldInputs) request.setInputs(struct(oldInputs));
      const response = await call<pb.ReadResponse>(client.read, request);
      if (response.getId() === "") return undefined;
      return {
        id: response.getId(),
        state: values(response.getProperties()),
        inputs: values(response.getInputs()),
      };
    },
    async update(type, id, olds, news, { preview = false, timeout = 0, oldInputs } = {}) {
      const request = new pb.UpdateRequest()
        .setUrn(urnOf(type))
        .setId(id)
        .setOlds(struct(olds))
        .setNews(struct(news))
        .setPreview(preview)
        .setTimeout(timeout);
      if (oldInputs) request.setOldInputs(struct(oldInputs));
      return values((await call<pb.UpdateResponse>(client.update, request)).getProperties());
    },
    async delete(type, id, state) {
      await call(
        client.delete,
        new pb.DeleteRequest().setUrn(urnOf(type)).setId(id).setProperties(struct(state)),
      );
    },
    async invoke(token, args) {
      const request = new pb.InvokeRequest().setTok(token).setArgs(struct(args));
      return values((await call<pb.InvokeResponse>(client.invoke, request)).getReturn());
    },
    async list(type, query = {}, limit = 0) {
      const request = new pb.ListRequest().setToken(nativeType(type)).setQuery(struct(query)).setLimit(limit);
      const resources: { id: string; name: string }[] = [];
      for await (const response of client.list(request)) {
        const result = (response as pb.ListResponse).getResult();
        if (result) resources.push({ id: result.getId(), name: result.getName() });
      }
      return resources;
    },
    async listPage(type, size, token = "") {
      const request = new pb.ListRequest()
        .setToken(nativeType(type))
        .setPageSize(size)
        .setContinuationToken(token);
      const ids: string[] = [];
      let next: string | undefined;
      for await (const response of client.list(request) as AsyncIterable<pb.ListResponse>) {
        const id = response.getResult()?.getId();
        if (id !== undefined) ids.push(id);
        next = response.getContinuation()?.getContinuationToken();
      }
      return { ids, next };
    },
    async attach() {
      await attach();
    },
    async cancel() {
      await call(client.cancel, new Empty());
    },
    close() {
      client.close();
      closing ??= serving.stop().then(() => engine.forceShutdown());
      return closing;
    },
  };
}

/** Encodes values as the engine sends them: JSON, with secrets in their signature. */
const struct = (json: Values) => Struct.fromJavaScript(JSON.parse(JSON.stringify(json)));
const values = (message: Struct | undefined): Values => (message?.toJavaScript() ?? {}) as Values;

const parseCheck = (response: pb.CheckResponse) => ({
  inputs: values(response.getInputs()),
  failures: response.getFailuresList().map((failure) => failure.getReason()),
});

function parseDiff(response: pb.DiffResponse): Difference {
  const names = Object.entries(pb.PropertyDiff.Kind);
  const detailed: Record<string, string> = {};
  response.getDetaileddiffMap().forEach((change: pb.PropertyDiff, path: string) => {
    const kind = names.find(([, number]) => number === change.getKind())?.[0] ?? "";
    detailed[path] = change.getInputdiff() ? kind : `${kind}, state`;
  });
  return {
    changed: response.getChanges() === pb.DiffResponse.DiffChanges.DIFF_SOME,
    replaces: response.getReplacesList(),
    deleteBeforeReplace: response.getDeletebeforereplace(),
    detailed,
  };
}

function parseUnfinished(metadata: Metadata): Unfinished | undefined {
  const [bytes] = metadata.get("grpc-status-details-bin");
  if (bytes === undefined) return undefined;
  const [detail] = Status.deserializeBinary(bytes as Buffer).getDetailsList();
  const failed = pb.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() as Uint8Array);
  return {
    id: failed.getId(),
    properties: values(failed.getProperties()),
    reasons: failed.getReasonsList(),
  };
}
