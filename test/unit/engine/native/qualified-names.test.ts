import { expect, test } from "vitest";
import { qualifiedNameIn } from "../../../../provider/engine/native/classes";

const T = "tunnel-edge:index:TlsEdge";

test.each([
  [`urn:pulumi:prod::infra::${T}::web`, "organization/infra/prod/web"],
  [`urn:pulumi:prod::infra::my:index:Edge$${T}::web`, "organization/infra/prod/my:index:Edge$web"],
  [`urn:pulumi:prod::infra::a$b$${T}::web`, "organization/infra/prod/a$b$web"],
  [`urn:pulumi:prod::infra::${T}::a::b`, "organization/infra/prod/a::b"],
])("names %s like the dynamic class: %s", (urn, name) => {
  expect(qualifiedNameIn(urn)).toBe(name);
});
