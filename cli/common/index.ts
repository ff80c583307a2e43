export { COMMENT_LIMIT, fitted, type Section } from "./comment";
export { addCompletion } from "./completion";
export { isConfirmed, isInteractive } from "./confirmation";
export { CommandError, EXIT, endWith } from "./exit";
export { explainingFailure, refuseSymbolicLink, writeOwnFile } from "./files";
export { REPORT_FORMATS } from "./formats";
export { chunks, compareText } from "./lists";
export { camelCase, kebabCase, withoutAccents } from "./names";
export { accountOptions, allOption, formatOptions, reportsOption } from "./options";
export { type Colours, coloursFor, isColoured, NO_COLOURS, note, print, printJson } from "./output";
export { Progress } from "./progress";
export { identityOf, reportFiles } from "./reports";
export { run } from "./run";
export {
  htmlText,
  jsonText,
  markdownCode,
  markdownText,
  mermaidText,
  plainLines,
  plainText,
  sarifText,
} from "./safe-text";
export { table } from "./table";
export { explainingTemporary, withTemporaryFolder } from "./temporary-folder";
