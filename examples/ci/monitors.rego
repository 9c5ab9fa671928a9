# What a plan must not do: conftest test plan.json --policy examples/ci
package main

import rego.v1

deny contains msg if {
	some change in input.changes
	change.action == "delete"
	startswith(change.key, "prod/")
	msg := sprintf("%s must not be deleted", [change.key])
}
