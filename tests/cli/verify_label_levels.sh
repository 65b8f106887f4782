# A label that several levels of a hierarchy have stands for its values once, when a release is held against its original.
printf 'a;g;g;*\nb;g;g;*\nc;c;c;*\n' > q.csv
printf 'q,d\na,1\nb,2\nc,3\nc,4\n' > original.csv
printf 'q,d\ng,1\ng,2\ng,3\nc,4\n' > altered.csv
"$SHOAL" verify altered.csv --k 1 --quasi q --sensitive d --hierarchy q=q.csv --against original.csv 2>&1
echo "exit $?"
