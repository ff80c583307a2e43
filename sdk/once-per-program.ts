import * as pulumi from "@pulumi/pulumi";

/**
 * Returns a function that creates a value on its first call in a program and then returns the same one; undefined outside
 * of a program, such as in a unit test. With the Automation API, a process runs several programs.
 */
export function oncePerProgram<T>(create: () => T): () => T | undefined {
  const values = new WeakMap<object, T>();
  return () => {
    const program = pulumi.runtime.getStackResource();
    if (program && !values.has(program)) values.set(program, create());
    return program && values.get(program);
  };
}
