// Generated from provider/families by `npm run generate`; do not edit.
export * from "./agent-ingress";
export * from "./api-key";
export * from "./application-session";
export * from "./application-user";
export * from "./bot-user";
export * from "./certificate-authority";
export * from "./credential";
export * from "./endpoint";
export * from "./event-destination";
export * from "./event-subscription";
export * from "./failover-backend";
export * from "./http-response-backend";
export * from "./https-edge";
export * from "./https-edge-route";
export * from "./https-edge-route-backend";
export * from "./ip-policy";
export * from "./ip-policy-rule";
export * from "./ip-restriction";
export * from "./kubernetes-operator";
export type {
  InputsOf,
  ListOptions,
  ListOutputOptions,
  LookupOptions,
  LookupOutputOptions,
} from "./lookup";
export * from "./reserved-addr";
export * from "./reserved-domain";
export * from "./secret";
export * from "./service-user";
export * from "./ssh-certificate-authority";
export * from "./ssh-credential";
export * from "./ssh-host-certificate";
export * from "./ssh-user-certificate";
export * from "./static-backend";
export * from "./tcp-edge";
export * from "./tcp-edge-ip-restriction";
export * from "./tls-certificate";
export * from "./tls-edge";
export * from "./tls-edge-mutual-tls";
export * from "./tls-edge-tls-termination";
export * from "./tunnel";
export * from "./tunnel-group-backend";
export * from "./tunnel-session";
export * from "./vault";
export * from "./weighted-backend";
