// A program that declares nothing: what the engine and the SDK take for themselves.
require("@pulumi/pulumi");
