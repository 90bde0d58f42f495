#!/bin/sh
# Verifies published conversions that were made by hand; ../../docs/verify-public.md says what comes out.
# Needs unstatic, `pip install unearth`, a network, a C and C++ compiler, and the interpreters with their headers.
#
#   sh corpus/public/run.sh WORK [NAME]     # WORK gets sdists, reports and logs; NAME picks runs, such as multidict
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=${1:?a folder to work in}
only=${2:-}
mkdir -p "$work"
cd "$work" || exit 1

sdist() {
    ls "$1-$2.tar.gz" >/dev/null 2>&1 || python -m unearth --no-binary --download . "$1==$2" >/dev/null || exit 1
}

# verify PACKAGE BEFORE AFTER PYTHON OPTIONS...
verify() {
    package=$1 before=$2 after=$3 python=$4
    shift 4
    case "$package" in *"$only"*) ;; *) return ;; esac
    (sdist "$package" "$before") && (sdist "$package" "$after") || { echo "$package: no sdist"; return; }
    run="$package-$before-$after-$python"
    unstatic verify "$package-$before.tar.gz" "$package-$after.tar.gz" --python "$python" \
        --logs "$run.logs" --report "$run.json" -v "$@" >"$run.txt" 2>&1
    echo "$run: exit $?, $(grep -c ^FAILED "$run.txt") failures"
}

zope='{py} -m unittest discover -q -s {sp}/zope/interface/tests -t {sp}'

verify markupsafe 3.0.2 3.0.3 3.12 --install pytest --test '{py} -m pytest -q tests' --test-files tests
verify ujson 3.0.0 3.1.0 3.9 --install pytest --test '{py} -m pytest -q tests' --test-files tests
for after in 7.0 7.0.2 7.0.3 7.1.1; do
    verify zope.interface 6.4.post2 $after 3.12 --install zope.testing --test "$zope"
done
verify zope.interface 6.4.post2 7.0 3.11 --install zope.testing --test "$zope"
for after in 6.4.0 6.4.4 6.8.0; do
    verify multidict 6.3.2 $after 3.12 --exercise "$here/multidict.py"
done
for after in 6.4.0 6.4.4; do
    verify multidict 6.3.2 $after 3.10 --exercise "$here/multidict.py"
done
verify simplejson 3.20.2 4.0.1 3.13 --exercise "simplejson._speedups=$here/simplejson.py" \
    --install pytest --test '{py} -m pytest -q simplejson/tests' --test-files simplejson/tests
verify wrapt 2.1.2 2.2.0rc3 3.12 --exercise "$here/wrapt.py"
verify wrapt 2.1.2 2.2.0 3.12 --exercise "$here/wrapt.py" \
    --install pytest --test '{py} -m pytest -q tests/core' --test-files tests
verify wrapt 2.1.2 2.2.0 3.10 --exercise "$here/wrapt.py"
verify xxhash 3.8.2 4.0.0 3.12 --install pytest --test '{py} -m pytest -q tests' --test-files tests
