"""Plants values that no published cell has, and looks for them in every byte that is written.

A canary is planted in each kind of cell that a release must not show: identifiers, keys of persons
and households, quasi-identifiers of rows that are suppressed, and all cells of rows that are left
out because a value is missing. Files are also searched decompressed, page by page where Parquet
compresses inside, and as UTF-16.
"""

import datetime
import gzip
import itertools
import lzma
import os
import random
import re
import struct
import subprocess
import sys
import zlib

SHOAL, PATTERN = sys.argv[1], sys.argv[2]

# Cells of removed columns, and of rows that are left out: in no output, whatever the recoding does.
REMOVED = ["IDCANARY", "NAMECANARY", "PERSONCANARY", "HOUSECANARY", "DROPCITYCANARY", "DROPJOBCANARY",
           "DROPILLCANARY", "8314276", "1873-02-17"]
# Of rows that a recoding suppresses because they are like no others.
SUPPRESSED = ["CITYCANARY", "JOBCANARY", "7193425", "1861-07-23"]
# Beyond the top and the bottom code of `pay`.
CODED = ["9471538", "-6128459"]
COLUMNS = ["id", "name", "person", "household", "born", "income", "city", "job", "illness", "weight",
           "pay"]


def make_table(path):
    draw = random.Random(28)
    cities = {"Aburg": "North", "Bstadt": "North", "Cheim": "South", "Dorf": "South"}
    rows = []
    for i in range(240):
        rows.append([f"i{i}", f"n{i}", f"p{i}", f"h{i // 2}", f"{1970 + 4 * draw.randrange(3)}-05-0{1 + draw.randrange(2)}",
                     str(20000 + 5000 * draw.randrange(3)), draw.choice(list(cities)),
                     draw.choice(["baker", "clerk"]), draw.choice(["flu", "cold", "gout", "ache"]), "1",
                     str(40000 + 100 * draw.randrange(20))])
    rows[0][-1], rows[1][-1] = CODED
    for i in range(2):
        rows.append([f"IDCANARY{i}", f"NAMECANARY{i}", f"PERSONCANARY{i}", f"HOUSECANARY{i}", "1861-07-23", "7193425",
                     "CITYCANARY", "JOBCANARY", "flu", "1", "41000"])
    for i in range(3):
        rows.append([f"d{i}", f"m{i}", f"q{i}", f"g{i}", "", "8314276", "DROPCITYCANARY", "DROPJOBCANARY",
                     "DROPILLCANARY", "1", "41000"])
    rows.append(["d9", "m9", "q9", "g9", "1873-02-17", "", "DROPCITYCANARY", "DROPJOBCANARY", "DROPILLCANARY", "1",
                 "41000"])
    draw.shuffle(rows)
    with open(path, "w", encoding="utf-8") as out:
        for row in [COLUMNS] + rows:
            out.write(",".join(row) + "\n")


# ---- Bytes ---------------------------------------------------------------------------------------


def unsnap(data):
    """Snappy's block format; None where the bytes are none."""
    at = shift = size = 0
    try:
        while True:
            size |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                break
        out = bytearray()
        while len(out) < size:
            tag = data[at]
            at += 1
            if tag & 3 == 0:
                length = (tag >> 2) + 1
                if length > 60:
                    more = length - 60
                    length = int.from_bytes(data[at:at + more], "little") + 1
                    at += more
                out += data[at:at + length]
                at += length
                continue
            if tag & 3 == 1:
                length, back = ((tag >> 2) & 7) + 4, (tag >> 5) << 8 | data[at]
                at += 1
            else:
                more = 2 if tag & 3 == 2 else 4
                length, back = (tag >> 2) + 1, int.from_bytes(data[at:at + more], "little")
                at += more
            if not 0 < back <= len(out):
                return None
            for _ in range(length):
                out.append(out[-back])
    except IndexError:
        return None
    return bytes(out) if len(out) == size and size > 0 else None


def unsnapped(data):
    """What any place of a small Parquet file holds when it is taken for the start of a page."""
    for at in range(len(data)):
        page = unsnap(data[at:at + 65536])
        if page:
            yield page


def inflated(data):
    """Blocks of zlib, as .zsav has them."""
    for found in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", data):
        try:
            yield zlib.decompressobj().decompress(data[found.start():])
        except zlib.error:
            continue


def sav_rows(data):
    """The rows of an uncompressed or byte-compressed .sav."""
    start = data.find(b"\xe7\x03\x00\x00\x00\x00\x00\x00")
    return unfolded(data[start + 8:]) if start >= 0 else b""


