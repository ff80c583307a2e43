export { BaseUrl } from "./base-url";
export { type Clock, systemClock } from "./clock";
export { HttpError, LostReplyError, TransportError } from "./errors";
export { checkedHeaders, checkedToken } from "./headers";
export { addSecrets, excerpt, Redactor, textsIn, withSecrets } from "./redact";
export type { Method } from "./request";
export { classifyStatus } from "./retry";
export { ServerClock, timestampGranularity } from "./server-clock";
export { Transport, type TransportOptions } from "./transport";
