/** The data file cannot be opened, read, or written. */
export class DataFileError extends Error {
  constructor(file: string, why: string, remedy: string, options?: ErrorOptions) {
    super(`The emulator's data file ${file} ${why}. ${remedy}`, options);
    this.name = "DataFileError";
  }
}

/** Error codes of a full file system. */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Runs an action on the data file, and converts errors of the file system. @throws DataFileError */
export function withDataFileErrors<T>(file: string, why: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    if (cause instanceof DataFileError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const remedy = FULL.includes(code ?? "")
      ? "Free space on its file system, or raise its quota or `ulimit -f`; everything acknowledged so far is kept."
      : "Choose another file, in a folder that you may write to.";
    throw new DataFileError(file, `${why} (${code ?? message})`, remedy, { cause });
  }
}
