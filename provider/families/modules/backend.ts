import { id, object } from "../../family/fields";
import { BACKEND_CLASSES } from "../common";
import { enabled } from "./enabled";

/** API reference, "EndpointBackendMutate". */
export const backendShape = {
  enabled,
  backendId: id("Id of the backend that receives the traffic.", {
    returned: { asRef: "backend" },
    refersTo: BACKEND_CLASSES,
  }).optional(),
};

export const backend = object(backendShape, "Backend module: the destination of the traffic.", {
  significantWhenEmpty: true,
});
