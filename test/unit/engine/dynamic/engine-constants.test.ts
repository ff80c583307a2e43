import * as rpc from "@pulumi/pulumi/runtime/rpc";
import { expect, test } from "vitest";
import { ENGINE_MARKS } from "../../../../provider/account/values/engine-marks";
import {
  OUTPUT_SIGNATURE,
  SECRET_SIGNATURE,
  SIGNATURE_KEY,
} from "../../../../provider/account/values/secrets";
import { UNKNOWN } from "../../../../provider/family/unknown";
import * as policies from "../../../../traffic-policy/language/policy";

test("the engine's marks equal those of its SDK", () => {
  expect({ UNKNOWN, SIGNATURE_KEY, SECRET_SIGNATURE, OUTPUT_SIGNATURE }).toEqual({
    UNKNOWN: rpc.unknownValue,
    SIGNATURE_KEY: rpc.specialSigKey,
    SECRET_SIGNATURE: rpc.specialSecretSig,
    OUTPUT_SIGNATURE: rpc.specialOutputValueSig,
  });
  expect(policies.UNKNOWN).toBe(rpc.unknownValue);
});

test("the SDK has no other marks except signatures, which mean nothing without their key", () => {
  const magic = Object.entries(rpc).filter(
    ([, value]) => typeof value === "string" && /^[0-9a-f-]{32,36}$/.test(value),
  );
  const signatures = magic.filter(([name]) => /^special\w+Sig$/.test(name)).map(([, value]) => value);
  expect(signatures).toHaveLength(5);
  const others = magic.map(([, value]) => value).filter((value) => !signatures.includes(value));
  for (const value of others) expect(ENGINE_MARKS).toContain(value);
});
