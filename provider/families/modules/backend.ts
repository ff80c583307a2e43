import { id, object } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointBackendMutate". */
export const backendShape = {
  enabled,
  backendId: id("Id of the backend that traffic goes to.", {
    ref: "backend",
    refersTo: ["WeightedBackend", "FailoverBackend", "TunnelGroupBackend"],
  }).optional(),
};

export const backend = object(backendShape, "Backend module: where traffic goes.", { presence: true });
