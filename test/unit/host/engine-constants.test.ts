import { specialSecretSig, specialSigKey, unknownValue } from "@pulumi/pulumi/runtime/rpc";
import { expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../provider/host/secrets";

test("the engine's magic values are the ones of its SDK", () => {
  expect({ UNKNOWN, SIGNATURE_KEY, SECRET_SIGNATURE }).toEqual({
    UNKNOWN: unknownValue,
    SIGNATURE_KEY: specialSigKey,
    SECRET_SIGNATURE: specialSecretSig,
  });
});
