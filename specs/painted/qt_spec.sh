#!/bin/sh
# qt_spec.sh ROOT BUILD: builds specs/painted/qt with Qt 6 (Debian: qt6-base-dev, qt6-declarative-dev,
# qml6-module-qtquick), and runs it without a display.
set -eu
export QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software
cmake -S "$1/specs/painted/qt" -B "$2/specs/painted_qt" -DCASEMENT_ROOT="$1" > /dev/null
cmake --build "$2/specs/painted_qt"
exec "$2/specs/painted_qt/painted_qt_spec"
