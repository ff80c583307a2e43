export { BaseUrl } from "./base-url";
export { HttpError, LostReplyError, TransportError, type TransportFailure } from "./errors";
export { excerpt, Redactor } from "./redact";
export { granularityOf, ServerClock } from "./server-clock";
export { type Answer, type Method, type Request, Transport, type TransportOptions } from "./transport";
