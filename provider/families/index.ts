import type { CommandFamily } from "../family/command";
import type { LookupFamily } from "../family/lookup";
import type { ModuleFamily } from "../family/module";
import type { ResourceFamily } from "../family/resource";
import { apiKey } from "./api-key";
import { botUser } from "./bot-user";
import { certificateAuthority } from "./certificate-authority";
import { ipPolicy } from "./ip-policy";
import { ipPolicyRule } from "./ip-policy-rule";
import { ipRestriction } from "./ip-restriction";
import { reservedDomain } from "./reserved-domain";
import { tlsCertificate } from "./tls-certificate";
import { tlsEdge } from "./tls-edge";

/** Families with a class that programs declare. */
export const resources: readonly ResourceFamily[] = [
  apiKey,
  botUser,
  certificateAuthority,
  ipPolicy,
  ipPolicyRule,
  ipRestriction,
  reservedDomain,
  tlsCertificate,
  tlsEdge,
];

/** Single modules of an edge or route that something else manages. */
export const modules: readonly ModuleFamily[] = [];

/** Collections that can only be read. */
export const lookups: readonly LookupFamily[] = [];

/** Every family that a class stands for. */
export const managed: readonly (ResourceFamily | ModuleFamily | CommandFamily)[] = [...resources, ...modules];
