#!/usr/bin/env bash
# Reviews a pull or merge request: writes review.md, review.sarif, and review.html. If findings block the change, it still exits
# with 0, so that later steps upload the reports, and writes code=3 to the file GITHUB_OUTPUT. Settings are environment variables.
set -euo pipefail
code=0
npx --no tunnel-edge review --stack "$STACK" \
  --policy-pack "${POLICY_PACK:-node_modules/pulumi-tunnel-edge/policy-pack}" --policy-pack-config "${POLICY_CONFIG:-policy.json}" \
  --max-deletions "${MAX_DELETIONS:-5}" --fail-on "${FAIL_ON:-high}" \
  --out review.md review.sarif review.html || code=$?
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi
echo "code=$code" >> "$GITHUB_OUTPUT"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat review.md >> "$GITHUB_STEP_SUMMARY"; fi
