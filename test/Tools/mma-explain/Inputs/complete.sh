# What bash completes of a command line: the words of it are arguments, the last is completed.
source <("$MMA_EXPLAIN" completion bash)
COMP_WORDS=("$MMA_EXPLAIN" "$@")
COMP_CWORD=$#
_mma_explain 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"
