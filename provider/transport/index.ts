export { BaseUrl } from "./base-url";
export { HttpError, LostReplyError, TransportError } from "./errors";
export { excerpt, Redactor } from "./redact";
export { granularityOf, ServerClock } from "./server-clock";
export { sleep } from "./sleep";
export { type Method, Transport, type TransportOptions } from "./transport";
