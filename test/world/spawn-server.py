"""Starts processes for a larger one: see child-process.cjs. Requests and answers are lines of JSON, bytes in them Base64."""

import base64
import errno
import json
import os
import queue
import signal
import subprocess
import sys
import threading

running = {}
sending = threading.Lock()


def encode(data):
    return None if data is None else base64.b64encode(data).decode()


def open_process(file, args, options):
    stdio = options.get("stdio", "pipe")
    streams = stdio if isinstance(stdio, list) else [stdio] * 3
    pipes = [subprocess.PIPE if stream == "pipe" else subprocess.DEVNULL for stream in (streams + ["pipe"] * 3)[:3]]
    stdin, stdout, stderr = pipes
    return subprocess.Popen(
        [word.encode("utf-8", "replace") for word in [file, *args]],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=options["cwd"],
        env=options["env"],
        start_new_session=options.get("detached", False),
    )


def describe(error):
    name = errno.errorcode.get(error.errno, "EINVAL") if isinstance(error, OSError) and error.errno else "EINVAL"
    return {"message": str(error), "code": name, "errno": -(getattr(error, "errno", None) or errno.EINVAL)}


def outcome_of(process):
    code = process.returncode
    return (code, None) if code >= 0 else (None, signal.Signals(-code).name)


def number_of(name):
    return signal.Signals[name] if isinstance(name, str) else name


# One request after the other, each to its end.
def run(file, args, options):
    try:
        process = open_process(file, args, options)
    except Exception as error:
        return {"pid": 0, "status": None, "signal": None, "stdout": None, "stderr": None, "error": describe(error)}
    late = None
    timeout = (options.get("timeout") or 0) / 1000
    given = base64.b64decode(options["input"]) if options.get("input") is not None else None
    try:
        stdout, stderr = process.communicate(given, timeout or None)
    except subprocess.TimeoutExpired:
        late = {"message": "ETIMEDOUT", "code": "ETIMEDOUT", "errno": -errno.ETIMEDOUT}
        process.send_signal(number_of(options.get("killSignal", "SIGTERM")))
        stdout, stderr = process.communicate()
    status, ended_by = outcome_of(process)
    return {"pid": process.pid, "status": status, "signal": ended_by, "stdout": encode(stdout), "stderr": encode(stderr), "error": late}


def answer_requests(requests, answers):
    # Both ends of each: neither pipe is ever without a reader or a writer.
    with open(os.open(requests, os.O_RDWR), "rb", buffering=65536) as asked:
        answering = os.open(answers, os.O_RDWR)
        for line in asked:
            rest = json.dumps(run(**json.loads(line))).encode() + b"\n"
            while rest:
                rest = rest[os.write(answering, rest) :]


def tell(number, kind, **more):
    line = json.dumps({"id": number, "type": kind, **more}) + "\n"
    with sending:
        sys.stdout.write(line)
        sys.stdout.flush()


def pass_on(number, name, stream):
    while data := os.read(stream.fileno(), 65536):
        tell(number, "data", name=name, data=encode(data))


def feed(stream, chunks):
    try:
        while (chunk := chunks.get()) is not None:
            stream.write(chunk)
            stream.flush()
        stream.close()
    except OSError:
        pass  # It has ended, or closed its input.


def start_thread(target, *args):
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


def follow(number, process, chunks):
    outputs = [(name, stream) for name, stream in (("stdout", process.stdout), ("stderr", process.stderr)) if stream is not None]
    for reader in [start_thread(pass_on, number, name, stream) for name, stream in outputs]:
        reader.join()
    process.wait()
    chunks.put(None)
    del running[number]
    code, ended_by = outcome_of(process)
    tell(number, "close", code=code, signal=ended_by)


def start(number, file, args, options):
    try:
        process = open_process(file, args, options)
    except Exception as error:
        tell(number, "error", error=describe(error))
        tell(number, "close", code=describe(error)["errno"], signal=None)
        return
    chunks = queue.SimpleQueue()
    running[number] = (process, chunks)
    if process.stdin is not None:
        start_thread(feed, process.stdin, chunks)
    start_thread(follow, number, process, chunks)


acts = {
    "write": lambda process, chunks, message: chunks.put(base64.b64decode(message["data"])),
    "end": lambda process, chunks, message: chunks.put(None),
    "kill": lambda process, chunks, message: process.send_signal(number_of(message["signal"])),
}

start_thread(answer_requests, *sys.argv[1:3])
for line in sys.stdin:
    message = json.loads(line)
    if message["act"] == "start":
        start(message["id"], message["file"], message["args"], message["options"])
    elif message["id"] in running:
        acts[message["act"]](*running[message["id"]], message)
# Without a wait for threads: whom they served is gone.
os._exit(0)
