import { BACKENDS } from "../modules/targets";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { ids } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { guardBackend, refuseCycle } from "./backend";
import { freeNotes } from "./shared";

/** API reference: "Failover backend". The order of the children is kept. */
export const failoverBackend: Family = {
  stem: "failover-backend",
  name: "FailoverBackend",
  section: "Failover backend",
  collection: "/backends/failover",
  listKey: "backends",
  idPrefix: "bkdfo",
  operations: EVERY_OPERATION,
  create: { ...freeNotes, backends: ids({ to: BACKENDS }, { emptiedByUpdate: true }) },
  update: ["description", "metadata", "backends"],
  response: { ...notes, backends: returned.list() },
  check: refuseCycle,
  guard: guardBackend,
};
