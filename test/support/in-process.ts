import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join, sep } from "node:path";
import type * as Grpc from "@grpc/grpc-js";
import type * as NativeServer from "../../provider/engine/native/server";
import "./light-node.cjs";

/** Options that let a command of the engine use this process instead of starting others. */
export interface ServedInProcess {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Stops the servers once the command has ended. */
  end(): Promise<void>;
}

let isServing = false;

/** True if this process serves no command: it serves one at a time, with one working directory and environment. */
export const isFree = () => !isServing;

/**
 * Gives each client its own connections. The SDK keeps connections to ended engines and would reuse them for a later
 * engine at the same port.
 */
const OWN_CONNECTIONS = { "grpc.use_local_subchannel_pool": 1 };

interface LanguageServerModule {
  readonly LanguageServer: new (program: () => Promise<unknown>) => Grpc.UntypedServiceImplementation;
}

// Loads the compiled package and the SDK as a program does, separately from the modules that tests import.
const load = createRequire(__filename);

/** Folders whose modules hold state, so each provider loads its own copies. */
const STATEFUL = ["account", "api", "engine", "lifecycle", "manifest", "transport"];

/**
 * Serves a program and the native provider to one command of the engine from this process, over the same protocols. The
 * command then starts no Node.js processes, which take two thirds of its time. Each provider that the engine attaches to
 * has its own memory, like separate processes.
 *
 * @param repository - Folder of the compiled package.
 * @param folder - The program's folder; its entry is `index.js`.
 * @param env - Environment of the program and the provider.
 */
export async function serveInProcess(
  repository: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ServedInProcess> {
  isServing = true;
  const restore = enter(folder, env);
  const provider = await serveProvider(repository);
  const language = await serveProgram(folder);
  return {
    args: [`--client=127.0.0.1:${language.port}`, "--exec-kind=auto.inline"],
    env: { PULUMI_DEBUG_PROVIDERS: `tunnel-edge:${provider.port}` },
    async end() {
      language.end();
      await provider.end();
      restore();
      isServing = false;
    },
  };
}

/** Changes this process's working directory and environment. Returns a function that restores them. */
function enter(folder: string, env: Readonly<Record<string, string>>): () => void {
  const before = { folder: process.cwd(), env: { ...process.env } };
  const setEnvironment = (variables: Readonly<Record<string, string | undefined>>) => {
    for (const key of Object.keys(process.env)) if (!(key in variables)) delete process.env[key];
    Object.assign(process.env, variables);
  };
  setEnvironment(env);
  process.chdir(folder);
  return () => {
    process.chdir(before.folder);
    setEnvironment(before.env);
  };
}

async function serveProgram(folder: string) {
  const grpc = load("@grpc/grpc-js") as typeof Grpc;
  const { LanguageRuntimeService } = load("@pulumi/pulumi/proto/language_grpc_pb.js") as {
    LanguageRuntimeService: Grpc.ServiceDefinition;
  };
  const settings = load("@pulumi/pulumi/runtime/settings.js") as { readonly grpcClientOptions: object };
  Object.assign(settings.grpcClientOptions, OWN_CONNECTIONS);
  const { LanguageServer } = load("@pulumi/pulumi/automation/server.js") as LanguageServerModule;
  const server = new grpc.Server();
  server.addService(
    LanguageRuntimeService,
    new LanguageServer(async () => {
      unload(folder);
      const exported: unknown = createRequire(join(folder, "index.js"))("./index.js");
      return typeof exported === "function" ? exported() : exported;
    }),
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { port, end: () => server.forceShutdown() };
}

/** Serves a new provider for each connection: the engine opens one for the default provider and each Provider resource. */
async function serveProvider(repository: string) {
  const compiled = join(repository, "dist", "provider");
  const sockets = new Set<Socket>();
  const servers: Promise<NativeServer.Serving>[] = [];
  const front = createServer({ noDelay: true }, (client) => {
    for (const part of STATEFUL) unload(join(compiled, part));
    const { serve } = load(join(compiled, "engine", "native", "server.js")) as typeof NativeServer;
    const serving = serve();
    servers.push(serving);
    sockets.add(client);
    client.on("error", () => client.destroy()).on("close", () => sockets.delete(client));
    const forward = ({ port }: NativeServer.Serving) => {
      if (client.destroyed) return;
      const server = connect({ port, host: "127.0.0.1", noDelay: true });
      server.on("error", () => client.destroy()).on("close", () => client.destroy());
      client.on("close", () => server.destroy());
      client.pipe(server).pipe(client);
    };
    // Otherwise the engine would wait forever for responses on this connection.
    serving.then(forward, (error: Error) => client.destroy(error));
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  return {
    port: (front.address() as AddressInfo).port,
    async end() {
      front.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map(async (serving) => (await serving).stop()));
    },
  };
}

function unload(folder: string): void {
  for (const name of Object.keys(load.cache)) if (name.startsWith(folder + sep)) delete load.cache[name];
}
