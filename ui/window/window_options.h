// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/recorder_program.h"

#include <QString>
#include <functional>
#include <optional>

class QWidget;

namespace tidemark::ui {

// What to do with a recording that is nowhere but in the window.
enum class UnsavedChoice { Save, Discard, Cancel };

// What a window is started with; the defaults are for a person's own.
struct WindowOptions {
    QString settingsFile; // empty: the person's settings
    std::optional<RecorderProgram> recorder; // none: findRecorder()
    std::function<UnsavedChoice()> askUnsaved; // empty: a question
    std::function<QString(const QString& suggested)> askFileName; // for saving; empty: a dialogue
};

} // namespace tidemark::ui
