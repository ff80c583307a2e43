// A minimal server of the engine's provider protocol, to measure the base cost of any provider in Node.js.
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const pb = require("@pulumi/pulumi/proto/provider_pb");

const server = new Server();
server.addService(ResourceProviderService, {
  handshake: (_, done) => done(null, new pb.ProviderHandshakeResponse()),
  configure: (_, done) => done(null, new pb.ConfigureResponse()),
  check: ({ request }, done) => done(null, new pb.CheckResponse().setInputs(request.getNews())),
  diff: (_, done) => done(null, new pb.DiffResponse().setChanges(pb.DiffResponse.DiffChanges.DIFF_NONE)),
});
process.on("SIGTERM", () => process.exit(0));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (_, port) =>
  process.stdout.write(`${port}\n`),
);
