# Sheets of .xlsx and .ods workbooks, their CSV twins, and what is refused.
"$SHOAL" list sources | grep '^xlsx ' | grep -q 'not in this build' && exit 77
pack() { node "$SHOAL_SOURCE/tests/cli/workbook.mjs" "$@"; }
show() { # INPUT FLAG...: every cell as it was read
    "$SHOAL" anonymize "$@" --k 1 --quasi a --hierarchy a=flat -o - 2>notes
    grep '^note: book\|^shoal:' notes
}
main='xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
links='xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
types='http://schemas.openxmlformats.org/officeDocument/2006/relationships'
rels="<Relationships $links><Relationship Id='a' Type='$types/officeDocument' Target='xl/workbook.xml'/></Relationships>"
book_rels="<Relationships $links>
<Relationship Id='r1' Type='$types/worksheet' Target='worksheets/sheet1.xml'/>
<Relationship Id='r2' Type='$types/worksheet' Target='/xl/worksheets/sheet2.xml'/>
<Relationship Id='r3' Type='$types/styles' Target='styles.xml'/>
<Relationship Id='r4' Type='$types/sharedStrings' Target='sharedStrings.xml'/>
<Relationship Id='r5' Type='$types/chartsheet' Target='chart.xml'/></Relationships>"
book() { # DATE1904
    echo "<workbook $main xmlns:r='$types'><workbookPr date1904='$1'/><sheets>
<sheet name='Chart' sheetId='3' r:id='r5'/><sheet name='People' sheetId='1' r:id='r1'/>
<sheet name='Über &amp; out' sheetId='2' r:id='r2'/></sheets></workbook>"
}
styles="<styleSheet $main><numFmts><numFmt numFmtId='164' formatCode='dd\\.mm\\.yyyy;@'/>
<numFmt numFmtId='165' formatCode='[\$-409]d/m/yy h:mm AM/PM'/><numFmt numFmtId='166' formatCode='&quot;days&quot; 0.00'/>
<numFmt numFmtId='167' formatCode='[h]:mm:ss'/></numFmts><cellStyleXfs><xf numFmtId='14'/></cellStyleXfs>
<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='166'/>
<xf numFmtId='20'/><xf numFmtId='167'/></cellXfs></styleSheet>"
strings="<sst $main><si><t>a</t></si><si><t xml:space='preserve'> b </t></si>
<si><r><t>ri</t></r><r><rPr/><t>ch</t></r><rPh><t>spoken</t></rPh></si><si><t>one_x000A_two, &quot;three&quot;</t></si></sst>"
sheet1="<worksheet $main><sheetData>
<row r='2'><c r='B2' t='s'><v>0</v></c><c r='C2' t='inlineStr'><is><t>number</t></is></c><c r='D2' t='inlineStr'><is><t>text</t></is></c>
<c r='E2' t='inlineStr'><is><t>date</t></is></c><c r='F2' t='inlineStr'><is><t>other</t></is></c></row>
<row r='3'><c r='B3'><v>1</v></c><c r='C3'><v>0.1</v></c><c r='D3' t='s'><v>1</v></c><c r='E3' s='1'><v>44197</v></c><c r='F3' t='b'><v>1</v></c></row>
<row r='4'><c r='B4'><v>2</v></c><c r='C4'><v>0.30000000000000004</v></c><c r='D4' t='s'><v>2</v></c><c r='E4' s='2'><v>60</v></c><c r='F4' t='e'><v>#N/A</v></c></row>
<row r='5'/><row r='7'><c r='B7'><v>3</v></c><c r='C7' s='4'><v>1E-7</v></c><c r='E7' s='3'><v>44197.5</v></c><c r='F7' t='str'><f>B7&amp;\"x\"</f><v>3x</v></c></row>
<row r='8'><c r='B8'><v>4</v></c><c r='C8'><v>12345678901234567</v></c><c r='D8' t='s'><v>3</v></c><c r='E8' s='5'><v>0.75</v></c><c r='F8'><f>1+1</f></c><c r='G8' s='1'/></row>
<row r='9'><c><v>5</v></c><c r='B9'><v>5</v></c><c r='E9' s='6'><v>1.25</v></c></row>
</sheetData><mergeCells><mergeCell ref='B9:C9'/></mergeCells></worksheet>"
sheet2="<worksheet $main><sheetData><row><c t='inlineStr'><is><t>a</t></is></c><c t='inlineStr'><is><t>b</t></is></c></row>
<row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>"
sheet1=${sheet1/<c><v>5<\/v><\/c>/}
xlsx() { # OUT DATE1904
    pack "$1" _rels/.rels "$rels" xl/_rels/workbook.xml.rels "$book_rels" xl/workbook.xml "$(book "$2")" \
        xl/styles.xml "$styles" xl/sharedStrings.xml "$strings" xl/worksheets/sheet1.xml "$sheet1" \
        xl/worksheets/sheet2.xml "$sheet2"
}
names='xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
cell() { echo "<table:table-cell $1>${2:+<text:p>$2</text:p>}</table:table-cell>"; }
text() { cell 'office:value-type="string"' "$1"; }
ods="<office:document-content $names><office:automatic-styles><style:style style:name='no'><style:table-properties table:display='false'/></style:style></office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name='Secret' table:style-name='no'><table:table-row>$(text z)</table:table-row></table:table>
<table:table table:name='People'><table:table-column table:number-columns-repeated='1024'/>
<table:table-row table:number-rows-repeated='2'>$(cell "table:number-columns-repeated='16384'")</table:table-row>
<table:table-header-rows><table:table-row>$(cell)$(text a)$(text number)$(text text)$(text date)$(text other)</table:table-row></table:table-header-rows>
<table:table-row>$(cell)$(cell 'office:value-type="float" office:value="1"' 1)$(cell 'office:value-type="float" office:value="0.1"' 0,1)$(text '<text:s/>b<text:s/>')$(cell 'office:value-type="date" office:date-value="2021-01-01"' 01.01.21)$(cell 'office:value-type="boolean" office:boolean-value="true"' WAHR)</table:table-row>
<table:table-row>$(cell)$(cell 'office:value-type="percentage" office:value="2"' 200%)$(cell 'office:value-type="currency" office:value="0.30000000000000004"' 0.3)<table:table-cell office:value-type='string'><office:annotation><text:p>note</text:p></office:annotation><text:p>ri<text:span>ch</text:span></text:p></table:table-cell>$(cell)$(cell 'table:formula="of:=NA()" office:value-type="string" calcext:value-type="error"' '#N/A')</table:table-row>
<table:table-row table:number-rows-repeated='2'>$(cell)$(cell 'table:number-columns-repeated="2" office:value-type="float" office:value="3"' 3)<table:table-cell office:value-type='string'><text:p>one</text:p><text:p>two, \"three\"</text:p></table:table-cell>$(cell 'office:value-type="date" office:date-value="2021-01-01T12:00:00"' x)$(cell 'office:value-type="time" office:time-value="PT18H00M00S"' 18:00)</table:table-row>
<table:table-row>$(cell)$(cell 'table:number-columns-spanned="2" office:value-type="float" office:value="5"' 5)<table:covered-table-cell><text:p>hidden</text:p></table:covered-table-cell>$(cell 'table:formula="of:=1"')$(cell "table:number-columns-repeated='1020'")</table:table-row>
<table:table-row table:number-rows-repeated='1048570'>$(cell "table:number-columns-repeated='16384'")</table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"

