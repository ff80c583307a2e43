import { object } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointCompression". */
export const compression = object({ enabled }, "Compression module: compresses responses.", {
  significantWhenEmpty: true,
});
