#!/usr/bin/env python3
"""Prints the commands of a workflow in docs/ci.md as a shell script, as the CI system runs them.

usage: workflows.py (github | gitlab | shell) (install | check)

`install` prints the commands before the check, `check` prints the check. Both set the workflow's own variables, except
RELEASE: the caller's value stays. The workflow in plain shell installs nothing.
"""
import pathlib
import re
import shlex
import sys

import yaml

page = (pathlib.Path(__file__).parent.parent / "docs/ci.md").read_text()
github, gitlab = (yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL))
(shell,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)


def commands(system, part):
    """Returns the variables and commands of one part of a workflow."""
    if system == "shell":
        return {}, {"install": "true", "check": shell}[part]
    if system == "github":
        job = github["jobs"]["check"]
        wanted = {"install": "Install texelsort", "check": "Check the shaders"}[part]
        (command,) = (step["run"] for step in job["steps"] if step.get("name") == wanted)
        return job["env"], command
    if system == "gitlab":
        job = gitlab["shaders"]
        return job["variables"], "\n".join(job[{"install": "before_script", "check": "script"}[part]])
    raise KeyError(system)


try:
    variables, script = commands(*sys.argv[1:])
except (KeyError, TypeError):
    sys.exit(__doc__)
print("set -e")
for name, value in variables.items():
    if name != "RELEASE":
        print(f"export {name}={shlex.quote(str(value))}")
print(script)
