// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_window.h"

#include "ui/window/main_window.h"
#include "ui/window/place_form.h"
#include "ui/window/record_form.h"

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QScreen>

namespace tidemark::ui {

namespace {

void set(QString& value, const std::optional<std::string>& asked)
{
    if (asked)
        value = QString::fromStdString(*asked);
}

// Who names a workload means a recorder here unless they name another place.
void setPlace(const WindowRequest& request, PlaceForm& form)
{
    const bool records = !request.workload.empty();
    RecorderPlace place = records ? RecorderPlace{} : form.place();
    set(place.runOn, request.runOn);
    set(place.recorder, request.recorder);
    if (place == form.place())
        return;
    form.setPlace(place);
    if (records && form.recorder().isElsewhere())
        form.showUnasked();
    else
        Q_EMIT form.askWanted();
}

void setOptions(const WindowRequest& request, RunOptions& options)
{
    set(options.device, request.device);
    set(options.allocator, request.allocator);
    options.ranks = request.ranks.value_or(options.ranks);
}

} // namespace

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
    // The name under which desktops know the window, and its icon where it is installed.
    QApplication::setDesktopFileName(QStringLiteral("org.tidemark.Tidemark"));
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("org.tidemark.Tidemark")));
    QApplication::setStyle(QStringLiteral("Fusion"));

    MainWindow window;
    constexpr double shareOfScreen = 0.95; // the window manager's frame needs room, too
    window.resize(window.size().boundedTo(window.screen()->availableSize() * shareOfScreen));
    window.show();
    QStringList files;
    for (const std::string& file : request.files)
        files << QFile::decodeName(file.c_str());
    window.openFiles(files);
    setPlace(request, *window.form()->place());
    RunOptions asked = window.form()->options();
    setOptions(request, asked);
    window.form()->setOptions(asked);
    if (!request.workload.empty()) {
        RunOptions options;
        options.workload = QString::fromStdString(request.workload);
        options.steps = 40;
        setOptions(request, options);
        window.startRecording(options);
    }
    return QApplication::exec();
}

} // namespace tidemark::ui
