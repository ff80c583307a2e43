resource shop "tunnel-edge:index:TunnelGroupBackend" {
  labels = {
    app = "shop"
  }
}

resource maintenance "tunnel-edge:index:HttpResponseBackend" {
  statusCode = 503
  headers = {
    "Content-Type" = "text/plain"
    "Retry-After"  = "600"
  }
  body = "We are back soon."
}

# Visitors see the page while no agent serves the shop.
resource withPage "tunnel-edge:index:FailoverBackend" {
  __logicalName = "with-page"
  backends      = [shop.id, maintenance.id]
}

output backendId {
  value = withPage.id
}