def unfolded(data):
    """SPSS's byte compression: eight codes, then what they do not tell."""
    at, out = 0, bytearray()
    while at + 8 <= len(data):
        codes, at = data[at:at + 8], at + 8
        for code in codes:
            if code == 253:
                out += data[at:at + 8]
                at += 8
            elif 0 < code < 252:
                out += b"%d " % (code - 100)
            elif code == 254:
                out += b" " * 8
    return bytes(out)


def everything(path):
    data = open(path, "rb").read()
    yield data
    if path.endswith(".gz"):
        yield gzip.decompress(data)
    if path.endswith(".xz"):
        yield lzma.decompress(data)
    if path.endswith(".zst"):
        yield subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout
    if path.endswith(".parquet"):
        yield from unsnapped(data)
    if path.endswith(".zsav"):
        for block in inflated(data):
            yield block
            yield unfolded(block)
    if path.endswith(".sav"):
        yield sav_rows(data)


def number_forms(text):
    """How binary formats and pages hold a number, or a date as days since 1970 or 1960."""
    if re.fullmatch(r"-?\d+", text):
        number = int(text)
        yield struct.pack("<d", number)
        yield struct.pack("<i", number)
        yield f"{number:,}".encode()
    if re.fullmatch(r"\d+-\d+-\d+", text):
        for first in (datetime.date(1970, 1, 1), datetime.date(1960, 1, 1)):
            days = (datetime.date.fromisoformat(text) - first).days
            yield struct.pack("<i", days)
            yield struct.pack("<d", days)


def forms(text):
    yield text.encode()
    yield text.encode("utf-16-le")
    yield text.encode("utf-16-be")
    yield text.encode().hex().encode()
    yield from number_forms(text)


def found_in(path, canaries):
    pieces = list(everything(path))
    return [text for text in canaries if any(form in piece for form in forms(text) for piece in pieces)]


def files_of(folder):
    for where, _, names in os.walk(folder):
        for name in sorted(names):
            yield os.path.join(where, name)


# ---- Cases ---------------------------------------------------------------------------------------


def say(name, problems):
    for problem in problems:
        print(f"# {problem}")
    print(("not ok " if problems else "ok ") + name)


def run(arguments):
    made = subprocess.run([SHOAL, *arguments], capture_output=True, text=True, check=False)
    return made.returncode, made.stderr


COMMON = ["--identifier", "id,name", "--person", "person", "--household", "household", "--sensitive", "illness",
          "--k", "5", "--missing", "drop", "--suppression", "5%", "--threads", "1", "--progress", "none"]
QUASI = ["--quasi", "born,income,city,job"]
# What it takes to suppress the rows that are like no others, and the canaries that then go.
RECODINGS = {
    "lattice": (["--max-level", "born=2", "--max-level", "income=1", "--max-level", "city=1"], SUPPRESSED),
    "cut": ([], SUPPRESSED),
    "suppress": ([], SUPPRESSED),
    "local": ([], []),
    "mondrian": ([], []),
    "microaggregation": ([], []),
}
SINKS = ["csv", "csv.gz", "csv.zst", "csv.xz", "sav", "zsav", "dta"]
if os.path.exists(os.path.join(os.path.dirname(SHOAL), "lib/shoal/libduckdb.so")):
    SINKS += ["parquet", "duckdb"]
else:
    print("ok canaries in Parquet and DuckDB # SKIP this build has no library of DuckDB")


def write_hierarchies():
    """Files that list every value, those of the canaries included: what a steward would have."""
    os.mkdir("hierarchies")
    with open("hierarchies/city.csv", "w", encoding="utf-8") as out:
        for city, part in [("Aburg", "North"), ("Bstadt", "North"), ("Cheim", "South"), ("Dorf", "South"),
                           ("CITYCANARY", "FARCANARY"), ("DROPCITYCANARY", "DROPFARCANARY")]:
            out.write(f"{city};{part};*\n")
    return ["FARCANARY", "DROPFARCANARY"]


def quasi_of(recoding):
    return ["--quasi", "born,income"] if recoding == "microaggregation" else QUASI


def output_of(folder, sink):
    return f"duckdb:{folder}/release.duckdb?table=t" if sink == "duckdb" else f"{folder}/release.{sink}"


def look(folder, canaries):
    problems = []
    for path in files_of(folder):
        for text in found_in(path, canaries):
            problems.append(f"{os.path.relpath(path, folder)} holds {text}")
    return problems


