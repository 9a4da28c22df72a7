// SPDX-License-Identifier: GPL-3.0-or-later
#include "python_forms.h"

#include <QProcess>
#include <QStandardPaths>

namespace tidemark::tests {

QString pythonProgram()
{
    return QStandardPaths::findExecutable(QStringLiteral("python3"));
}

QString repackSnapshot(const QString& snapshot, const QString& folder, int repeat)
{
    constexpr int patience = 120'000; // milliseconds
    QProcess python;
    QStringList arguments{QStringLiteral("-B"), QStringLiteral(REPACK_SNAPSHOT), snapshot, folder};
    if (repeat > 1)
        arguments << QString::number(repeat);
    python.start(pythonProgram(), arguments);
    if (!python.waitForFinished(patience))
        return python.errorString();
    const bool isDone = python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0;
    return isDone ? QString() : QString::fromUtf8(python.readAllStandardError());
}

} // namespace tidemark::tests
