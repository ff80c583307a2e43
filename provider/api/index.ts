export { granularityOf, LostReplyError, ServerClock } from "../transport";
export type { BulkOptions } from "./bulk";
export { ApiClient, type Collection } from "./client";
export { AnswerError, ApiError, isNotFound, isRefusal } from "./error";
export { fillPath, itemPath } from "./path";
export { snake } from "./wire";
