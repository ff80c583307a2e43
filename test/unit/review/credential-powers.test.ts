import { describe, expect, test } from "vitest";
import { markdown } from "../../../cli/review/render/markdown";
import { created, type Props, reviewSteps, updated } from "../../support/previews";

const change = (className: string, before: object, after: object) =>
  updated(className, "one", "one_1", before as Props, after as Props, [
    ...new Set([...Object.keys(before), ...Object.keys(after)]),
  ]);

const powersOf = async (...step: Parameters<typeof change>) =>
  (await reviewSteps([change(...step)])).findings
    .filter(({ rule }) => rule === "power-gained")
    .map(({ severity, message }) => `${severity}: ${message}`);

const arn = (account: string) => ({
  target: { kinesis: { streamArn: `arn:aws:kinesis:eu-central-1:${account}:stream/events` } },
});

const ALL = /^high: its sessions can bind everything/;
const ROOT = /^high: .*everybody, including root/;
const ssh = (criticalOptions: object) => ({ criticalOptions });
const from = (address: string) => ssh({ "source-address": address });
const runs = (command: string) => ssh({ "force-command": command });
const acl = (...rules: readonly string[]) => ({ acl: rules });

test.each<[string, object, object, RegExp | null]>([
  ["SshUserCertificate", { principals: ["ann"] }, { principals: [] }, ROOT],
  ["SshUserCertificate", { principals: ["ann"] }, {}, ROOT],
  ["SshUserCertificate", { principals: ["ann"] }, { principals: ["ann", "root"] }, /^high: .*"root"/],
  ["SshUserCertificate", { principals: ["ann", "bob"] }, { principals: ["bob"] }, null],
  ["SshUserCertificate", { principals: [] }, { principals: ["ann"] }, null],
  ["SshHostCertificate", { principals: ["a.test"] }, { principals: [] }, /^high: its holder can pose as/],
  ["SshUserCertificate", from("203.0.113.0/24"), ssh({}), /^high: it can be used from any address/],
  [
    "SshUserCertificate",
    from("203.0.113.0/24"),
    from("203.0.113.0/24,10.0.0.1"),
    /^high: .*from more addresses/,
  ],
  ["SshUserCertificate", from("203.0.113.0/24"), from("203.0.113.7"), null],
  ["SshUserCertificate", runs("ls"), {}, /^high: it can run any command/],
  ["SshUserCertificate", runs("/bin/date"), runs("/bin/bash"), /^high: it runs a different command/],
  ["SshUserCertificate", { extensions: {} }, { extensions: { "permit-pty": "" } }, /^high: .*permit-pty/],
  ["Credential", acl("bind:*.a.test"), acl("bind:*.a.test", "bind:team=x.a.test"), /^high: .*bind:team=x/],
  ["Credential", acl("bind:app=*"), acl("bind:app=x"), null],
  ["Credential", acl("*"), acl(), null],
  ["Credential", acl("bind:app.a.test"), acl("bind:App.a.test"), null],
  ["Credential", acl("bind:*.a.test"), acl("bind:b.a.test"), null],
  ["Credential", acl("bind:a.test"), acl(), ALL],
  ["Credential", acl("bind:a.test"), {}, ALL],
  ["Credential", acl("[secret]"), acl("bind:b.test"), /^medium: may gain power/],
  ["SshCredential", acl("bind:a.test"), acl("bind:a.test", "bind:b.test"), /^high: .*"bind:b.test"/],
  [
    "EventDestination",
    arn("111111111111"),
    arn("222222222222"),
    /^medium: events go to a different destination$/,
  ],
  ["EventDestination", arn("1"), { ...arn("1"), description: "x" }, null],
  [
    "EventSubscription",
    { destinationIds: ["ed_1"] },
    { destinationIds: ["ed_1", "ed_2"] },
    /^medium: .*ed_2/,
  ],
  ["BotUser", { active: false }, { active: true }, /^medium: is activated/],
  ["ServiceUser", { active: false }, {}, /^medium: is activated/],
  ["BotUser", { active: true }, { active: false }, null],
])("judges the powers of a %s that changes from %j to %j", async (className, before, after, expected) => {
  const found = await powersOf(className, before, after);
  expect(found).toEqual(expected === null ? [] : [expect.stringMatching(expected)]);
});

describe("a report without findings", () => {
  const NOTHING = "Nothing to worry about.";

  test("counts changes that no rule judges", async () => {
    const transferred = change("ApiKey", { ownerId: "usr_1" }, { ownerId: "usr_2" });
    expect(markdown(await reviewSteps([transferred]))).toContain("1 change was not judged");
    expect(markdown(await reviewSteps([created("ApiKey", "key", { description: "ci" })]))).not.toContain(
      NOTHING,
    );
  });

  test("ignores descriptions", async () => {
    const described = change("Credential", { description: "a" }, { description: "b" });
    expect(markdown(await reviewSteps([described]))).toContain(NOTHING);
  });
});
