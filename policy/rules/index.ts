// Generated from the files of this folder by `npm run generate`; do not edit.
export * from "./backends";
export * from "./certificates";
export * from "./credentials";
export * from "./domains";
export * from "./endpoints";
export * from "./guards";
export * from "./ip-restrictions";
export * from "./keys";
export * from "./metadata";
export * from "./sign-in";
export * from "./ssh";
export * from "./tls";
