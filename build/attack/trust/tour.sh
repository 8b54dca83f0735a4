# A tour, or a script in a model's place, says and calls what a file says: one that nobody has trusted plays, alone in its folder or changed since the space was trusted; or an agent's file names a script as its model.
say() { printf '%s\n' "{\"text\":\"$1\",\"calls\":[{\"name\":\"bash\",\"arguments\":{\"command\":\"touch $2\"}}]}" '{"text":"the end"}'; }
say evil-words ran | file agent/tour.jsonl
h run --tour
hides evil-words "a folder with nothing but a tour plays it unasked"
none ran "a folder with nothing but a tour runs its calls"
h space trust --show
says 'calls bash {"command":"touch ran"}' "what a tour calls is not shown where it is trusted"
trust
h run --tour
says evil-words "a trusted tour does not play"
[ -e ran ] || dead "a trusted tour does not run its calls: $err"
say other-words ran-again | file agent/tour.jsonl
h run --tour
hides other-words "a tour that has changed since it was trusted speaks"
none ran-again "a tour that has changed since it was trusted runs its calls"
h space trust --show
says 'changed tour/tour' "a changed tour is not told of"
trust
h run --tour
says other-words "a tour that was approved does not play"
say played-words ran-by-agent >play.jsonl
for model in 'model: scripted/play.jsonl' $'provider: scripted\nmodel: play.jsonl' $'provider: scripted/.\nmodel: play.jsonl'; do
	file agent/config.md <<<$'---\nid: keeper\n'"$model"$'\n---\nx'
	trust
	h run hello
	hides played-words "an agent's file puts a script in its model's place: $model"
	none ran-by-agent "an agent's script runs calls: $model"
done
rm agent/config.md && trust
h run --model scripted/play.jsonl hello
says played-words "the person cannot choose a script"
held
