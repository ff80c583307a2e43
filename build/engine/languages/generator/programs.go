package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// loader loads one package for every name.
type loader struct{ pkg *schema.Package }

func (l loader) LoadPackage(string, *semver.Version) (*schema.Package, error) { return l.pkg, nil }

func (l loader) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return l.pkg, nil
}

func (l loader) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return l.pkg.Reference(), nil
}

func (l loader) LoadPackageReferenceV2(context.Context, *schema.PackageDescriptor) (schema.PackageReference, error) {
	return l.pkg.Reference(), nil
}

// programs converts the program.pp of each folder to every language, and prints the results as a JSON object by folder.
func programs(file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	sources, err := filepath.Glob(filepath.Join(folder, "*", "program.pp"))
	if err != nil {
		return err
	}
	programsByFolder := map[string]map[string]string{}
	for _, source := range sources {
		converted, err := convert(text, source)
		if err != nil {
			return fmt.Errorf("%s: %w", source, err)
		}
		programsByFolder[filepath.Base(filepath.Dir(source))] = converted
	}
	return json.NewEncoder(os.Stdout).Encode(programsByFolder)
}

func convert(packageSchema []byte, source string) (map[string]string, error) {
	languages := []struct {
		name, file string
		takesJSON  bool
		generate   func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)
	}{
		{"typescript", "index.ts", false, nodejs.GenerateProgram},
		{"python", "__main__.py", false, python.GenerateProgram},
		// The Go generator can't print an object for a property that also takes a string.
		{"go", "main.go", true, gogen.GenerateProgram},
		{"yaml", yamlFile, false, yamlProgram},
	}
	converted := map[string]string{}
	for _, language := range languages {
		// Each generator modifies its program, so each gets a separate one.
		program, err := bind(packageSchema, source)
		if err != nil {
			return nil, err
		}
		if !language.takesJSON {
			objectsForJSON(program)
		}
		files, diagnostics, err := language.generate(program)
		if err := failed(err, diagnostics); err != nil {
			return nil, fmt.Errorf("%s: %w", language.name, err)
		}
		converted[language.name] = string(files[language.file])
	}
	return converted, nil
}

// objectsForJSON passes the object itself to properties that take an object or its JSON.
func objectsForJSON(program *pcl.Program) {
	for _, node := range program.Nodes {
		resource, ok := node.(*pcl.Resource)
		if !ok {
			continue
		}
		for _, input := range resource.Inputs {
			call, ok := input.Value.(*model.FunctionCallExpression)
			if ok && call.Name == "toJSON" && takesObject(resource.Schema, input.Name) {
				input.Value = call.Args[0]
			}
		}
	}
}

func takesObject(resource *schema.Resource, name string) bool {
	for _, property := range resource.InputProperties {
		if property.Name == name {
			_, isUnion := codegen.UnwrapType(property.Type).(*schema.UnionType)
			return isUnion
		}
	}
	return false
}

func failed(err error, diagnostics hcl.Diagnostics) error {
	if err == nil && len(diagnostics) > 0 {
		return diagnostics
	}
	return err
}

func bind(packageSchema []byte, source string) (*pcl.Program, error) {
	pkg, err := read(packageSchema)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	if err := parser.ParseFile(bytes.NewReader(text), filepath.Base(source)); err != nil {
		return nil, err
	}
	if err := failed(nil, parser.Diagnostics); err != nil {
		return nil, err
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, loader{pkg})
	return program, failed(err, diagnostics)
}
