# Every flag sets its key; flags win over the plan wherever -p stands, the last flag over the first.
"$SHOAL" anonymize --write-plan default.yaml || exit
cat default.yaml
sets() {
    echo "\$ $*"
    "$SHOAL" anonymize "$@" --write-plan plan.yaml || exit
    diff default.yaml plan.yaml | grep '^[<>]'
    "$SHOAL" anonymize -p plan.yaml --write-plan again.yaml && cmp plan.yaml again.yaml
}
sets --quasi age,sex
sets --quasi age --quasi sex
sets --quasi=age --identifier=name --sensitive=illness
sets --type age=integer --type 'date of birth=date'
sets --weights age=2,sex=0.5
sets --hierarchy age=ranges:5,10 --hierarchy sex=groups:a=b
sets --add-top age
sets --constrained 'work class,country' --constrained sex
sets --order 'size=s|m|l\|xl' --order dose=low --finest age=1 --finest sex=0
sets --hierarchies folder
sets --k 5
sets --k 5 --k 7
sets --suppression 2%
sets --recoding lattice
sets --domain hierarchy
sets --missing wildcard
sets --missing-token -
sets --missing-token '' --missing-token N/A --missing-token=99
sets --identifiers mask
sets --algorithm random --metric dm
sets --evaluations 1000 --time-limit 2.5 --memory 500M
sets --set population=100 --set rate=0.5
sets --seed 7 --threads 3
sets --delimiter tab --header no --trim yes
sets --delimiter ';'

cat >base.yaml <<'YAML'
attributes: {age: quasi, sex: quasi, name: identifier}
privacy: {k: 3}
suppression: 1%
YAML
printf 'privacy: {k: 4}\n' >over.yaml
sets -p base.yaml
sets --k 9 -p base.yaml --plain sex
sets -pbase.yaml --plan=over.yaml --quasi postcode

mkdir sub
printf 'hierarchies: h\nattributes: {a: {hierarchy: "places:m.csv"}, b: {hierarchy: flat}}\n' >sub/plan.yaml
echo '$ paths are relative to the plan'
"$SHOAL" anonymize -p sub/plan.yaml --write-plan - | grep hierarch
"$SHOAL" anonymize -p sub/plan.yaml --write-plan sub/copy.yaml && grep hierarch sub/copy.yaml
