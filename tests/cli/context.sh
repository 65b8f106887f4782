# What people state about a release, and suppressions by variable and household, in result and report.
{
    echo home,age,city,illness
    for i in $(seq 40); do
        echo "h$((i / 3)),$((30 + i % 2)),C$((i % 2)),ill$((i % 3))"
    done
    echo h99,80,Z,ill1
    echo h13,81,Y,ill2
} >people.csv
cat >plan.yaml <<'PLAN'
version: 1
attributes:
  age: {role: quasi}
  city: {role: quasi}
  home: {role: household}
  illness: {role: sensitive}
privacy: {k: 5}
suppression: 5%
context:
  purpose: research on waiting times
  recipients: two universities
  release: controlled
  likelihood: low
  review_date: 2027-02-28
PLAN
run() {
    "$SHOAL" anonymize people.csv -p plan.yaml -o out.csv --progress none "$@" >/dev/null 2>&1
}
part() { # FILE: the two objects
    sed -n '/^  "context"/,/^  }/p; /^  "suppressions"/,/^  }/p' "$1"
}

echo "# in the result, and in the public one"
run --result result.json --report report.html
part result.json
run --result public.json --report public.html --public
part public.json

echo "# in the report: stated, and not stated"
grep -oE 'Context of the release|two universities|not stated|Suppressed cells by variable|Suppressed rows by household' report.html |
    sort | uniq -c
grep -oE 'not stated|fewer than k|Likelihood of an attempt' public.html | sort | uniq -c

echo "# a flag overrides the plan, and the plan is written back"
"$SHOAL" anonymize -p plan.yaml --context-likelihood high --context-motive curiosity --write-plan again.yaml
sed -n '/^context/,/^[a-z]/p' again.yaml

echo "# words and dates are checked"
for flag in release=secret likelihood=perhaps review-date=2027-02-29 review-date=soon purpose=; do
    "$SHOAL" anonymize people.csv -p plan.yaml -o out.csv "--context-${flag%%=*}" "${flag#*=}" 2>&1
done
