import { out } from "../family/fields";
import { defineLookup } from "../family/lookup";
import { stamps, time } from "./common";

export const applicationUser = defineLookup({
  name: "ApplicationUser",
  summary: "A user who has signed in at an endpoint that requires OAuth, OpenID Connect, or SAML.",
  serviceOnly: true,
  path: "/app/users",
  listKey: "application_users",
  deletable: true,
  outputs: {
    ...stamps,
    identityProvider: out.object(
      {
        name: out.string("Name of the identity provider, such as `Google`."),
        url: out.string("URL of the identity provider, such as `https://accounts.google.com`."),
      },
      "The identity provider that authenticated the user.",
    ),
    providerUserId: out.string("Id of the user at the identity provider."),
    username: out.string("Name the user signs in with."),
    email: out.string("E-mail address of the user."),
    name: out.string("Display name of the user."),
    lastActive: time("When the user was last active."),
    lastLogin: time("When the user last signed in."),
  },
});
