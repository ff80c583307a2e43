import { textOf } from "../json";
import type { Family } from "../schema/family";
import { id, string, timestamp } from "../schema/params";
import { returned } from "../schema/responses";
import { formatTimestamp } from "../schema/timestamp";

const USERS = ["/app/users"];
const ENDPOINTS = ["/endpoints"];
const EDGES = ["/edges/https"];

const SECONDS_OF_A_SESSION = 24 * 60 * 60;

const DESKTOP = {
  raw: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0",
  browser_name: "Chrome",
  browser_version: "140",
  device_type: "Desktop",
  os_name: "Linux",
  os_version: "",
};

/** Service only: the reference does not have it. Sessions come from traffic, and can be seeded. */
export const applicationSession: Family = {
  stem: "application-session",
  name: "ApplicationSession",
  serviceOnly: true,
  collection: "/app/sessions",
  listKey: "application_sessions",
  idPrefix: "as",
  operations: ["get", "list", "delete"],
  create: {
    public_url: string({ default: "https://app.example.com" }),
    browser_session: {
      type: "object",
      shape: "BrowserSession",
      fields: {
        user_agent: {
          type: "object",
          shape: "UserAgent",
          fields: {
            raw: string(),
            browser_name: string(),
            browser_version: string(),
            device_type: string(),
            os_name: string(),
            os_version: string(),
          },
          default: DESKTOP,
        },
        ip_address: string({ default: "203.0.113.30" }),
        location: {
          type: "object",
          shape: "Location",
          fields: {
            country_code: string({ default: null }),
            latitude: { type: "float64", default: null },
            longitude: { type: "float64", default: null },
            lat_long_radius_km: { type: "int64", default: null },
          },
        },
      },
      default: { user_agent: DESKTOP, ip_address: "203.0.113.30", location: null },
    },
    application_user_id: id({ to: USERS }),
    last_active: timestamp(),
    expires_at: timestamp(),
    endpoint_id: id({ to: ENDPOINTS }),
    edge_id: id({ to: EDGES }),
    route_id: string({ default: null }),
  },
  update: [],
  response: {
    public_url: returned.string(),
    browser_session: returned.object("BrowserSession"),
    application_user: returned.ref("application_user_id", USERS),
    last_active: returned.string(),
    expires_at: returned.string(),
    endpoint: returned.ref("endpoint_id", ENDPOINTS),
    edge: returned.ref("edge_id", EDGES),
    route: {
      ...returned.ref("route_id", []),
      compute(account, { fields }) {
        const route = textOf(fields.route_id);
        return route === "" ? null : account.ref([`/edges/https/${textOf(fields.edge_id)}/routes`], route);
      },
    },
  },
  atCreation: ({ account }, fields) => ({
    last_active: textOf(fields.last_active) || account.clock.timestamp(),
    expires_at:
      textOf(fields.expires_at) || formatTimestamp(account.clock.now() + SECONDS_OF_A_SESSION * 1000),
  }),
};