echo "# xlsx"
xlsx book.xlsx 0
show book.xlsx
echo "# counted from 1904, another sheet by its name, however it is written"
xlsx book.xlsm 1
show book.xlsm | cut -d , -f 4 | head -n 3
show book.xlsx --sheet 'Über & out'
show book.xlsx --sheet 'People' | head -n 2
echo "# ods"
pack book.ods mimetype application/vnd.oasis.opendocument.spreadsheet content.xml "$ods"
show book.ods
show book.ods --sheet secret --quasi z
echo "# the same release as from CSV; hashed as it is; verified"
"$SHOAL" sample --rows 300 --seed 3 -o people.csv >/dev/null
rows() { # the sample as a sheet, numbers as numbers
    awk -F , -v quote="'" '{ printf "<row>"; for (i = 1; i <= NF; i++)
        if (NR > 1 && $i ~ /^-?(0|[1-9][0-9]*)$/) printf "<c><v>%s</v></c>", $i
        else printf "<c t=\"inlineStr\"><is><t>%s</t></is></c>", $i
        print "</row>" }' people.csv
}
echo "<worksheet $main><sheetData>$(rows)</sheetData></worksheet>" >sheet.xml
pack people.xlsx _rels/.rels "$rels" xl/_rels/workbook.xml.rels "$book_rels" xl/workbook.xml "$(book 0)" xl/worksheets/sheet1.xml @sheet.xml
for suffix in csv xlsx; do
    "$SHOAL" anonymize people.$suffix -p people.plan.yaml --progress none -o safe.$suffix.csv --result $suffix.json >/dev/null
