import { isIP } from "node:net";
import { canonicalAddress, readRange } from "../networks";
import { ExpressionFailure, isPresent, Undecided, type Value } from "../values";
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

type KeyedMap = NonNullable<FunctionEntry["keyedMap"]>;

/** Accepts header names in any case, as the service does. */
const HEADERS: KeyedMap = { variable: "req.headers", ignoresCase: true };
const PARAMS: KeyedMap = { variable: "req.url.query_params", ignoresCase: false };
const COOKIES: KeyedMap = { variable: "req.cookies", ignoresCase: false };

const lookUp = (request: RequestParts, { variable, ignoresCase }: KeyedMap, name: Value) =>
  request.lookUp(variable, ignoresCase ? text(name).toLowerCase() : text(name));

const valuesOf = (keyedMap: KeyedMap, description: string): FunctionEntry => ({
  description,
  keyedMap,
  runOnRequest: (request, name) => lookUp(request, keyedMap, name) ?? [],
});

const presenceIn = (keyedMap: KeyedMap, description: string): FunctionEntry => ({
  description,
  neverFails: true,
  keyedMap,
  runOnRequest: (request, name) => isPresent(lookUp(request, keyedMap, name)),
});

const random = (name: string, description: string): FunctionEntry => ({
  description,
  neverFails: true,
  run: () => {
    throw new Undecided(name);
  },
});

export const REQUEST: FunctionTable = {
  "getQueryParam(string): list": valuesOf(PARAMS, "Values of a query parameter."),
  // A cookie is an object with `name` and `value`.
  "getReqCookie(string)": {
    description: "A request cookie.",
    runOnRequest: (request, name) => {
      const [first] = list(lookUp(request, COOKIES, name) ?? []);
      if (first === undefined) throw new ExpressionFailure("there is no such cookie");
      return first;
    },
  },
  "getReqHeader(string): list": valuesOf(HEADERS, "Values of a request header."),
  // Functions of the response are undecided, because the evaluator doesn't know the response.
  "getResCookie(string)": defineFunction("A response cookie."),
  "getResHeader(string): list": defineFunction("Values of a response header."),
  "hasQueryParam(string): bool": presenceIn(PARAMS, "Whether the query has a parameter."),
  "hasReqCookie(string): bool": presenceIn(COOKIES, "Whether the request has a cookie."),
  "hasReqHeader(string): bool": presenceIn(HEADERS, "Whether the request has a header."),
  "hasResCookie(string): bool": defineFunction("Whether the response has a cookie."),
  "hasResHeader(string): bool": defineFunction("Whether the response has a header."),
  "inCidrRange(string, cidr): bool": {
    description: "Whether an address is in a CIDR.",
    comparison: "network",
    run: (address, cidr) => inRange(text(address), text(cidr)),
  },
  "inCidrRanges(string, cidrs): bool": {
    description: "Whether an address is in one of several CIDRs.",
    comparison: "network",
    run: (address, cidrs) => list(cidrs).some((cidr) => inRange(text(address), text(cidr))),
  },
  "rand.double(...)": random("rand.double()", "Random number from 0 to 1."),
  "rand.int(...)": random("rand.int()", "Random integer between two numbers."),
  "secrets.get(string, string): string": {
    description: "A secret of a vault: `secrets.get('vault', 'name')`. The policy never contains its value.",
    neverFails: true,
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
