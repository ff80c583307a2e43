import { AsyncLocalStorage } from "node:async_hooks";
import { credentials } from "@grpc/grpc-js";
import type * as Client from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as Messages from "@pulumi/pulumi/proto/engine_pb";

/** One call of the engine, while it runs. */
interface Call {
  /** Of the resource that it is about; empty for other calls. */
  readonly urn: string;
  /** Lines that the engine has not confirmed. */
  readonly lines: Set<Promise<void>>;
}

const WARNING = /^warning: /;
/** Milliseconds that a call waits for its lines to arrive. */
const LONGEST_WAIT = 2_000;

/** Sends lines for the user to the engine, which shows them at the resource of the call. */
export class EngineLog {
  private readonly calls = new AsyncLocalStorage<Call>();
  private engine: Client.EngineClient | undefined;
  private connectedTo: string | undefined;
  private isClosed = false;

  /** Of the engine; undefined before it is known. */
  get address(): string | undefined {
    return this.connectedTo;
  }

  /** @param address - Of the engine, as it names it when it starts the provider. */
  connect(address: string): void {
    this.close();
    [this.connectedTo, this.isClosed] = [address, false];
  }

  close(): void {
    this.engine?.close();
    [this.engine, this.isClosed] = [undefined, true];
  }

  /** Runs a call: what it reports is the resource's, and has arrived when it ends. */
  async during<T>(urn: string, task: () => Promise<T>): Promise<T> {
    const call: Call = { urn, lines: new Set() };
    try {
      return await this.calls.run(call, task);
    } finally {
      if (call.lines.size > 0) await Promise.race([Promise.all(call.lines), waited(LONGEST_WAIT)]);
    }
  }

  report(line: string): void {
    const call = this.calls.getStore();
    const sent = this.send(line, call?.urn ?? "").finally(() => call?.lines.delete(sent));
    call?.lines.add(sent);
  }

  private send(line: string, urn: string): Promise<void> {
    if (this.connectedTo === undefined || this.isClosed) {
      process.stderr.write(`${line}\n`);
      return Promise.resolve();
    }
    // Most runs tell nothing, and start without the client.
    const { EngineClient } = require("@pulumi/pulumi/proto/engine_grpc_pb") as typeof Client;
    const { LogRequest, LogSeverity } = require("@pulumi/pulumi/proto/engine_pb") as typeof Messages;
    this.engine ??= new EngineClient(this.connectedTo, credentials.createInsecure());
    const { engine } = this;
    const request = new LogRequest()
      .setSeverity(WARNING.test(line) ? LogSeverity.WARNING : LogSeverity.INFO)
      .setMessage(line.replace(WARNING, "").toWellFormed())
      .setUrn(urn);
    // A line that cannot be sent must not stop the operation that it is about.
    return new Promise((done) => {
      engine.log(request, () => done());
    });
  }
}

const waited = (milliseconds: number) =>
  new Promise<void>((done) => {
    setTimeout(done, milliseconds).unref();
  });
