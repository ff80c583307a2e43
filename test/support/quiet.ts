/** Redirects stderr to the console, which the test runner shows only for tests that fail. */
process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]) => {
  console.error(String(text).replace(/\n$/, ""));
  const written = rest.at(-1);
  if (typeof written === "function") written();
  return true;
};
