config githubClientSecret string {
  description = "The client secret of the OAuth application at GitHub."
  secret      = true
}

resource domain "tunnel-edge:index:ReservedDomain" {
  __logicalName = "admin"
  domain        = "admin.example.com"
}

resource admin "tunnel-edge:index:HttpsEdge" {
  hostports = ["${domain.domain}:443"]
  tlsTermination = {
    minVersion = "1.2"
  }
}

resource app "tunnel-edge:index:TunnelGroupBackend" {
  labels = {
    app = "admin"
  }
}

# One path of an HTTPS edge: who has access, and where traffic goes.
resource route "tunnel-edge:index:HttpsEdgeRoute" {
  __logicalName = "admin"
  edgeId        = admin.id
  matchType     = "path_prefix"
  match         = "/"
  description   = "Admin, for the staff"
  backend = {
    backendId = app.id
  }
  oauth = {
    provider = {
      github = {
        clientId      = "Iv1.example"
        clientSecret  = githubClientSecret
        organizations = ["example"]
      }
    }
    maximumDuration   = 28800
    inactivityTimeout = 3600
  }
  responseHeaders = {
    add = {
      "Strict-Transport-Security" = "max-age=31536000"
    }
  }
}

output routeId {
  value = route.id
}
