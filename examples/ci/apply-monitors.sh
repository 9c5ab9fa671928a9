#!/bin/sh
# Applies the specs at the tip of a branch, and pushes state and journal: sh ci/apply-monitors.sh BRANCH [ENVIRONMENT]
set -eu
branch=$1

environment=${2:-${MONITORS_ENVIRONMENT:-}}
[ -z "$environment" ] || export MONITORS_ENVIRONMENT="$environment"
case $environment in
  '' | default) state=monitors.state.json ;;
  *) state=monitors.state.$environment.json ;;
esac
files="$state $state.journal"

# The tip, not the commit that started this run: it holds what the run before this one recorded.
# With the whole history: the first apply looks there for an earlier state.
[ "$(git rev-parse --is-shallow-repository)" = false ] || git fetch -q --unshallow origin
git fetch -q origin "$branch"
git checkout -q -B "$branch" FETCH_HEAD
started=$(git rev-parse HEAD)
git config user.name monitors
git config user.email monitors@localhost

monitors validate --strict service --format json > findings.json || monitors validate --strict service
monitors plan --format markdown --out plan.json > plan.md
status=0
monitors apply plan.json --format json > result.json \
  --persist-command "git add $files && git commit -qm 'Announce what is created next [skip ci]' && git fetch -q origin '$branch' && git merge-base --is-ancestor $started FETCH_HEAD && git push -q origin 'HEAD:$branch'" ||
  status=$?

# Also after a failure: what was created by then exists.
for file in $files; do
  git add "$file" 2> /dev/null || git rm -q --cached --ignore-unmatch "$file"
done
git diff --cached --quiet || git commit -qm 'Record what monitors apply did [skip ci]'

# A push is rejected if another commit was pushed first. That commit stays and ours goes on top of it, unless both changed the state.
# What a forced push took away stays away.
attempts=3
while [ "$(git rev-parse HEAD)" != "$started" ]; do
  git fetch -q origin "$branch"
  base=$started
  ! git merge-base --is-ancestor "$started" FETCH_HEAD || base=$(git merge-base HEAD FETCH_HEAD)
  if [ "$attempts" = 0 ] || ! git diff --quiet "$base" FETCH_HEAD -- $files; then
    echo "The state of this run could not be pushed. Keep $state and its journal: they say what exists." >&2
    exit 5
  fi
  git rebase -q --onto FETCH_HEAD "$base"
  ! git push -q origin "HEAD:$branch" || break
  attempts=$((attempts - 1))
done
exit "$status"
