export { createOnce } from "./create";
export {
  type Creation,
  type Earlier,
  InMemoryJournal,
  type Intent,
  type Journal,
  type Worker,
} from "./journal";
