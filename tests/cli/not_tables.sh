# What is no table is named, with what to do about it; and what cannot be written is not begun.
file() { # NAME BYTES: refused as input
    printf "$2" >"$1"
    "$SHOAL" anonymize "$1" --k 2 --quasi a -o safe.csv --progress none 2>&1
    echo "exit $?"
}
file people.pdf '%%PDF-1.7\n1 0 obj\n'
file people.db 'SQLite format 3\0\020\0\001'
file people.png '\211PNG\r\n\032\n\0\0'
file people.jpg '\377\330\377\340\0\020JFIF'
file people.gif 'GIF89a\1\0\1\0'
file people.tif 'II*\0\10\0\0\0'
file people.parquet 'PAR1\025\4\025'
file people.csv 'PK\3\4\024\0\0\0people.csv'
file people.docx 'PK\3\4\024\0\0\0word/document.xml'
file people.csv 'PK\3\4\024\0\0\0xl/workbook.xml'
file people.csv 'PK\3\4\024\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet'
file people.xls '\320\317\021\340\241\261\032\341\0\0'
file people.xlsx '\320\317\021\340\241\261\032\341\0\0'
file people.xlsx '\320\317\021\340\241\261\032\341E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0'
file people.xlsx 'a,b\n1,2\n'
file people.ods 'PK\3\4\024\0\0\0xl/workbook.xml'
file people.rtf '{\\rtf1 people}'
file people.html '<!doctype html><table>'
file people.xml '<?xml version="1.0"?><Workbook>'
file people.json '[{"a": 1}, {"a": 2}]'
file people.jsonl '{"a": 1}\n{"a": 2}\n'
file people.csv '$FL2@(#) SPSS DATA FILE'
file people.sav '<stata_dta><header>'
file people.dta '$FL2@(#) SPSS DATA FILE'
file people.sav '%%PDF-1.7'
file people.sas7bdat 'HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!'
file people.7z "7z\\274\\257'\\034\\0\\4"
file people.bz2 'BZh91AY&SY\1\2'
file people.bin '\1\2\3\4\5\6\7\1\2\3\4\5\6\7\0\0\0\0\0'
echo "# packed in what can be read"
printf 'a\n1\n' >x.csv && tar cf x.tar x.csv && gzip x.tar
"$SHOAL" anonymize x.tar.gz --k 2 --quasi a -o safe.csv 2>&1
printf '%%PDF-1.7' | "$SHOAL" anonymize - --k 2 --quasi a -o safe.csv 2>&1
echo "# text is text"
printf 'a,b\n[70-80),x\n[70-80),y\n' | "$SHOAL" anonymize - --k 2 --quasi a -o - --progress none 2>/dev/null
printf '\377\376a\0,\0b\0\n\0001\0,\0x\0\n\0001\0,\0y\0\n\0' | "$SHOAL" anonymize - --k 2 --quasi a -o - --progress none 2>/dev/null | iconv -f UTF-16 -t UTF-8
echo "# suffixes that promise something else"
printf 'a;b\n1;x\n1;y\n' >in.csv
write() { "$SHOAL" anonymize in.csv --k 2 --quasi a --progress none "$@" 2>&1 >/dev/null | grep shoal:; }
for suffix in xlsx ods sas7bdat json pdf html yaml PARQUET parquet.gz zip; do
    write -o safe.$suffix
done
write -o safe.csv --result safe.csv.html
write -o safe.csv --report safe.pdf
"$SHOAL" assess in.csv --quasi a --result found.yaml 2>&1
"$SHOAL" assess in.csv --quasi a --records found.xlsx 2>&1
ls safe* found* 2>&1
echo "# others promise nothing; .tsv has tabs"
for name in safe.tsv safe.tab safe.txt safe.dat safe.data safe; do
    write -o $name
    head -n 1 $name | tr '\t' T
done
"$SHOAL" verify safe.tsv --k 2 --quasi a
