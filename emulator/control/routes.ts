import { z } from "zod";
import type { Question } from "../../traffic-policy/evaluate/question";
import { ApiFailure } from "../failure";
import { type HttpRequest, send } from "../http/exchange";
import { failureResponse, jsonResponse } from "../http/responses";
import type { EmulatorServer, Handler } from "../http/server";
import { isObject, type Json } from "../json";
import { EmulatorOptionError, readOption } from "../read-option";
import type { ClockChange } from "./clock";
import type { Control } from "./control";
import type { Mutation } from "./mutate";
import type { Seed } from "./seed";

const ROOT = "/__emulator";

/** Serves the controls over HTTP. They need no token, because the emulator listens on loopback by default. */
export function addControlRoutes(server: EmulatorServer, basePath: string, control: Control): void {
  const roots = basePath === "" ? [ROOT] : [ROOT, `${basePath}${ROOT}`];
  for (const root of roots) {
    const read = (path: string, run: ControlFunction) =>
      server.route("GET", `${root}/${path}`, handlerFor(run));
    const change = (name: string, run: (value: unknown) => unknown) =>
      server.route(
        "POST",
        `${root}/${name}`,
        handlerFor(({ body }) => run(unwrap(name, body.length === 0 ? undefined : JSON.parse(String(body))))),
      );
    read("requests", ({ query: { since, method, path } }) =>
      control.requests({
        since: since === undefined ? undefined : readOption("since", z.coerce.number().min(0), since),
        method,
        path,
      }),
    );
    read("faults", () => control.faults());
    read("clock", () => control.clock());
    read("objects", () => control.objects());
    read("objects/*collection", (_request, { collection }) => control.objects(`/${collection}`));
    // The values are untrusted; each control validates them with its own schema.
    change("faults", (value) => control.faults(value as never));
    change("seed", (value) => control.seed(value as Seed));
    change("mutate", (value) => control.mutate(value as Mutation));
    change("clock", (value) => control.clock(value as ClockChange));
    change("evaluate", (value) => control.evaluate(value as Question));
    change("reset", () => control.reset());
    const message =
      "There is no such control: GET requests, faults, clock, and objects, and POST faults, seed, mutate, clock, evaluate, and reset.";
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
      server.route(method, `${root}/*control`, async (_request, response) =>
        send(response, failureResponse(new ApiFailure("notFound", message))),
      );
  }
}

type ControlFunction = (request: HttpRequest, params: Readonly<Record<string, string>>) => unknown;

/** Accepts a control's value unwrapped, or under its own name as in `{ "faults": [...] }`. */
function unwrap(name: string, body: unknown): unknown {
  return isObject(body) && Object.keys(body).length === 1 && name in body ? body[name] : body;
}

function handlerFor(run: ControlFunction): Handler {
  return async (request, response, params) => {
    try {
      send(response, jsonResponse(200, ((await run(request, params)) ?? {}) as Json));
    } catch (error) {
      const isInvalid = error instanceof EmulatorOptionError || error instanceof SyntaxError;
      send(response, failureResponse(isInvalid ? new ApiFailure("malformed", error.message) : error));
    }
  };
}
