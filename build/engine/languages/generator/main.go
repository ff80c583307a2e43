// Writes the Python and Go SDKs of a package schema, and programs in every language, with the engine's own code
// generators.
//
// Usage: sdk-generator sdks <schema.json> <target folder>
//
//	sdk-generator programs <schema.json> <folder of folders with a program.pp>
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-tunnel-edge"

func main() {
	commands := map[string]func(schema, folder string) error{"sdks": generate, "programs": programs}
	if len(os.Args) != 4 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: sdk-generator sdks|programs <schema.json> <folder>")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(file, target string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	// Each generator modifies its package, so each gets a separate one.
	pkg, err := read(text)
	if err != nil {
		return err
	}
	files, err := python.GeneratePackage(tool, pkg, nil, nil)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(target, "python"), files); err != nil {
		return err
	}
	if pkg, err = read(text); err != nil {
		return err
	}
	files, err = gogen.GeneratePackage(tool, pkg, nil)
	if err != nil {
		return err
	}
	return write(filepath.Join(target, "go"), files)
}

func read(text []byte) (*schema.Package, error) {
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	languages := map[string]schema.Language{"go": gogen.Importer, "nodejs": nodejs.Importer, "python": python.Importer}
	pkg, err := schema.ImportSpec(spec, languages, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	// Like `pulumi package add`: the path of the Go module depends on this.
	pkg.SupportPack = true
	return pkg, nil
}

func write(folder string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
