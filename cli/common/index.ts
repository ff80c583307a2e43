export { COMMENT_LIMIT, fitComment, type Section } from "./comment";
export { confirm, isInteractive } from "./confirmation";
export { CommandError, EXIT, messageOf, setExitCode } from "./exit";
export {
  findUp,
  identityOf,
  readTextFile,
  refuseSymbolicLink,
  withWriteErrors,
  writeUserFile,
} from "./files";
export { type Format, REPORT_FORMATS, REVIEW_FORMATS, reportFiles } from "./formats";
export { chunks, compareText, listSection } from "./lists";
export { camelCase, kebabCase, withoutAccents } from "./names";
export { accountOptions, allOption, formatOptions, programOptions, reportsOption } from "./options";
export { type Colors, colorsFor, NO_COLORS, note, print, printJson, supportsColor } from "./output";
export { PACKAGE_NAME, readManifest } from "./package-manifest";
export { Progress } from "./progress";
export { run } from "./run";
export {
  escapeInvisible,
  htmlText,
  jsonText,
  markdownCode,
  markdownText,
  mermaidText,
  plainLines,
  plainText,
  sarifText,
  truncate,
} from "./safe-text";
export { markdownTable, table } from "./table";
export { withInterruption, withTemporaryErrors, withTemporaryFolder } from "./temporary-folder";
