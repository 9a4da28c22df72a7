// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

class QSettings;

namespace tidemark::ui {

struct RecentFile {
    QString path; // absolute
    QDateTime opened;
};

// The files opened last, newest first, kept in the settings.
class RecentFiles {
public:
    static constexpr int most = 10;

    explicit RecentFiles(QSettings& settings);

    const QList<RecentFile>& files() const { return m_files; }
    void add(const QString& path, const QDateTime& opened = QDateTime::currentDateTime());
    void remove(const QString& path);
    void clear();

private:
    void save();

    QSettings& m_settings;
    QList<RecentFile> m_files;
};

// "today 14:02", "yesterday 09:30", "12 March 2026".
QString dateText(const QDateTime& moment, const QDateTime& now = QDateTime::currentDateTime());

} // namespace tidemark::ui
