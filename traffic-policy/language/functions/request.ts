import { isIP } from "node:net";
import { canonicalAddress, readRange } from "../networks";
import { ExpressionFailure, known, Undecided, type Value } from "../values";
import { list, text } from "./arguments";
import { type Entry, type Functions, of, type RequestParts } from "./entry";

/** What is no address is in no range. */
const inRange = (address: string, cidr: string): boolean =>
  isIP(address) !== 0 && (readRange(cidr)?.has(canonicalAddress(address)) ?? false);

const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];

/** Names of headers are compared without their case: assumed by convention, the reference asks for the canonical form. */
const header = (request: RequestParts, name: Value | undefined) => request.header(text(name).toLowerCase());
const param = (request: RequestParts, name: Value | undefined) => request.queryParam(text(name));

/** @throws Undecided if the value is unknown */
const isPresent = (value: Value | undefined): boolean => value !== undefined && known(value) !== undefined;

const random = (name: string): Entry["run"] => {
  return () => {
    throw new Undecided(name);
  };
};

const HEADERS = { base: "req.headers", folds: true };
const PARAMS = { base: "req.url.query_params", folds: false };
const COOKIES = { base: "req.cookies", folds: false };

/** Functions that read the request or its addresses, draw random numbers, or read a vault. */
export const REQUEST: Functions = {
  "getQueryParam(string): list": {
    description: "Values of a parameter of the query.",
    lookUp: PARAMS,
    ofRequest: (request, name) => param(request, name) ?? [],
  },
  "getReqCookie(string)": {
    description: "A cookie of the request.",
    ofRequest: (request, name) => {
      const [first] = list(request.cookie(text(name)) ?? []);
      if (first === undefined) throw new ExpressionFailure("there is no such cookie");
      return first;
    },
  },
  "getReqHeader(string): list": {
    description: "Values of a header of the request.",
    lookUp: HEADERS,
    ofRequest: (request, name) => header(request, name) ?? [],
  },
  "getResCookie(string)": of("A cookie of the response."),
  "getResHeader(string): list": of("Values of a header of the response."),
  "hasQueryParam(string): bool": {
    description: "Whether the query has a parameter.",
    isTotal: true,
    lookUp: PARAMS,
    ofRequest: (request, name) => isPresent(param(request, name)),
  },
  "hasReqCookie(string): bool": {
    description: "Whether the request has a cookie.",
    isTotal: true,
    lookUp: COOKIES,
    ofRequest: (request, name) => isPresent(request.cookie(text(name))),
  },
  "hasReqHeader(string): bool": {
    description: "Whether the request has a header.",
    isTotal: true,
    lookUp: HEADERS,
    ofRequest: (request, name) => isPresent(header(request, name)),
  },
  "hasResCookie(string): bool": of("Whether the response has a cookie."),
  "hasResHeader(string): bool": of("Whether the response has a header."),
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
  "rand.double(...)": of("Random number from 0 to 1.", random("rand.double()"), { isTotal: true }),
  "rand.int(...)": of("Random whole number between two.", random("rand.int()"), { isTotal: true }),
  "secrets.get(string, string): string": {
    description: "A secret of a vault: `secrets.get('vault', 'name')`. The policy never holds its value.",
    isTotal: true,
    ofRequest: (request, vault, name) => {
      const secret = request.secret(text(vault), text(name));
      if (secret === undefined) throw new Undecided(`the secret ${text(vault)}/${text(name)}`);
      return secret;
    },
  },
  "string.isPrivateIp(): bool": of("Whether it is an address of a private network.", (value) =>
    PRIVATE.some((cidr) => inRange(text(value), cidr)),
  ),
};
