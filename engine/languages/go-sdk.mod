module example.com/pulumi-tunnel-edge/sdk/go/tunnel-edge

go 1.26

require (
	github.com/blang/semver v3.5.1+incompatible
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)
