// Generated from provider/families by `npm run generate`; do not edit.
export * from "./api-key";
export * from "./bot-user";
export * from "./certificate-authority";
export * from "./ip-policy";
export * from "./ip-policy-rule";
export * from "./ip-restriction";
export * from "./reserved-domain";
export * from "./tls-certificate";
export * from "./tls-edge";
export * from "./types";
