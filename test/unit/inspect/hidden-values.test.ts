import { expect, test } from "vitest";
import { ipRestriction } from "../../../provider/families/ip-restriction";
import { tlsCertificate } from "../../../provider/families/tls-certificate";
import { knownField } from "../../../provider/family/field";
import { secretString } from "../../../provider/family/fields";
import { HiddenValues } from "../../../provider/inspect/hidden-values";

const hidden = new HiddenValues((value) => value === "[secret]");

const key = knownField(tlsCertificate.inputs, "privateKeyPem");
const secret = secretString("A secret.", { returned: "sometimes" });
const ids = knownField(ipRestriction.inputs, "ipPolicyIds");

test.each([
  ["a value that is never returned", key, "mine", undefined, "equal"],
  ["a hidden value that is never returned", key, "[secret]", undefined, "equal"],
  ["a secret that is withheld", secret, "mine", "", "equal"],
  ["a secret that is returned", secret, "mine", "other", "different"],
  ["a hidden value", secret, "[secret]", "other", "undecided"],
  ["a set with a hidden item", ids, ["a", "c", "[secret]"], ["a", "b"], "undecided"],
] as const)("compares %s", (_, field, declared, observed, expected) => {
  expect(hidden.compare(field, declared, observed)).toBe(expected);
});
