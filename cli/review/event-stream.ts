import { promisify } from "node:util";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { EventsService, type IEventsServer } from "@pulumi/pulumi/proto/events_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/**
 * Receives the policy events of one engine run over the loopback interface. An event log in a file would contain
 * every secret of the program in debug events.
 */
export async function openEventStream() {
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
    /** The value of the engine's option `--event-log`. */
    target: `tcp://127.0.0.1:${port}`,
    policyEvents,
    get isComplete(): boolean {
      return isComplete;
    },
    [Symbol.dispose]: () => server.forceShutdown(),
  };
}
