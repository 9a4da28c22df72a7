// SPDX-License-Identifier: GPL-3.0-or-later
#include "opened.h"

#include "core/files/open_recording.h"
#include "tests/support/test_data.h"

namespace tidemark::tests {

namespace {

QPalette paletteOf(const QColor& window, const QColor& base, const QColor& text, const QColor& button)
{
    QPalette palette(button, window);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::ToolTipBase, base);
    for (const auto role :
        {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, text);
    return palette;
}

} // namespace

std::shared_ptr<const AnalyzedRecording> opened(const QString& name)
{
    auto recording = openRecording(testDataFile(name).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(*recording)));
}

QPalette lightPalette()
{
    return paletteOf(QColor(0xf6, 0xf7, 0xf9), Qt::white, QColor(0x1c, 0x1f, 0x24), QColor(0xf0, 0xf1, 0xf3));
}

QPalette darkPalette()
{
    return paletteOf(QColor(0x1c, 0x1f, 0x24), QColor(0x23, 0x27, 0x2d), QColor(0xe4, 0xe7, 0xeb),
        QColor(0x30, 0x35, 0x3c));
}

} // namespace tidemark::tests
