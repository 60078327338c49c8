"""Reads the YAML of docs/home-assistant.md as Home Assistant does, and renders its templates.

On standard input JSON: {"yaml": text, "secrets": {name: value}, "variables": {name: value}}. Prints the settings as JSON, each
template in them rendered with the variables.
"""
import json, sys
import jinja2, yaml

given = json.load(sys.stdin)


class Loader(yaml.SafeLoader):
    pass


Loader.add_constructor('!secret', lambda loader, node: given['secrets'][node.value])
environment = jinja2.Environment(undefined=jinja2.StrictUndefined)


def render(value):
    if isinstance(value, dict):
        return {name: render(each) for name, each in value.items()}
    if isinstance(value, list):
        return [render(each) for each in value]
    if isinstance(value, str) and '{{' in value:
        try:
            return environment.from_string(value).render(given['variables'])
        except jinja2.UndefinedError as error:
            # It belongs to another part of the page.
            return f'undefined: {error}'
    return value


print(json.dumps(render(yaml.load(given['yaml'], Loader))))
