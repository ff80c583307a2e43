import type { ResourceFamily } from "../../family/resource";
import { findChangedInputs } from "../plan/diff";
import { checkResource, diffResource, planResource } from "../plan/resource";
import type { Lifecycle } from "../run/lifecycle";
import { modulesOf } from "../values/collection";
import { namesOf } from "../values/names";
import { create } from "./create";
import { remove } from "./delete";
import { previewAdoption } from "./find";
import { read } from "./read";
import { update } from "./update";

export const resourceLifecycle = (family: ResourceFamily): Lifecycle => ({
  check: (given) => checkResource(family, given),
  changedInputs: (compared) => findChangedInputs(family, compared),
  diff: (comparison) => diffResource(family, comparison),
  plan: (inputs, before) => planResource(family, inputs, before),
  names: (inputs) => namesOf(family, inputs),
  modules: (id, inputs) => modulesOf(family, id, inputs),
  previewAdoption: (run, checked) => previewAdoption(family, run, checked),
  create: (run, creation) => create(family, run, creation),
  read: (run, existing) => read(family, run, existing),
  update: (run, change) => update(family, run, change),
  delete: (run, existing) => remove(family, run, existing),
});
