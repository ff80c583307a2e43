export { createOnce } from "./create";
export {
  type Creation,
  type Earlier,
  ForgetfulJournal,
  type Intent,
  type Journal,
  type Worker,
} from "./journal";
