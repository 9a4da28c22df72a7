// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_window.h"

#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>

namespace tidemark::ui {

int runWindow(const WindowRequest& request)
{
    // The command line has been read; Qt's own options come by its environment variables.
    int argc = 1;
    std::string name = "tidemark";
    char* argv[] = {name.data(), nullptr};
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("tidemark"));
    QApplication::setApplicationDisplayName(QStringLiteral("Tidemark"));
    QApplication::setApplicationVersion(QStringLiteral(TIDEMARK_VERSION));
    QApplication::setStyle(QStringLiteral("Fusion"));

    MainWindow window;
    window.show();
    QStringList files;
    for (const std::string& file : request.files)
        files << QFile::decodeName(file.c_str());
    window.openFiles(files);
    if (!request.workload.empty()) {
        RunOptions options;
        options.workload = QString::fromStdString(request.workload);
        options.steps = 40;
        window.startRecording(options);
    }
    return QApplication::exec();
}

} // namespace tidemark::ui
