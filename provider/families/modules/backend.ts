import { id } from "../../family/fields";
import { BACKEND_CLASSES } from "../common";
import { edgeModule } from "./edge-module";

/** API reference, "EndpointBackendMutate". */
export const backend = edgeModule(
  "target",
  {
    backendId: id("Id of the backend that receives the traffic.", {
      returned: { asRef: "backend" },
      refersTo: BACKEND_CLASSES,
    }).optional(),
  },
  "Backend module: the destination of the traffic.",
);
