import type { Shape } from "../../family/field";
import { bool, decimal, integer, mapOf, secretString, string } from "../../family/fields";

/**
 * The configuration of an account: keys of the stack configuration, and inputs of an explicit `Provider`. What the values
 * mean is decided where they are read, in `provider/account/settings/settings.ts`.
 */
export const configuration = {
  baseUrl: string(
    "Address of the API, with or without a path. For the default account the environment variable `TUNNEL_EDGE_BASE_URL` takes precedence.",
  ).optional(),
  apiToken: secretString(
    "API token. Either this or `apiTokenCommand` is needed. For the default account the environment variable `TUNNEL_EDGE_API_TOKEN` takes precedence.",
  ).optional(),
  apiTokenCommand: string(
    "Command that prints the API token; run by the provider process, at most once until the token is refused.",
  ).optional(),
  headers: mapOf(
    string(""),
    "Further request headers. For the default account the environment variable `TUNNEL_EDGE_HEADERS`, a JSON object, takes precedence.",
    { secret: true },
  ).optional(),
  requestsPerMinute: integer(
    "Most requests in a minute. Unset: as many as the service allows.",
    [1, 60_000],
  ).optional(),
  requestTimeout: decimal(
    "Seconds after which a request counts as lost; 30 when unset.",
    [0.1, 3600],
  ).optional(),
  ownershipMark: bool(
    "Whether created objects carry a mark in their metadata, by which the run after a killed one recognises them.",
  ).optional(),
  defaultDescription: string(
    "Description of each object whose program leaves `description` unset; an empty text in the program leaves it empty.",
  ).optional(),
  defaultMetadata: string(
    "Metadata of each object whose program leaves `metadata` unset; an empty text in the program leaves it empty.",
  ).optional(),
  warnDeprecated: bool(
    "Whether a preview warns of classes and inputs that the service has deprecated, such as edges.",
  ).optional(),
} satisfies Shape;