def release(name, recoding, sink, more=(), canaries=()):
    if PATTERN and PATTERN not in name:
        return
    folder = re.sub(r"\W", "_", name)
    os.mkdir(folder)
    settings, hidden = RECODINGS[recoding]
    unused = [] if recoding != "microaggregation" else ["--identifier", "id,name,city,job"]
    status, told = run(["anonymize", "table.csv", *COMMON, *quasi_of(recoding), *unused, "--recoding", recoding,
                        *settings, *more, "-o", output_of(folder, sink), "--public", "--result",
                        f"{folder}/result.json", "--report", f"{folder}/report.html"])
    problems = [] if status == 0 else [f"exit {status}: {told}"]
    problems += look(folder, REMOVED + list(hidden) + list(canaries))
    say(name, problems)


def releases():
    for recoding, sink in itertools.product(RECODINGS, SINKS):
        release(f"{recoding} to {sink}", recoding, sink)


def controls():
    """Where nothing is hidden, each format shows the canaries: the search finds them if they are there."""
    if PATTERN and PATTERN not in "control":
        return
    texts = ["IDCANARY", "CITYCANARY", "DROPILLCANARY", "7193425"]
    for sink in SINKS:
        folder = f"control_{sink}"
        os.mkdir(folder)
        status, told = run(["anonymize", "table.csv", "--quasi", "weight", "--k", "1", "--progress", "none", "-o",
                            output_of(folder, sink)])
        found = [text for path in files_of(folder) for text in found_in(path, texts)]
        say(f"control: {sink}", [f"{text} was not found; exit {status} {told}" for text in texts if text not in found])
    os.mkdir("control_result")
    run(["anonymize", "table.csv", *COMMON, *QUASI, "--recoding", "cut", "-o", "control.csv", "--result",
         "control_result/result.json"])
    found = found_in("control_result/result.json", ["CITYCANARY"])
    say("control: the result for the auditor", [] if found else ["CITYCANARY was not found"])


def extras():
    far = write_hierarchies()
    city = ["--hierarchy", "city=hierarchies/city.csv"]
    for recoding in ["lattice", "cut", "suppress"]:
        release(f"{recoding} with a hierarchy that lists everything", recoding, "csv", city, far)
    for recoding, sink in itertools.product(["lattice", "local", "microaggregation"], SINKS):
        release(f"{recoding} to {sink} with codes", recoding, sink,
                ["--top-code", "pay=99%", "--bottom-code", "pay=0.5%"], CODED)
    release("lattice with pseudonyms", "lattice", "csv", ["--pseudonyms"])
    release("lattice with masked identifiers", "lattice", "parquet", ["--identifiers", "mask"])
    for recoding in ["lattice", "cut"]:
        for kind in ["checkpoint"]:
            folder = re.sub(r"\W", "_", f"{recoding} with a {kind}")
            release(f"{recoding} with a {kind}", recoding, "csv", [f"--{kind}", f"{folder}/{kind}"])
    for recoding in ["lattice", "cut"]:
        folder = re.sub(r"\W", "_", f"{recoding} with a front")
        release(f"{recoding} with a front", recoding, "csv",
                ["--algorithm", "nsga2", "--evaluations", "300", "--front", f"{folder}/front.csv"])


def explored():
    name = "explore"
    os.mkdir("explored")
    status, told = run(["explore", "table.csv", *COMMON[:-2], "--progress", "none", *QUASI, "--k", "3,5", "--out",
                        "explored/grid.csv", "--result", "explored/result.json", "--report", "explored/page.html",
                        "--recodings", "lattice,cut,local"])
    say(name, ([] if status == 0 else [f"exit {status}: {told}"]) + look("explored", REMOVED + SUPPRESSED))


def inspected():
    os.mkdir("inspected")
    status, told = run(["inspect", "table.csv", "--progress", "none", "--public", "--result", "inspected/result.json",
                        "--report", "inspected/page.html"])
    say("inspect", ([] if status == 0 else [f"exit {status}: {told}"]) + look("inspected", REMOVED + SUPPRESSED))


def assessed():
    os.mkdir("assessed")
    status, told = run(["anonymize", "table.csv", *COMMON, *QUASI, "--recoding", "cut", "-o", "assessed.csv"])
    if status == 0:
        status, told = run(["assess", "assessed.csv", "--against", "table.csv", *QUASI, "--sensitive", "illness", "--k",
                            "5", "--progress", "none", "--public", "--result", "assessed/result.json", "--report",
                            "assessed/page.html"])
    say("assess", ([] if status == 0 else [f"exit {status}: {told}"]) + look("assessed", REMOVED + SUPPRESSED))


make_table("table.csv")
controls()
releases()
extras()
for case in (explored, inspected, assessed):
    if not PATTERN or PATTERN in case.__name__:
        case()
