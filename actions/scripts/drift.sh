#!/usr/bin/env bash
# Compares a stack with its account: writes drift.md. Ends with 0 also when there is drift: the file GITHUB_OUTPUT
# gets code=3 then. All settings come from the environment.
set -euo pipefail
code=0
npx --no tunnel-edge drift --stack "$STACK" --out drift.md || code=$?
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi
echo "code=$code" >> "$GITHUB_OUTPUT"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat drift.md >> "$GITHUB_STEP_SUMMARY"; fi
