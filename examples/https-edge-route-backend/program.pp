config edgeId string {
  description = "The id of an edge that something else manages."
}

config routeId string {
  description = "The id of one of its routes."
}

resource app "tunnel-edge:index:TunnelGroupBackend" {
  labels = {
    app = "api"
  }
}

# Only the backend of a route that is managed elsewhere.
resource api "tunnel-edge:index:HttpsEdgeRouteBackend" {
  edgeId    = edgeId
  routeId   = routeId
  backendId = app.id
}
