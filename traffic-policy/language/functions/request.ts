import { isIP } from "node:net";
import { canonicalAddress, readRange } from "../networks";
import { ExpressionFailure, requireKnown, Undecided, type Value } from "../values";
import {
  defineFunction,
  type FunctionEntry,
  type FunctionTable,
  list,
  type RequestParts,
  text,
} from "./function-entry";

/** Returns false for an invalid address. */
const inRange = (address: string, cidr: string): boolean =>
  isIP(address) !== 0 && (readRange(cidr)?.has(canonicalAddress(address)) ?? false);

const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];

/** Ignores the case of header names, though the API reference requires their canonical form. */
const header = (request: RequestParts, name: Value | undefined) => request.header(text(name).toLowerCase());
const param = (request: RequestParts, name: Value | undefined) => request.queryParam(text(name));

const isPresent = (value: Value | undefined): boolean =>
  value !== undefined && requireKnown(value) !== undefined;

const random =
  (name: string): FunctionEntry["run"] =>
  () => {
    throw new Undecided(name);
  };

const HEADERS = { base: "req.headers", folds: true };
const PARAMS = { base: "req.url.query_params", folds: false };
const COOKIES = { base: "req.cookies", folds: false };

export const REQUEST: FunctionTable = {
  "getQueryParam(string): list": {
    description: "Values of a query parameter.",
    lookUp: PARAMS,
    runOnRequest: (request, name) => param(request, name) ?? [],
  },
  "getReqCookie(string)": {
    description: "A request cookie.",
    runOnRequest: (request, name) => {
      const [first] = list(request.cookie(text(name)) ?? []);
      if (first === undefined) throw new ExpressionFailure("there is no such cookie");
      return first;
    },
  },
  "getReqHeader(string): list": {
    description: "Values of a request header.",
    lookUp: HEADERS,
    runOnRequest: (request, name) => header(request, name) ?? [],
  },
  "getResCookie(string)": defineFunction("A response cookie."),
  "getResHeader(string): list": defineFunction("Values of a response header."),
  "hasQueryParam(string): bool": {
    description: "Whether the query has a parameter.",
    isTotal: true,
    lookUp: PARAMS,
    runOnRequest: (request, name) => isPresent(param(request, name)),
  },
  "hasReqCookie(string): bool": {
    description: "Whether the request has a cookie.",
    isTotal: true,
    lookUp: COOKIES,
    runOnRequest: (request, name) => isPresent(request.cookie(text(name))),
  },
  "hasReqHeader(string): bool": {
    description: "Whether the request has a header.",
    isTotal: true,
    lookUp: HEADERS,
    runOnRequest: (request, name) => isPresent(header(request, name)),
  },
  "hasResCookie(string): bool": defineFunction("Whether the response has a cookie."),
  "hasResHeader(string): bool": defineFunction("Whether the response has a header."),
  "inCidrRange(string, cidr): bool": {
    description: "Whether an address is in a CIDR.",
    test: "network",
    run: (address, cidr) => inRange(text(address), text(cidr)),
  },
  "inCidrRanges(string, cidrs): bool": {
    description: "Whether an address is in one of several CIDRs.",
    test: "network",
    run: (address, cidrs) => list(cidrs).some((cidr) => inRange(text(address), text(cidr))),
  },
  "rand.double(...)": defineFunction("Random number from 0 to 1.", random("rand.double()"), {
    isTotal: true,
  }),
  "rand.int(...)": defineFunction("Random integer between two numbers.", random("rand.int()"), {
    isTotal: true,
  }),
  "secrets.get(string, string): string": {
    description: "A secret of a vault: `secrets.get('vault', 'name')`. The policy never contains its value.",
    isTotal: true,
    runOnRequest: (request, vault, name) => {
      const secret = request.secret(text(vault), text(name));
      if (secret === undefined) throw new Undecided(`the secret ${text(vault)}/${text(name)}`);
      return secret;
    },
  },
  "string.isPrivateIp(): bool": defineFunction("Whether the string is a private IP address.", (value) =>
    PRIVATE.some((cidr) => inRange(text(value), cidr)),
  ),
};
