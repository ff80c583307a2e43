import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { planAdoption } from "../../provider/inspect/adoption";
import { existingObject } from "../../provider/inspect/object";
import { configFor } from "../support/config";
import { sshPublicKey } from "../support/crypto";
import { emulatedAccount } from "../support/ending";
import { type HostedProvider, hostFor } from "../support/hosted";

/**
 * API reference, section "SSH user certificate": extensions have a default "if unspecified". An empty map is specified:
 * the certificate allows none of them. Principals differ: their default applies "if empty or unspecified".
 */

type Props = Record<string, unknown>;

const DEFAULTS = { "permit-pty": "", "permit-user-rc": "" };
const name = "SshUserCertificate";

describe.each([{ liveShapes: false }, { liveShapes: true }])("with live shapes: $liveShapes", (options) => {
  let emulator: Emulator;
  let host: HostedProvider;
  let given: Props;

  beforeEach(async () => {
    vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
    emulator = await emulatedAccount({ ...options });
    host = hostFor(emulator);
    const { id } = await host.create("SshCertificateAuthority", {});
    given = { sshCertificateAuthorityId: id, publicKey: sshPublicKey("ann") };
  });

  const stored = (id: string) =>
    emulator.objects("/ssh_user_certificates").find((certificate) => certificate.id === id);
  /** The effect of `up` on a certificate when the program's extensions change. */
  async function next(from: Props, to: Props) {
    const certificates = host.of(name);
    const { id, outs } = await host.create(name, { ...given, ...from });
    const { props } = await certificates.read(id, outs);
    const { inputs } = await certificates.check({ ...given, ...from }, { ...given, ...to });
    return certificates.diff(id, props as Props, inputs as Props);
  }

  test("an empty map is sent, and the certificate is signed without extensions", async () => {
    const none = await host.create(name, { ...given, extensions: {} });
    const unset = await host.create(name, given);
    expect([stored(none.id)?.extensions, stored(unset.id)?.extensions]).toEqual([{}, DEFAULTS]);
    expect([none.outs.extensions, unset.outs.extensions]).toEqual([{}, DEFAULTS]);
  });

  test("what stays as it is, is no difference", async () => {
    for (const extensions of [undefined, {}, DEFAULTS]) {
      expect(await next({ extensions }, { extensions })).toEqual({ changes: false });
    }
  });

  test.each([
    ["an empty map that goes", {}, undefined],
    ["an empty map that comes", undefined, {}],
    ["extensions that are emptied", DEFAULTS, {}],
  ])("%s replaces the certificate", async (_, before, after) => {
    expect(await next({ extensions: before }, { extensions: after })).toMatchObject({
      replaces: ["extensions"],
    });
  });

  test("an empty list of principals means the same as none", async () => {
    expect(await next({ principals: [] }, {})).toEqual({ changes: false });
  });

  test("a program for an existing certificate without extensions says so", async () => {
    const { id } = await host.create(name, { ...given, extensions: {} });
    expect((await existingObject(name, id, configFor(emulator))).inputs).toMatchObject({ extensions: {} });
  });

  test("a service may return an empty map as null", async () => {
    const { id, outs } = await host.create(name, { ...given, extensions: {} });
    const body = { ...stored(id), extensions: null };
    emulator.faults({ on: "GET /ssh_user_certificates/*", kind: "custom", status: 200, body });
    const { props } = await host.of(name).read(id, outs);
    expect(props).toMatchObject({ extensions: {} });
    expect((await existingObject(name, id, configFor(emulator))).inputs).toMatchObject({ extensions: {} });
  });

  test("a certificate is taken over by a program that wants the extensions that it has", async () => {
    const none = await host.create(name, { ...given, extensions: {} });
    const unset = await host.create(name, given);
    const refused = async (adoptId: string, more: Props) =>
      (await planAdoption(name, { ...given, ...more, adoptId }, configFor(emulator), "[secret]"))?.refused;
    expect(await refused(none.id, { extensions: {} })).toEqual([]);
    expect(await refused(unset.id, {})).toEqual([]);
    expect(await refused(unset.id, { extensions: {} })).toEqual(["extensions"]);
  });
});
