import * as edge from "pulumi-tunnel-edge";

// A user for pipelines and other machines. Set active to false to disable all its keys at once.
const deploy = new edge.ServiceUser("deploy", { name: "deploy", active: true });

// The key belongs to this user, not to a person, so it keeps working when the people who set it up leave.
const key = new edge.ApiKey("deploy", { ownerId: deploy.id, description: "deploys the shop" });

export const serviceUserId = deploy.id;
export const token = key.token;
