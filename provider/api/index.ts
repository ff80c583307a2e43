export {
  type Clock,
  classifyStatus,
  HttpError,
  LostReplyError,
  ServerClock,
  systemClock,
  TransportError,
  textsIn,
  timestampGranularity,
} from "../transport";
export { ApiClient } from "./client";
export { ApiError, isClientError, isNotFound, ResponseError } from "./error";
export type { Collection } from "./list";
export { fillPath, idOf, itemPath, PathError, segmentProblem } from "./path";
export { snake } from "./wire";
