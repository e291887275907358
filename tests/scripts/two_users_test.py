#!/usr/bin/env python3
"""Checks that texelsort, run by root, writes nothing through links and folders that another user has created.

    tests/scripts/two_users_test.py build/release/bin/texelsort

The test needs root, which can act for both users. Without root it exits with 77.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

OTHER = 61235
ROWS = "k,v\n" + "".join(f"{i * 7919 % 10007},{i}\n" for i in range(20_000))


def run(program, *words, limit=None):
    def prepare():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False, preexec_fn=prepare,
                          timeout=60)


def as_other(work):
    """Calls work() in a child process that runs as the other user."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(OTHER)
            os.setuid(OTHER)
            work()
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0, "the other user could not do it"


def main(program):
    if os.geteuid() != 0:
        print("two users need root")
        return 77
    with tempfile.TemporaryDirectory(prefix="texelsort-users-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        shared = folder / "shared"
        shared.mkdir()
        shared.chmod(0o1777)
        victim = folder / "victim"
        victim.mkdir(mode=0o700)
        precious = victim / "precious"
        precious.write_text("mine")
        data = folder / "in.csv"
        data.write_text(ROWS)
        sort = ["external-sort", data, "--by", "k", "--temp-dir", shared, "--memory", "200M", "--run-size", "20k"]

        def expect_refused(what, *words):
            result = run(program, *words)
            assert result.returncode == 2, (what, result.returncode, result.stdout, result.stderr)
            assert precious.read_text() == "mine", what
            assert sorted(victim.iterdir()) == [precious], (what, list(victim.iterdir()))
            print(f"{what}: {result.stderr.strip()}")

        # The output exceeds the file-size limit, but the runs do not. The folder of kept runs has a name that other
        # users can predict.
        assert run(program, *sort, "-o", folder / "out.csv", "--keep-runs", limit=50_000).returncode == 2
        kept = next(shared.iterdir())
        runs = sorted(one.name for one in kept.iterdir())
        assert runs and all(one.endswith(".run") for one in runs), runs
        assert kept.stat().st_mode & 0o777 == 0o700, oct(kept.stat().st_mode)
        for one in kept.iterdir():
            one.unlink()
        kept.rmdir()

        for option in ("--keep-runs", "--resume"):
            words = [*sort, "-o", folder / "out.csv", option]
            as_other(lambda: kept.mkdir(mode=0o777))
            for number in range(40):
                as_other(lambda: (kept / f"0-{0:015}-{number}.part").symlink_to(precious))
            expect_refused(f"{option}, a folder of another user", *words)
            for one in kept.iterdir():
                one.unlink()
            kept.rmdir()
            as_other(lambda: kept.symlink_to(victim))
            expect_refused(f"{option}, a link to a folder", *words)
            kept.unlink()
            as_other(lambda: kept.symlink_to(victim / "absent"))
            expect_refused(f"{option}, a link to nothing", *words)
            kept.unlink()
            as_other(lambda: os.mkfifo(kept))
            expect_refused(f"{option}, a pipe", *words)
            kept.unlink()

        out = shared / "out.csv"
        for target in (precious, victim / "absent", pathlib.Path("/dev/full")):
            as_other(lambda: out.symlink_to(target))
            for words in (["sort", data, "--by", "k"], sort, ["sort", data, "--column", "k"]):
                expect_refused(f"{words[0]} -o, a link to {target.name}", *words, "-o", out)
            expect_refused(f"select -o, a link to {target.name}", "select", data, "--column", "k", "--median", "-o", out)
            out.unlink()

        result = run(program, *sort, "-o", folder / "out.csv", "--keep-runs")
        assert result.returncode == 0 and not list(shared.glob("texelsort*")), (result.stderr, list(shared.iterdir()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
