package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/zclconf/go-cty/cty"
	"gopkg.in/yaml.v3"
)

const yamlFile = "Pulumi.yaml"

// yamlProgram prints a program as a project in YAML. The engine's own generator for YAML (pulumi-yaml 1.25) doesn't
// compile with this version of the engine. This one supports the syntax that the programs of the classes use, and
// rejects the rest.
func yamlProgram(program *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) {
	config, resources, outputs := mapping(), mapping(), mapping()
	for _, node := range program.Nodes {
		switch node := node.(type) {
		case *pcl.ConfigVariable:
			entry := mapping()
			put(entry, "type", scalar("string"))
			if node.Secret {
				put(entry, "secret", scalar(true))
			}
			put(config, node.LogicalName(), entry).HeadComment = "# " + node.Description
		case *pcl.Resource:
			entry, err := resourceOf(node)
			if err != nil {
				return nil, nil, err
			}
			put(resources, node.Name(), entry).HeadComment = commentOf(node.Definition)
		case *pcl.OutputVariable:
			value, err := valueOf(node.Value)
			if err != nil {
				return nil, nil, err
			}
			put(outputs, node.LogicalName(), value)
		default:
			return nil, nil, fmt.Errorf("%T is not supported in YAML", node)
		}
	}
	project := mapping()
	for _, part := range []struct {
		name  string
		value *yaml.Node
	}{{"configuration", config}, {"resources", resources}, {"outputs", outputs}} {
		if len(part.value.Content) > 0 {
			put(project, part.name, part.value)
		}
	}
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	err := encoder.Encode(project)
	return map[string][]byte{yamlFile: text.Bytes()}, nil, err
}

func resourceOf(resource *pcl.Resource) (*yaml.Node, error) {
	entry, properties := mapping(), mapping()
	// Programs in YAML write the class without the module.
	put(entry, "type", scalar(strings.Replace(resource.Schema.Token, ":index:", ":", 1)))
	if resource.LogicalName() != resource.Name() {
		put(entry, "name", scalar(resource.LogicalName()))
	}
	for _, input := range resource.Inputs {
		value, err := valueOf(input.Value)
		if err != nil {
			return nil, err
		}
		put(properties, input.Name, value)
	}
	put(entry, "properties", properties)
	if resource.Options != nil && resource.Options.DependsOn != nil {
		value, err := valueOf(resource.Options.DependsOn)
		if err != nil {
			return nil, err
		}
		options := mapping()
		put(options, "dependsOn", value)
		put(entry, "options", options)
	}
	return entry, nil
}

func valueOf(expression model.Expression) (*yaml.Node, error) {
	switch expression := expression.(type) {
	case *model.LiteralValueExpression:
		return literal(expression.Value)
	case *model.TemplateExpression:
		text, err := templateOf(expression)
		return scalar(text), err
	case *model.ScopeTraversalExpression:
		text, err := referenceTo(expression)
		return scalar(text), err
	case *model.TupleConsExpression:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, item := range expression.Expressions {
			value, err := valueOf(item)
			if err != nil {
				return nil, err
			}
			list.Content = append(list.Content, value)
		}
		return list, nil
	case *model.ObjectConsExpression:
		object := mapping()
		for _, item := range expression.Items {
			key, err := valueOf(item.Key)
			if err != nil {
				return nil, err
			}
			value, err := valueOf(item.Value)
			if err != nil {
				return nil, err
			}
			put(object, key.Value, value)
		}
		return object, nil
	case *model.FunctionCallExpression:
		switch {
		case expression.Name == pcl.IntrinsicConvert:
			return valueOf(expression.Args[0])
		case expression.Name == "toJSON":
			value, err := valueOf(expression.Args[0])
			if err != nil {
				return nil, err
			}
			call := mapping()
			put(call, "fn::toJSON", value)
			return call, nil
		}
		return nil, fmt.Errorf("the function %s is not supported in YAML", expression.Name)
	}
	return nil, fmt.Errorf("%T is not supported in YAML", expression)
}

func templateOf(template *model.TemplateExpression) (string, error) {
	var text strings.Builder
	for _, part := range template.Parts {
		value, err := valueOf(part)
		if err != nil {
			return "", err
		}
		text.WriteString(value.Value)
	}
	return text.String(), nil
}

func referenceTo(traversal *model.ScopeTraversalExpression) (string, error) {
	path := []string{traversal.RootName}
	for _, step := range traversal.Traversal[1:] {
		attribute, ok := step.(hcl.TraverseAttr)
		if !ok {
			return "", fmt.Errorf("%T is not supported in YAML", step)
		}
		path = append(path, attribute.Name)
	}
	return "${" + strings.Join(path, ".") + "}", nil
}

func literal(value cty.Value) (*yaml.Node, error) {
	switch value.Type() {
	case cty.String:
		return scalar(value.AsString()), nil
	case cty.Bool:
		return scalar(value.True()), nil
	case cty.Number:
		number, _ := value.AsBigFloat().Float64()
		return scalar(number), nil
	}
	return nil, fmt.Errorf("a literal %s is not supported in YAML", value.Type().FriendlyName())
}

func mapping() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode} }

func scalar(value any) *yaml.Node {
	var node yaml.Node
	if err := node.Encode(value); err != nil {
		panic(err)
	}
	return &node
}

// put adds an entry, and returns the node of its key.
func put(to *yaml.Node, name string, value *yaml.Node) *yaml.Node {
	key := scalar(name)
	to.Content = append(to.Content, key, value)
	return key
}

func commentOf(block *model.Block) string {
	lines := []string{}
	for _, trivia := range block.Tokens.GetType("").LeadingTrivia {
		if comment, ok := trivia.(syntax.Comment); ok {
			for _, line := range comment.Lines {
				lines = append(lines, "#"+line)
			}
		}
	}
	return strings.Join(lines, "\n")
}
