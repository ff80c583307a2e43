export { granularityOf, LostReplyError, ServerClock } from "../transport";
export type { BulkOptions } from "./bulk";
export { ApiClient } from "./client";
export { AnswerError, ApiError, isNotFound, isRefusal } from "./error";
export { idOf } from "./identity";
export type { Collection } from "./list";
export { fillPath, itemPath } from "./path";
export { snake } from "./wire";
