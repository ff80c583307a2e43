import { promisify } from "node:util";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { EventsService, type IEventsServer } from "@pulumi/pulumi/proto/events_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** The policy events of one engine run, received over the loopback interface. */
export interface EventStream extends Disposable {
  /** The value of the engine's option `--event-log`. */
  readonly target: string;
  readonly policyEvents: readonly string[];
  readonly isComplete: boolean;
}

/** Listens for the engine's events. An event log in a file would contain every secret of the program in debug events. */
export async function openEventStream(): Promise<EventStream> {
  const policyEvents: string[] = [];
  let isComplete = false;
  const service: IEventsServer = {
    streamEvents: (call, done) => {
      call.on("data", (request) => {
        const event = request.getEvent();
        if (event.includes('"policyEvent"')) policyEvents.push(event);
      });
      call.on("end", () => {
        isComplete = true;
        done(null, new Empty());
      });
    },
  };
  const server = new Server({ "grpc.max_receive_message_length": -1 });
  server.addService(EventsService, service);
  const port = await promisify(server.bindAsync.bind(server))(
    "127.0.0.1:0",
    ServerCredentials.createInsecure(),
  );
  return {
    target: `tcp://127.0.0.1:${port}`,
    policyEvents,
    get isComplete() {
      return isComplete;
    },
    [Symbol.dispose]: () => server.forceShutdown(),
  };
}