done
cmp safe.csv.csv safe.xlsx.csv && grep -c "$(sha256sum people.xlsx | cut -d ' ' -f 1)" xlsx.json
"$SHOAL" verify safe.xlsx.csv -p people.plan.yaml
"$SHOAL" assess safe.xlsx.csv -p people.plan.yaml --against people.xlsx >/dev/null && echo assessed
"$SHOAL" anonymize people.xlsx people.csv -p people.plan.yaml -o safe.csv 2>&1
cp people.xlsx more.xlsx
"$SHOAL" anonymize people.xlsx more.xlsx -p people.plan.yaml -o safe.csv --progress none | grep rows

echo "# what is refused"
refuse() { "$SHOAL" anonymize "$@" --k 2 --quasi a -o safe.csv --progress none 2>&1; echo "exit $?"; }
refuse book.xlsx --sheet Persons
refuse book.ods --sheet Persons
head -c 900 book.xlsx >cut.xlsx
refuse cut.xlsx
ENCRYPTED=1 pack locked.xlsx _rels/.rels "$rels" xl/_rels/workbook.xml.rels "$book_rels" xl/workbook.xml "$(book 0)"
refuse locked.xlsx
pack locked.ods META-INF/manifest.xml '<manifest><file-entry><encryption-data/></file-entry></manifest>' content.xml xxx
refuse locked.ods
pack binary.xlsx _rels/.rels "${rels/workbook.xml/workbook.bin}" xl/workbook.bin xxx
refuse binary.xlsx
pack other.xlsx word.xml '<a/>'
refuse other.xlsx
pack other.ods content.xml '<a/>'
refuse other.ods
pack bad.ods content.xml '<a><b></a>'
refuse bad.ods
pack laughs.ods content.xml '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
refuse laughs.ods
BOMB=200000000 pack bomb.ods content.xml '<a>'
refuse bomb.ods
BOMB=9000000 pack tag.ods content.xml '<a '
refuse tag.ods
pack wide.ods content.xml "<a $names><table:table table:name='x'><table:table-row>$(cell 'table:number-columns-repeated="100000" office:value-type="float" office:value="3"')</table:table-row></table:table></a>"
refuse wide.ods
pack tall.ods content.xml "<a $names><table:table table:name='x'><table:table-row table:number-rows-repeated='1000000'>$(cell 'table:number-columns-repeated="16000" office:value-type="float" office:value="3"')</table:table-row></table:table></a>"
refuse tall.ods
pack empty.ods content.xml "<a $names><table:table table:name='x'/></a>"
refuse empty.ods
sheet1=${sheet1/<v>0<\/v>/<v>77</v>}
xlsx broken.xlsx 0
refuse broken.xlsx
sheet1=${sheet1/<v>77<\/v>/<v>0</v>}
sheet1=${sheet1/row r=\'4\'/row r=\'2\'}
xlsx broken.xlsx 0
refuse broken.xlsx
