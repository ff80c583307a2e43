import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { planAdoption } from "../../provider/inspect/adoption";
import { existingObject } from "../../provider/inspect/existing-object";
import { configFor } from "../support/config";
import { sshPublicKey } from "../support/crypto";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { emulatedAccount } from "../support/test-resources";

/**
 * API reference, section "SSH user certificate": extensions have a default "if unspecified". An empty map is specified:
 * the certificate allows none of them. Principals differ: their default applies "if empty or unspecified".
 */

type Props = Record<string, unknown>;

const DEFAULTS = { "permit-pty": "", "permit-user-rc": "" };
const CLASS = "SshUserCertificate";

describe.each([{ liveShapes: false }, { liveShapes: true }])("with live shapes: $liveShapes", (options) => {
  let emulator: Emulator;
  let host: HostedProvider;
  let args: Props;

  beforeEach(async () => {
    vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
    emulator = await emulatedAccount({ ...options });
    host = hostFor(emulator);
    const { id } = await host.create("SshCertificateAuthority", {});
    args = { sshCertificateAuthorityId: id, publicKey: sshPublicKey("ann") };
  });

  const stored = (id: string) =>
    emulator.objects("/ssh_user_certificates").find((certificate) => certificate.id === id);
  /** Creates a certificate, and returns its diff with other inputs. */
  async function diffAfterChange(from: Props, to: Props) {
    const certificates = host.of(CLASS);
    const { id, outs } = await host.create(CLASS, { ...args, ...from });
    const { props } = await certificates.read(id, outs);
    const { inputs } = await certificates.check({ ...args, ...from }, { ...args, ...to });
    return certificates.diff(id, props as Props, inputs as Props);
  }

  test("an empty map is sent, and the certificate is signed without extensions", async () => {
    const none = await host.create(CLASS, { ...args, extensions: {} });
    const unset = await host.create(CLASS, args);
    expect([stored(none.id)?.extensions, stored(unset.id)?.extensions]).toEqual([{}, DEFAULTS]);
    expect([none.outs.extensions, unset.outs.extensions]).toEqual([{}, DEFAULTS]);
  });

  test("unchanged extensions produce no diff", async () => {
    for (const extensions of [undefined, {}, DEFAULTS]) {
      expect(await diffAfterChange({ extensions }, { extensions })).toEqual({ changes: false });
    }
  });

  test.each([
    ["removing an empty map", {}, undefined],
    ["adding an empty map", undefined, {}],
    ["emptying the extensions", DEFAULTS, {}],
  ])("%s replaces the certificate", async (_, before, after) => {
    expect(await diffAfterChange({ extensions: before }, { extensions: after })).toMatchObject({
      replaces: ["extensions"],
    });
  });

  test("an empty list of principals means the same as none", async () => {
    expect(await diffAfterChange({ principals: [] }, {})).toEqual({ changes: false });
  });

  test("the generated program for a certificate without extensions sets an empty map", async () => {
    const { id } = await host.create(CLASS, { ...args, extensions: {} });
    expect((await existingObject(CLASS, id, configFor(emulator))).inputs).toMatchObject({ extensions: {} });
  });

  test("a service may return an empty map as null", async () => {
    const { id, outs } = await host.create(CLASS, { ...args, extensions: {} });
    const body = { ...stored(id), extensions: null };
    emulator.faults({ on: "GET /ssh_user_certificates/*", kind: "custom", status: 200, body });
    const { props } = await host.of(CLASS).read(id, outs);
    expect(props).toMatchObject({ extensions: {} });
    expect((await existingObject(CLASS, id, configFor(emulator))).inputs).toMatchObject({ extensions: {} });
  });

  test("a program adopts a certificate if its extensions match", async () => {
    const none = await host.create(CLASS, { ...args, extensions: {} });
    const unset = await host.create(CLASS, args);
    const planRefusals = async (adoptId: string, more: Props) =>
      (await planAdoption(CLASS, { ...args, ...more, adoptId }, configFor(emulator), "[secret]"))?.refused;
    expect(await planRefusals(none.id, { extensions: {} })).toEqual([]);
    expect(await planRefusals(unset.id, {})).toEqual([]);
    expect(await planRefusals(unset.id, { extensions: {} })).toEqual(["extensions"]);
  });
});
