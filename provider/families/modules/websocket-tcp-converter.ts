import { edgeModule } from "./edge-module";

/** API reference, "EndpointWebsocketTCPConverter". */
export const websocketTcpConverter = edgeModule(
  "other",
  {},
  "WebSocket converter module: turns WebSocket connections into TCP connections.",
);
