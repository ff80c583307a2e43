export { granularityOf, LostReplyError, ServerClock, TransportError } from "../transport";
export type { BulkOptions } from "./bulk";
export { ApiClient, type CallOptions, type Collection } from "./client";
export { AnswerError, ApiError, isNotFound, isRefusal } from "./error";
export { idOf } from "./identity";
export { fillPath, itemPath } from "./path";
export { snake, type Wire } from "./wire";
