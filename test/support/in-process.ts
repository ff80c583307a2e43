import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join, sep } from "node:path";
import type * as Grpc from "@grpc/grpc-js";
import type * as NativeServer from "../../provider/engine/native/server";
import "./light-node.cjs";

/** What a command of the engine needs instead of the processes that it would start. */
export interface ServedInProcess {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Ends what serves, once the command has ended. */
  end(): Promise<void>;
}

let isServing = false;

/** Whether this process can serve a command: it has one folder and one environment at a time. */
export const isFree = () => !isServing;

/**
 * The SDK keeps its connections to engines that have ended, and one to a later engine at the same port would be taken for
 * one of them: each client has connections of its own.
 */
const OWN_CONNECTIONS = { "grpc.use_local_subchannel_pool": 1 };

interface LanguageServerModule {
  readonly LanguageServer: new (program: () => Promise<unknown>) => Grpc.UntypedServiceImplementation;
}

// The compiled package and the SDK as a program gets them: not those that the tests' own sources load.
const load = createRequire(__filename);

/** What a process of the provider remembers is in these folders; the others are declarations and pure functions. */
const REMEMBERING = ["account", "api", "engine", "lifecycle", "manifest", "transport"];

/**
 * Serves a program and the native provider to one command of the engine from this process: the command then starts no
 * Node.js of its own, which takes two thirds of its time. Everything between them goes over the same protocols. Each
 * provider that the engine attaches to has a memory of its own, as each process of it has.
 *
 * @param repository - Where the compiled package is.
 * @param folder - The program's folder; its entry is `index.js`.
 * @param env - The environment that the program and the provider see until the end.
 */
export async function serveInProcess(
  repository: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ServedInProcess> {
  isServing = true;
  const leave = enter(folder, env);
  const provider = await serveProvider(repository);
  const language = await serveProgram(folder);
  return {
    args: [`--client=127.0.0.1:${language.port}`, "--exec-kind=auto.inline"],
    env: { PULUMI_DEBUG_PROVIDERS: `tunnel-edge:${provider.port}` },
    async end() {
      language.end();
      await provider.end();
      leave();
      isServing = false;
    },
  };
}

/** The folder and the environment of a process of its own, for this one. */
function enter(folder: string, env: Readonly<Record<string, string>>): () => void {
  const before = { folder: process.cwd(), env: { ...process.env } };
  const become = (variables: Readonly<Record<string, string | undefined>>) => {
    for (const key of Object.keys(process.env)) if (!(key in variables)) delete process.env[key];
    Object.assign(process.env, variables);
  };
  become(env);
  process.chdir(folder);
  return () => {
    process.chdir(before.folder);
    become(before.env);
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
      forget(folder);
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

/** The engine makes one connection to each provider: the default one, and each that a program declares. */
async function serveProvider(repository: string) {
  const compiled = join(repository, "dist", "provider");
  const sockets = new Set<Socket>();
  const servers: Promise<NativeServer.Serving>[] = [];
  const front = createServer({ noDelay: true }, (client) => {
    for (const part of REMEMBERING) forget(join(compiled, part));
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
    // A connection that nobody serves would keep the engine waiting.
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

/** Forgets the loaded modules below a folder, so that they are loaded anew. */
function forget(folder: string): void {
  for (const name of Object.keys(load.cache)) if (name.startsWith(folder + sep)) delete load.cache[name];
}
