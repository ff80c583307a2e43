/** Service users have the inputs of bot users. */
export { sample } from "./bot-user";
