import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { type IResourceProviderServer, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { ListRequest, ListResponse } from "@pulumi/pulumi/proto/provider_pb";
import { reportTo } from "../account/report";
import { EngineLog } from "./engine-log";
import { serviceError } from "./failures";
import { NativeProvider } from "./provider";

/** The size of the engine's own limit: large stacks pass large values. */
const LARGEST_MESSAGE = 400 * 1024 * 1024;

/** A provider that serves the engine. */
export interface Serving {
  readonly port: number;
  /** Ends waits, answers the calls that are under way, and no more. */
  stop(): Promise<void>;
}

/** Serves the engine on a port of this machine that the system chooses. */
export async function serve(): Promise<Serving> {
  const log = new EngineLog();
  reportTo((line) => log.report(line));
  const server = new Server({
    "grpc.max_receive_message_length": LARGEST_MESSAGE,
    "grpc.max_send_message_length": LARGEST_MESSAGE,
  });
  const provider = new NativeProvider(log);
  server.addService(ResourceProviderService, handlersOf(provider, log));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    port,
    async stop() {
      await provider.cancel();
      await new Promise<void>((done) => {
        server.tryShutdown(() => done());
      });
      log.close();
    },
  };
}

type Unary = Exclude<keyof IResourceProviderServer, "list" | "parameterize" | "call" | "construct">;

function handlersOf(provider: NativeProvider, log: EngineLog): UntypedServiceImplementation {
  const { resources, functions } = provider;
  const unary =
    <Request, Response>(
      what: string,
      answer: (request: Request) => Promise<Response>,
    ): handleUnaryCall<Request, Response> =>
    ({ request }, done) => {
      void log
        .during(urnOf(request), () => answer(request))
        .then(
          (response) => done(null, response),
          (error: unknown) => done(serviceError(error, what)),
        );
    };
  const handlers: Pick<IResourceProviderServer, Unary & string> = {
    handshake: unary("handshake", (request) => provider.handshake(request)),
    getPluginInfo: unary("getPluginInfo", () => provider.getPluginInfo()),
    getSchema: unary("getSchema", () => provider.getSchema()),
    getMapping: unary("getMapping", () => provider.getMapping()),
    getMappings: unary("getMappings", () => provider.getMappings()),
    attach: unary("attach", () => provider.attach()),
    cancel: unary("cancel", () => provider.cancel()),
    checkConfig: unary("checkConfig", (request) => provider.checkConfig(request)),
    diffConfig: unary("diffConfig", (request) => provider.diffConfig(request)),
    configure: unary("configure", (request) => provider.configure(request)),
    check: unary("check", (request) => resources.check(request)),
    diff: unary("diff", (request) => resources.diff(request)),
    create: unary("create", (request) => resources.create(request)),
    read: unary("read", (request) => resources.read(request)),
    update: unary("update", (request) => resources.update(request)),
    delete: unary("delete", (request) => resources.delete(request)),
    invoke: unary("invoke", (request) => functions.invoke(request)),
  };
  return { ...handlers, list: (call: ServerWritableStream<ListRequest, ListResponse>) => void list(call) };

  async function list(call: ServerWritableStream<ListRequest, ListResponse>): Promise<void> {
    try {
      for await (const found of functions.list(call.request)) if (!call.write(found)) await drained(call);
      call.end();
    } catch (error) {
      call.emit("error", serviceError(error, "list"));
    }
  }
}

const drained = (call: ServerWritableStream<ListRequest, ListResponse>) =>
  new Promise<void>((done) => {
    call.once("drain", done);
    call.once("cancelled", done);
  });

function urnOf(request: unknown): string {
  const { getUrn } = request as { getUrn?: () => string };
  return getUrn ? getUrn.call(request) : "";
}
