#!/usr/bin/env bash
# Compares a stack with its account and writes drift.md. Exits with 0 even if there is drift, and then writes code=3 to the file
# GITHUB_OUTPUT. Settings are environment variables.
set -euo pipefail
code=0
npx --no tunnel-edge drift --stack "$STACK" --out drift.md || code=$?
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi
echo "code=$code" >> "$GITHUB_OUTPUT"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat drift.md >> "$GITHUB_STEP_SUMMARY"; fi
