# A tenth of the traffic goes to the new version. Change the weights to continue the rollout or to roll back. The keys are ids of backends.
resource shop "tunnel-edge:index:WeightedBackend" {
  description = "Blue and green"
  backends = {
    "bkdtg_2abBlue"  = 90
    "bkdtg_2abGreen" = 10
  }
}
