export { nearest } from "../../traffic-policy/language/nearest";
