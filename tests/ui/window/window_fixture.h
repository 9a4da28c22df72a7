// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/main_window.h"

#include <QAction>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace tidemark::tests {

constexpr int patience = 180'000; // milliseconds; a busy machine is no fault

// A window with settings of its own, the fake recorder, and answers instead of questions.
class WindowFixture {
public:
    WindowFixture()
    {
        options.settingsFile = path(QStringLiteral("settings.ini"));
        options.recorder = ui::RecorderProgram{QStringLiteral(TIDEMARK_FAKE_RECORDER), {}};
        options.askUnsaved = [this] {
            ++questions;
            return choice;
        };
        options.askFileName = [this](const QString&) { return saveAs; };
        reopen();
    }

    // The window goes and another comes, as when the program is started again.
    void reopen()
    {
        window.reset();
        window = std::make_unique<ui::MainWindow>(options);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    }

    QString path(const QString& name) const { return folder.filePath(name); }

    // Opens a file and waits until it is shown or refused.
    void open(const QString& file)
    {
        const auto before = window->viewState()->recording();
        window->openFile(file);
        const auto isThere = [&] {
            return window->viewState()->recording() != before && !window->viewState()->isPreview();
        };
        (void)QTest::qWaitFor(isThere, patience);
    }

    std::size_t eventCount() const
    {
        return window->viewState()->hasDevice() ? window->viewState()->history().eventCount() : 0;
    }

    ui::RunOptions runOptions(const QString& workload, int steps = 0) const
    {
        ui::RunOptions run;
        run.workload = workload;
        run.steps = steps;
        return run;
    }

    QPushButton* button(const char* name) const
    {
        return window->findChild<QPushButton*>(QLatin1String(name));
    }

    QTemporaryDir folder;
    ui::WindowOptions options;
    ui::UnsavedChoice choice = ui::UnsavedChoice::Discard;
    QString saveAs;
    int questions = 0;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace tidemark::tests
