import { beforeEach, expect, test } from "vitest";
import { RecentObjects } from "../../../provider/lifecycle/run/recent-objects";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

/** The creation hours of six objects, which are listed in pages of two. */
const HOURS = [1, 2, 3, 4, 5, 6];
const time = (hour: number) => `2030-01-01T0${hour}:00:00Z`;

let bare: BareAccount;
let recentObjects: RecentObjects;

beforeEach(async () => {
  const policies = HOURS.map((hour) => ({ id: `ipp_${hour}`, created_at: time(hour) }));
  bare = await openBareAccount({ pageSize: 2, seed: { "/ip_policies": policies } });
  recentObjects = new RecentObjects(bare.account.api, { path: "/ip_policies", listKey: "ip_policies" });
});

const listSince = async (hour: number) => {
  const objects = await recentObjects.listSince(() => Date.parse(time(hour)));
  return objects.map(({ id }) => String(id));
};
const countPages = () => bare.emulator.requests({ method: "GET" }).length;

test("recent objects end with the first page that has only older ones", async () => {
  expect(await listSince(6)).toEqual(["ipp_6", "ipp_5", "ipp_4", "ipp_3"]);
  expect(countPages()).toBe(2);
});

test("recent objects without a start time include everything", async () => {
  expect(await recentObjects.listSince(() => undefined)).toHaveLength(6);
});

test("concurrent callers share one list of recent objects, back to the earliest start", async () => {
  const [late, early] = await Promise.all([listSince(6), listSince(1), listSince(4)]);
  expect(early).toHaveLength(6);
  expect(late).toEqual(early);
  expect(countPages()).toBe(3);
});

test("recent objects are listed again for later callers and after a failure", async () => {
  bare.emulator.faults({ on: "GET *", status: 403, times: 1 });
  const first = listSince(6);
  await new Promise((done) => setImmediate(done));
  const second = listSince(6);
  await expect(first).rejects.toThrow("403");
  expect(await second).toHaveLength(4);
  expect(countPages()).toBe(3);
});

test("recent objects continue after an empty page", async () => {
  const body = { ip_policies: [], next_page_uri: `${bare.emulator.url}/ip_policies?before_id=ipp_6` };
  bare.emulator.faults({ on: "GET *", kind: "custom", status: 200, body, times: 1 });
  expect(await listSince(5)).toEqual(["ipp_5", "ipp_4", "ipp_3", "ipp_2"]);
});
