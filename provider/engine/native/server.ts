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
import { leaveRun } from "../../account/account";
import { report, reportTo, withRedaction } from "../../account/process/report";
import { EngineLog } from "./engine-log";
import { serviceError } from "./failures";
import { boundMessages, withoutLostKeys } from "./messages";
import { Peers } from "./peers";
import { NativeProvider } from "./provider";
import { secretTextsIn } from "./values";

const MAX_MESSAGE_LENGTH = 400 * 1024 * 1024;

/** The engine opens one. */
const MAX_CONNECTIONS = 64;

export interface Serving {
  readonly port: number;
  /** Ends waits, finishes the calls in flight, and accepts no further ones. */
  stop(): Promise<void>;
}

/**
 * Serves the engine on a free port of the loopback interface. Accepts only connections of the same user.
 *
 * @param engine - Address of the engine; undefined if it passes the address later.
 * @param severalRuns - Allows one engine after another in this process, as in tests.
 */
export async function serve(engine?: string, severalRuns = false): Promise<Serving> {
  boundMessages();
  const log = new EngineLog();
  reportTo((line) => log.report(line));
  const provider = new NativeProvider(log, severalRuns);
  if (engine !== undefined) provider.connect(engine);
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_LENGTH,
    "grpc.max_send_message_length": MAX_MESSAGE_LENGTH,
    // Disables debugging records of each call.
    "grpc.enable_channelz": 0,
  });
  server.addService(serviceDefinition(), handlersOf(provider, log));
  const listener = await listen(server);
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    async stop() {
      await provider.cancel();
      // The listener closes after its last connection. `tryShutdown` never calls back if a connection breaks in the meantime.
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

/** Checks the user of each connection before reading from it. */
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
      "warning: the provider refused a connection of another user of this machine: if the engine runs as another user than the provider, start both as the same user",
    );
  });
  listener.maxConnections = MAX_CONNECTIONS;
  await once(listener.listen(0, "127.0.0.1"), "listening");
  // Needs the listener's port. Connections are handled in later turns of the event loop, when `peers` is set.
  const peers = new Peers(listener);
  return listener;
}

type Unary = Exclude<keyof IResourceProviderServer, "list" | "parameterize" | "call" | "construct">;

function handlersOf(provider: NativeProvider, log: EngineLog): UntypedServiceImplementation {
  const unary =
    <Request, Response>(
      method: string,
      handle: (request: Request) => Promise<Response>,
    ): handleUnaryCall<Request, Response> =>
    ({ request }, done) => {
      const fail = (error: unknown) => done(serviceError(error, method));
      const call = () =>
        log.during(urnOf(request), () => handle(request)).then((response) => done(null, response), fail);
      void secretsIn(request).then((secrets) => withRedaction(secrets, call), fail);
    };
  const handlers: Pick<IResourceProviderServer, Unary & string> = {
    handshake: unary("handshake", (request) => provider.handshake(request)),
    getPluginInfo: unary("getPluginInfo", () => provider.getPluginInfo()),
    getSchema: unary("getSchema", (request) => provider.getSchema(request)),
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
        provider.parts.functions.list(call.request, (response) => write(call, response)),
      );
      call.end();
    } catch (error) {
      call.emit("error", serviceError(error, "list"));
    }
  }
}

/** Waits until the stream accepts the next response. Returns false if the call was canceled. */
async function write(call: ServerWritableStream<ListRequest, ListResponse>, response: ListResponse) {
  if (!call.cancelled && !call.write(response)) {
    const done = new AbortController();
    const { signal } = done;
    await Promise.race([once(call, "drain", { signal }), once(call, "cancelled", { signal })]);
    done.abort();
  }
  return !call.cancelled;
}

/** Methods by which requests return the values of resources, configurations, and function arguments. */
const GETTERS = ["getNews", "getOlds", "getOldInputs", "getProperties", "getInputs", "getArgs"];

/** Returns the secret strings in a request. Rejects if a message cannot be decoded. */
async function secretsIn(request: unknown): Promise<readonly string[]> {
  const getters = request as Partial<Record<string, () => unknown>>;
  return secretTextsIn(GETTERS.map((name) => getters[name]?.()).filter((value) => value instanceof Struct));
}

const urnOf = (request: unknown): string => (request as { getUrn?(): string }).getUrn?.() ?? "";
