import { once } from "node:events";
import { type AddressInfo, createServer, type Server as Listener } from "node:net";
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { type IResourceProviderServer, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { ListRequest, ListResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { joinRun, leaveRun } from "../../account/account";
import { report, reportTo, withRedaction } from "../../account/process/report";
import { EngineLog } from "./engine-log";
import { serviceError } from "./failures";
import { boundMessages, withoutLostKeys } from "./messages";
import { Peers } from "./peers";
import { NativeProvider } from "./provider";
import { secretTextsIn } from "./values";

/** The size of the engine's own limit: large stacks pass large values. */
const LARGEST_MESSAGE = 400 * 1024 * 1024;

/** The engine needs one. */
const MOST_CONNECTIONS = 64;

export interface Serving {
  readonly port: number;
  /** Ends waits, answers the calls that are under way, and no more. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Address of the engine, where it tells it at the start. */
  readonly engine?: string | undefined;
  /**
   * For tests, which keep one process for several runs: engines may attach and configure one after another. Otherwise the
   * process is one engine's, once and for all.
   */
  readonly severalRuns?: boolean;
}

/** Serves the engine of this user on a port of this machine that the system chooses. */
export async function serve({ engine, severalRuns = false }: ServeOptions = {}): Promise<Serving> {
  boundMessages();
  const log = new EngineLog();
  if (engine !== undefined) {
    log.connect(engine);
    joinRun(engine);
  }
  reportTo((line) => log.report(line));
  const server = new Server({
    "grpc.max_receive_message_length": LARGEST_MESSAGE,
    "grpc.max_send_message_length": LARGEST_MESSAGE,
    // Records of each call, for a debugger that nobody attaches.
    "grpc.enable_channelz": 0,
  });
  const provider = new NativeProvider(log, { severalRuns });
  server.addService(serviceDefinition(), handlersOf(provider, log));
  const listener = await listen(server);
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    async stop() {
      await provider.cancel();
      // Connections end when their calls are answered. The listener knows when: the callback of `tryShutdown` never comes
      // if a connection breaks at that moment.
      const ended = once(listener, "close");
      listener.close();
      server.tryShutdown(() => undefined);
      await ended;
      leaveRun();
      log.close();
    },
  };
}

function serviceDefinition(): ServiceDefinition {
  const methods = Object.entries(ResourceProviderService as unknown as ServiceDefinition);
  return Object.fromEntries(
    methods.map(([name, method]) => {
      const requestDeserialize = (bytes: Buffer) => method.requestDeserialize(withoutLostKeys(bytes));
      return [name, { ...method, requestDeserialize }];
    }),
  );
}

/** Takes connections of this user, before anything of them is read. */
async function listen(server: Server): Promise<Listener> {
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  let isReported = false;
  const listener = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    if (peers.isOwn(socket)) {
      injector.injectConnection(socket);
      return;
    }
    socket.destroy();
    if (isReported) return;
    isReported = true;
    report(
      "warning: a connection of another user of this machine to the provider was refused: if the engine does not run as the user of the provider, start both as one user",
    );
  });
  listener.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const peers = new Peers(listener);
  return listener;
}

type Unary = Exclude<keyof IResourceProviderServer, "list" | "parameterize" | "call" | "construct">;

function handlersOf(provider: NativeProvider, log: EngineLog): UntypedServiceImplementation {
  const unary =
    <Request, Response>(
      what: string,
      answer: (request: Request) => Promise<Response>,
    ): handleUnaryCall<Request, Response> =>
    ({ request }, done) => {
      const fail = (error: unknown) => done(serviceError(error, what));
      const call = () =>
        log.during(urnOf(request), () => answer(request)).then((response) => done(null, response), fail);
      void textsToHide(request).then((secrets) => withRedaction(secrets, call), fail);
    };
  const handlers: Pick<IResourceProviderServer, Unary & string> = {
    handshake: unary("handshake", (request) => provider.handshake(request)),
    getPluginInfo: unary("getPluginInfo", () => provider.getPluginInfo()),
    getSchema: unary("getSchema", (request) => provider.getSchema(request)),
    getMapping: unary("getMapping", () => provider.getMapping()),
    getMappings: unary("getMappings", () => provider.getMappings()),
    attach: unary("attach", (request) => provider.attach(request)),
    cancel: unary("cancel", () => provider.cancel()),
    checkConfig: unary("checkConfig", (request) => provider.checkConfig(request)),
    diffConfig: unary("diffConfig", (request) => provider.diffConfig(request)),
    configure: unary("configure", (request) => provider.configure(request)),
    check: unary("check", (request) => provider.parts.resources.check(request)),
    diff: unary("diff", (request) => provider.parts.resources.diff(request)),
    create: unary("create", (request) => provider.parts.resources.create(request)),
    read: unary("read", (request) => provider.parts.resources.read(request)),
    update: unary("update", (request) => provider.parts.resources.update(request)),
    delete: unary("delete", (request) => provider.parts.resources.delete(request)),
    invoke: unary("invoke", (request) => provider.parts.functions.invoke(request)),
  };
  return { ...handlers, list: (call: ServerWritableStream<ListRequest, ListResponse>) => void list(call) };

  async function list(call: ServerWritableStream<ListRequest, ListResponse>): Promise<void> {
    try {
      await log.during("", () =>
        provider.parts.functions.list(call.request, (found) => written(call, found)),
      );
      call.end();
    } catch (error) {
      call.emit("error", serviceError(error, "list"));
    }
  }
}

/** Whether the engine accepts more, once it has room for it. */
async function written(call: ServerWritableStream<ListRequest, ListResponse>, found: ListResponse) {
  if (!call.cancelled && !call.write(found)) await drained(call);
  return !call.cancelled;
}

const drained = (call: ServerWritableStream<ListRequest, ListResponse>) =>
  new Promise<void>((done) => {
    const end = () => {
      call.off("drain", end).off("cancelled", end);
      done();
    };
    call.on("drain", end).on("cancelled", end);
  });

/** The secret texts of a request. @throws Error for messages that are no values */
async function textsToHide(request: unknown): Promise<readonly string[]> {
  const { getNews, getOlds, getOldInputs, getProperties, getInputs, getArgs } = request as Partial<
    Record<string, () => unknown>
  >;
  const given = [getNews, getOlds, getOldInputs, getProperties, getInputs, getArgs];
  return secretTextsIn(given.map((get) => get?.call(request)).filter((found) => found instanceof Struct));
}

function urnOf(request: unknown): string {
  const { getUrn } = request as { getUrn?: () => string };
  return getUrn ? getUrn.call(request) : "";
}
