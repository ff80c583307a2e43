import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { ApiFailure } from "../failure";
import { errorAnswer } from "./answer";
import type { Callers } from "./caller";
import type { ApiOperation } from "./operations";
import type { Pipeline } from "./pipeline";

/** Seeds of a whole account are large; a body of the API never comes near. */
const BODY_LIMIT = 512 * 1024 * 1024;

/** Longer than clients keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 300_000;

/** What becomes of a request whose path cannot be taken apart: it is refused as the API refuses others. */
const UNREADABLE: ApiOperation = {
  method: "GET",
  path: "*",
  status: 200,
  run() {
    throw new ApiFailure(
      "malformed",
      "The path cannot be read: a part of it is too long or wrongly escaped.",
    );
  },
};

/** An HTTP server for the operations; it does not listen yet. */
export function createServer(
  basePath: string,
  operations: readonly ApiOperation[],
  pipeline: Pipeline,
  callers: Callers,
): FastifyInstance {
  const refused = (request: FastifyRequest, reply: FastifyReply) => {
    const answer = callers.refusalOf(request.headers);
    if (answer) void reply.code(answer.status).headers(answer.headers).send(answer.body);
    return answer !== undefined;
  };
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2000 },
    // No hook runs for these.
    frameworkErrors: (_error, request, reply) => {
      if (!refused(request, reply)) void pipeline.handle(request, reply, UNREADABLE);
    },
  });
  // Of the API and of the controls, and before a body is read.
  app.addHook("onRequest", (request, reply, done) => {
    if (!refused(request, reply)) done();
  });
  // Bodies stay bytes: services take JSON whatever its content type says, and an agent command any body at all.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  for (const operation of operations)
    app.route({
      method: operation.method,
      url: `${basePath}${operation.path}`,
      handler: (request, reply) => pipeline.handle(request, reply, operation),
    });
  app.setNotFoundHandler((request, reply) => pipeline.handle(request, reply, undefined));
  app.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : "unknown";
    const answer = errorAnswer(500, "ERR_EMULATOR_999", `The emulator failed: ${message}.`);
    void reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
  return app;
}
