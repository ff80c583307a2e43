import { edgeModule } from "./edge-module";

/** API reference, "EndpointCompression". */
export const compression = edgeModule("other", {}, "Compression module: compresses responses.");
