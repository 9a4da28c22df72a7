// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTest>
#include <QWidget>

namespace tidemark::tests {

// Mouse and keyboard as the X server delivers them, through xdotool and a window manager.

inline QByteArray xdotool(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral("xdotool"), arguments);
    // The events come to this program: its event loop must run.
    (void)QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, 30'000);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        qWarning("xdotool %s: %s", qPrintable(arguments.join(QLatin1Char(' '))),
            process.readAllStandardError().constData());
    return process.readAllStandardOutput().trimmed();
}

inline void moveMouseTo(const QWidget* widget)
{
    const QPoint centre = widget->mapToGlobal(widget->rect().center());
    xdotool({QStringLiteral("mousemove"), QStringLiteral("--sync"), QString::number(centre.x()),
        QString::number(centre.y())});
}

inline void clickOn(const QWidget* widget)
{
    moveMouseTo(widget);
    xdotool({QStringLiteral("click"), QStringLiteral("1")});
}

inline void pressKeys(const QString& keys)
{
    xdotool({QStringLiteral("key"), keys});
}

inline void typeText(const QString& text)
{
    xdotool({QStringLiteral("type"), text});
}

// A window manager for as long as this lives; without one no window gets the keyboard.
class WindowManager {
public:
    WindowManager()
    {
        m_process.start(QStringLiteral("openbox"), {});
        m_started = m_process.waitForStarted();
        QTest::qWait(500);
    }
    ~WindowManager()
    {
        m_process.terminate();
        m_process.waitForFinished(2000);
    }
    bool isStarted() const { return m_started; }

private:
    QProcess m_process;
    bool m_started = false;
};

} // namespace tidemark::tests
