import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { credentials } from "@grpc/grpc-js";
import type * as Client from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as Messages from "@pulumi/pulumi/proto/engine_pb";

const WARNING = /^warning: /;
const MAX_WAIT_MS = 2_000;

/** Sends lines to the engine, which shows them next to the resource of the call. */
export class EngineLog {
  /** For each call: the URN of its resource, empty if it has none, and the lines that the engine has not confirmed. */
  private readonly calls = new AsyncLocalStorage<{
    readonly urn: string;
    readonly pending: Set<Promise<void>>;
  }>();
  private engine: Client.EngineClient | undefined;
  address: string | undefined;

  connect(address: string): void {
    this.close();
    this.address = address;
  }

  close(): void {
    this.engine?.close();
    this.engine = undefined;
    this.address = undefined;
  }

  /** Runs a call, whose lines are shown next to the resource. Waits at most MAX_WAIT_MS until they are sent. */
  async during<T>(urn: string, task: () => Promise<T>): Promise<T> {
    const call = { urn, pending: new Set<Promise<void>>() };
    try {
      return await this.calls.run(call, task);
    } finally {
      if (call.pending.size > 0)
        await Promise.race([Promise.all(call.pending), sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    }
  }

  report(line: string): void {
    const call = this.calls.getStore();
    const sent = this.send(line, call?.urn ?? "").finally(() => call?.pending.delete(sent));
    call?.pending.add(sent);
  }

  private send(line: string, urn: string): Promise<void> {
    if (this.address === undefined) {
      process.stderr.write(`${line}\n`);
      return Promise.resolve();
    }
    // Loaded lazily: most runs report nothing.
    const { EngineClient } = require("@pulumi/pulumi/proto/engine_grpc_pb") as typeof Client;
    const { LogRequest, LogSeverity } = require("@pulumi/pulumi/proto/engine_pb") as typeof Messages;
    this.engine ??= new EngineClient(this.address, credentials.createInsecure());
    const { engine } = this;
    const request = new LogRequest()
      .setSeverity(WARNING.test(line) ? LogSeverity.WARNING : LogSeverity.INFO)
      .setMessage(line.replace(WARNING, "").toWellFormed())
      .setUrn(urn);
    // A line that cannot be sent must not fail the operation.
    return new Promise((done) => {
      engine.log(request, () => done());
    });
  }
}
