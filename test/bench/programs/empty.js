// A program without resources, to measure only the engine and the SDK.
require("@pulumi/pulumi");
