# Kills ptx-run while its program runs, and says whether the program goes on. $1: a file for the
# program's process; the rest is the command of ptx-run.
File=$1
shift
"$@" -- sh -c 'echo $$ > "$0.new" && mv "$0.new" "$0"; exec sleep 120' "$File" &
Run=$!
for _ in $(seq 600); do
  [ -f "$File" ] && break
  sleep 0.1
done
Program=$(cat "$File")
kill -0 "$Program" && echo "the program runs"
kill -9 "$Run"
wait "$Run" 2> /dev/null
for _ in $(seq 100); do
  grep -q '^State:.[^ZX]' "/proc/$Program/status" 2> /dev/null || break
  sleep 0.1
done
if grep -q '^State:.[^ZX]' "/proc/$Program/status" 2> /dev/null; then
  kill -9 "$Program"
  echo "the program goes on"
else
  echo "the program has ended"
fi
