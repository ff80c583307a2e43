#!/usr/bin/env bash
# The review of a pull or merge request: writes review.md, review.sarif and review.html. Ends with 0 also when findings stop the
# change, so that the reports are handed on first: the file GITHUB_OUTPUT gets code=3 then. All settings come from the environment.
set -euo pipefail
code=0
npx --no tunnel-edge review --stack "$STACK" \
  --policy-pack "${POLICY_PACK:-node_modules/pulumi-tunnel-edge/policy-pack}" --policy-pack-config "${POLICY_CONFIG:-policy.json}" \
  --max-deletions "${MAX_DELETIONS:-5}" --fail-on "${FAIL_ON:-high}" \
  --out review.md review.sarif review.html || code=$?
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi
echo "code=$code" >> "$GITHUB_OUTPUT"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat review.md >> "$GITHUB_STEP_SUMMARY"; fi
