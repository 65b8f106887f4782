"""The measurements of library.sh, in a folder with people.csv and its plan: library.py SHOAL ROUNDS.

Search and grouping of the command: from the end of reading to the beginning of writing, which is what
its phases prepare and search say, and what lies between them. The ratio of processor seconds is there
too, because it depends less on what else the machine does.
"""

import hashlib
import json
import os
import subprocess
import sys
import time
import warnings

import pandas as pd
import shoal

PLAN = "people.plan.yaml"


def used():
    """Seconds, and processor seconds of this process and of those that have ended."""
    return time.perf_counter(), sum(os.times()[:4])


def measured(work):
    before = used()
    made = work()
    after = used()
    return made, after[0] - before[0], after[1] - before[1]


def median(values):
    return sorted(values)[len(values) // 2]


def phases(log):
    """Seconds of each phase of the command, from its lines of progress."""
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    return {line["phase"]: line["seconds"] for line in lines if line.get("ended")}


def by_files(program, frame):
    """What a program does that has no library: a file, the command, and a file again."""
    command = [program, "anonymize", "in.csv", "-p", PLAN, "-o", "out.csv", "--result", "out.json"]

    def work():
        frame.to_csv("in.csv", index=False)
        ran = subprocess.run([*command, "--progress", "json"], check=True, capture_output=True, text=True)
        pd.read_csv("out.csv", dtype=str)
        return phases(ran.stderr)

    ran, seconds, processor = measured(work)
    with open("out.json") as result:
        took = json.load(result)["seconds"]
    return seconds, processor, took["total"] - ran["read"] - took["write"] - took["verify"]


def in_memory(frame):
    made = measured(lambda: shoal.anonymize(frame, plan=PLAN, progress=False).frame)
    return made[1:]


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def main(program, rounds):
    warnings.simplefilter("ignore")
    objects = pd.read_csv("people.csv", dtype={"postcode": str}, keep_default_na=False)
    frames = {"objects": objects, "categoricals": objects.astype("category")}
    files, memory = [], {name: [] for name in frames}
    for _ in range(rounds):
        files.append(by_files(program, objects))
        for name, frame in frames.items():
            memory[name].append(in_memory(frame))
    shoal.anonymize(objects, plan=PLAN, progress=False).save("ours.csv")
    same = "the same release" if digest("ours.csv") == digest("out.csv") else "ANOTHER RELEASE"
    seconds, processor, search = map(median, zip(*files))
    print(f"{len(objects)} rows of {objects.shape[1]} columns, {same}")
    print(f"to_csv, the command and read_csv: {seconds:.2f} s, cpu {processor:.2f} s")
    print(f"search and grouping of the command: {search:.2f} s")
    for name, turns in memory.items():
        took, cpu = map(median, zip(*turns))
        print(
            f"DataFrame of {name}: {took:.2f} s, cpu {cpu:.2f} s; {took / (1.2 * search + 0.5):.2f} of 1.2 times "
            f"search and grouping and 0.5 s (at most 1 wanted); {seconds / took:.1f} times faster than by files, "
            f"{processor / cpu:.1f} by cpu (at least 5 wanted)"
        )


main(sys.argv[1], int(sys.argv[2]))
