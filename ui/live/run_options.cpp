// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/run_options.h"

namespace tidemark::ui {

bool isCuda(const QString& device)
{
    return device.trimmed().startsWith(QLatin1String("cuda"));
}

QStringList recorderArguments(const RunOptions& options)
{
    QStringList arguments{QStringLiteral("--workload"), options.workload};
    for (const QString& setting : options.settings)
        arguments << QStringLiteral("--set") << setting;
    if (!options.device.isEmpty())
        arguments << QStringLiteral("--device") << options.device;
    if (!options.allocator.isEmpty() && isCuda(options.device))
        arguments << QStringLiteral("--allocator") << options.allocator;
    arguments << QStringLiteral("--steps") << QString::number(options.steps);
    if (!options.allocatorConf.isEmpty())
        arguments << QStringLiteral("--conf") << options.allocatorConf;
    if (options.limit != 0)
        arguments << QStringLiteral("--limit") << QString::number(options.limit);
    if (options.seed)
        arguments << QStringLiteral("--seed") << QString::number(*options.seed);
    if (options.hold)
        arguments << QStringLiteral("--hold");
    arguments << QStringLiteral("--end-with-input");
    return arguments + options.more;
}

} // namespace tidemark::ui
