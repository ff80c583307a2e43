import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { REASONS } from "../failure";
import { errorAnswer } from "../http/answer";
import { EmulatorOptionError } from "../options";
import type { ClockChange } from "./clock";
import { type Control, unwrap } from "./control";
import type { Mutation } from "./mutate";
import type { Seed } from "./seed";

const ROOT = "/__emulator";

/** The controls over HTTP, without a token: the emulator listens on the loopback address. */
export function controlRoutes(app: FastifyInstance, basePath: string, control: Control): void {
  const roots = basePath === "" ? [ROOT] : [ROOT, `${basePath}${ROOT}`];
  for (const root of roots) {
    app.get(`${root}/requests`, (request) => {
      const { since, method, path } = request.query as Record<string, string>;
      return control.requests({
        ...(since === undefined ? {} : { since: Number(since) || 0 }),
        ...(method === undefined ? {} : { method }),
        ...(path === undefined ? {} : { path }),
      });
    });
    app.get(`${root}/faults`, () => control.faults());
    app.get(`${root}/clock`, () => control.clock());
    app.get(`${root}/objects`, () => control.objects());
    app.get(`${root}/objects/*`, (request) =>
      control.objects(`/${(request.params as Record<string, string>)["*"] ?? ""}`),
    );
    // The values come from outside; each control reads them by its own schema and refuses what does not fit.
    app.post(
      `${root}/faults`,
      changing((body) => control.faults(unwrap("faults", body) as never)),
    );
    app.post(
      `${root}/seed`,
      changing((body) => control.seed(unwrap("seed", body) as Seed)),
    );
    app.post(
      `${root}/mutate`,
      changing((body) => control.mutate(unwrap("mutate", body) as Mutation)),
    );
    app.post(
      `${root}/clock`,
      changing((body) => control.clock(unwrap("clock", body) as ClockChange)),
    );
    app.post(
      `${root}/reset`,
      changing(() => control.reset()),
    );
  }
}

function changing(run: (body: unknown) => unknown) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const text = Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "";
      return reply.send(run(text === "" ? undefined : JSON.parse(text)) ?? {});
    } catch (error) {
      if (!(error instanceof EmulatorOptionError || error instanceof SyntaxError)) throw error;
      const { status, code } = REASONS.malformed;
      const answer = errorAnswer(status, code, error.message);
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    }
  };
}
