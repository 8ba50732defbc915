"""each_file_alone.py ROOT FOLDER: every C++ file of the product compiles by itself.

The presets compile several files as one and read common headers first, so a file that lacks an include can pass there;
an application that builds Casement's sources in its own way has neither. FOLDER holds the configuration.
"""
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

PRODUCT = ("framework", "reports", "runners", "fixtures")


def compile_alone(entry):
    command = shlex.split(entry["command"])
    del command[command.index("-o"):command.index("-o") + 2]
    done = subprocess.run([*command, "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True)
    return entry["file"], done.returncode, done.stderr


def main(root, folder):
    options = ("CMAKE_UNITY_BUILD=OFF", "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "CMAKE_EXPORT_COMPILE_COMMANDS=ON")
    subprocess.run(["cmake", "-S", root, "-B", folder, "-G", "Ninja", *(f"-D{option}" for option in options)],
                   check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "compile_commands.json")) as commands:
        entries = [entry for entry in json.load(commands)
                   if os.path.relpath(entry["file"], root).split(os.sep)[0] in PRODUCT]
    if not entries:
        sys.exit("each_file_alone: there is no file to compile")
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        failed = [(file, message) for file, code, message in workers.map(compile_alone, entries) if code != 0]
    for file, message in failed:
        print(f"{os.path.relpath(file, root)} does not compile by itself:\n{message[:1000]}")
    print(f"{len(entries) - len(failed)} of {len(entries)} files compile by themselves")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(os.path.realpath(sys.argv[1]), sys.argv[2]))
