export { BaseUrl } from "./base-url";
export { type Clock, systemClock } from "./clock";
export { HttpError, LostReplyError, TransportError } from "./errors";
export { excerpt, Redactor } from "./redact";
export { granularityOf, ServerClock } from "./server-clock";
export { type Method, Transport, type TransportOptions } from "./transport";
