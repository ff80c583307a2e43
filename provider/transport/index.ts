export { BaseUrl } from "./base-url";
export { type Clock, systemClock } from "./clock";
export { HttpError, LostReplyError, TransportError } from "./errors";
export { checkedHeaders, checkedToken } from "./headers";
export { excerpt, Redactor, textsIn } from "./redact";
export type { Method } from "./request";
export { classifyStatus } from "./retry";
export { ServerClock, timestampGranularity } from "./server-clock";
export { Transport, type TransportOptions } from "./transport";
