# The eighteen categories of Safe Harbor, and the columns that seem to belong to each.
{
    echo name,zip,born,age,phone,fax,email,ssn,patient_id,website,ip,photo_file,sex,result
    for i in $(seq 12); do
        echo "Ada Lund$i,0200$((i % 10)),19$((40 + i))-03-1$((i % 10)),$((80 + i)),+1 202 555 01$((10 + i)),x$i,a$i@example.org,21$((i % 10))-45-67$((10 + i)),P$i,https://example.org/$i,10.0.0.$i,f$i.jpg,$([ $((i % 2)) = 0 ] && echo f || echo m),$((i % 3))"
    done
} >people.csv
"$SHOAL" inspect people.csv --progress none --result all.json --report page.html 2>/dev/null | sed -n '/^Safe Harbor/,/no determination/p'
sed -n '/"safe_harbor"/,/"columns_left_out"/p' all.json | head -24
grep -c 'Safe Harbor' page.html
