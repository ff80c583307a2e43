export {
  type Creation,
  type Earlier,
  InMemoryJournal,
  type Intent,
  type Journal,
  type Worker,
} from "../../run/journal";
export { createOnce } from "./once";
