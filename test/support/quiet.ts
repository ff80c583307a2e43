/** Redirects stderr to the console, which the test runner shows only for tests that fail. */
process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]) => {
  console.error(String(text).replace(/\n$/, ""));
  const callback = rest.at(-1);
  if (typeof callback === "function") callback();
  return true;
};
