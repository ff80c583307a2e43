import { out } from "../family/fields";
import { defineLookup } from "../family/lookup";
import { stamps, time } from "./common";

export const applicationSession = defineLookup({
  name: "ApplicationSession",
  summary: "The session of an ApplicationUser in one browser at one endpoint.",
  serviceOnly: true,
  path: "/app/sessions",
  listKey: "application_sessions",
  deletable: true,
  outputs: {
    ...stamps,
    publicUrl: out.string("URL of the endpoint."),
    browserSession: out.object(
      {
        userAgent: out.object(
          {
            raw: out.string("The `User-Agent` header as sent by the browser."),
            browserName: out.string("Name of the browser, such as `Chrome`."),
            browserVersion: out.string("Version of the browser, such as `102`."),
            deviceType: out.string("Type of the device, such as `Desktop`."),
            osName: out.string("Name of the operating system, such as `MacOS`."),
            osVersion: out.string("Version of the operating system, such as `10.15.7`."),
          },
          "The browser's description of itself.",
          { shapeName: "BrowserUserAgent" },
        ),
        ipAddress: out.string("IP address of the browser."),
        location: out.object(
          {
            countryCode: out.string("ISO code of the country.", { nullable: true }),
            latitude: out.number("Latitude in degrees.", { nullable: true }),
            longitude: out.number("Longitude in degrees.", { nullable: true }),
            latLongRadiusKm: out.number("Accuracy radius, in kilometers.", { nullable: true }),
          },
          "Location of the IP address; null if unknown.",
          { nullable: true, shapeName: "BrowserLocation" },
        ),
      },
      "The browser.",
    ),
    applicationUser: out.ref("The user; null if unknown.", { nullable: true }),
    lastActive: time("When the session was last used."),
    expiresAt: time("When the session expires."),
    endpoint: out.ref("The endpoint, such as that of an agent; null for an edge.", { nullable: true }),
    edge: out.ref("The edge; null for an endpoint.", { nullable: true }),
    route: out.ref("The route of the edge; null for an endpoint.", { nullable: true }),
  },
});
