export { granularityOf, LostReplyError, ServerClock } from "../transport";
export type { BulkOptions } from "./bulk";
export { ApiClient } from "./client";
export { ApiError, isClientError as isRefusal, isNotFound, ResponseError as AnswerError } from "./error";
export { idOf } from "./identity";
export type { Collection } from "./list";
export { fillPath, itemPath } from "./path";
export { snake } from "./wire";
