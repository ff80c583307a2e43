// A program that declares nothing: measures the engine and the SDK alone.
require("@pulumi/pulumi");
