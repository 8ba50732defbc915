#!/bin/sh
# Proves that commit_rule can fail: specs/tools/commit_rule_spec.sh TOOLS FOLDER
set -eu
tools=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git init -q .
git config user.name Ada
git config user.email ada@example.test
commit() { git commit -q --allow-empty -m "$1"; }
commit "a subject from before the template, which is far too long to be allowed by any check at all"
"$tools/commit_rule" . | grep -q 'no commits to check'
touch .gitmessage
git add .gitmessage
commit 'project: add a template for commits'
commit 'find: split the scan for shadow roots'
"$tools/commit_rule" . | grep -q '1 commits; the rule is broken 0 times'
commit 'find: split the scan for shadow roots before a press, so that neither waits'
commit 'No area'
! "$tools/commit_rule" . >said || { cat said; exit 1; }
grep -q 'the subject has 75 characters' said
grep -q 'no area before a colon: No area' said
