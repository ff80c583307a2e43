import { object } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointWebsocketTCPConverter". */
export const websocketTcpConverter = object(
  { enabled },
  "WebSocket converter module: turns WebSocket connections into TCP connections.",
  { significantWhenEmpty: true },
);
