/**
 * What a test has the product write to stderr is shown with the test if it fails, and not otherwise: the console belongs
 * to the test, the stream to the whole run.
 */
process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]) => {
  console.error(String(text).replace(/\n$/, ""));
  const written = rest.at(-1);
  if (typeof written === "function") written();
  return true;
};
