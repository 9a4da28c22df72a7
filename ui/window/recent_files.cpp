// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recent_files.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QSettings>

namespace tidemark::ui {

namespace {

const QString group = QStringLiteral("recentFiles");
const QString pathKey = QStringLiteral("path");
const QString openedKey = QStringLiteral("opened");

} // namespace

RecentFiles::RecentFiles(QSettings& settings)
    : m_settings(settings)
{
    const int count = m_settings.beginReadArray(group);
    for (int i = 0; i < std::min(count, most); ++i) {
        m_settings.setArrayIndex(i);
        m_files.append({m_settings.value(pathKey).toString(), m_settings.value(openedKey).toDateTime()});
    }
    m_settings.endArray();
}

void RecentFiles::add(const QString& path, const QDateTime& opened)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_files.removeIf([&absolute](const RecentFile& file) { return file.path == absolute; });
    m_files.prepend({absolute, opened});
    if (m_files.size() > most)
        m_files.resize(most);
    save();
}

void RecentFiles::remove(const QString& path)
{
    if (m_files.removeIf([&path](const RecentFile& file) { return file.path == path; }) > 0)
        save();
}

void RecentFiles::clear()
{
    m_files.clear();
    save();
}

void RecentFiles::save()
{
    m_settings.remove(group);
    m_settings.beginWriteArray(group, static_cast<int>(m_files.size()));
    for (int i = 0; i < m_files.size(); ++i) {
        m_settings.setArrayIndex(i);
        m_settings.setValue(pathKey, m_files[i].path);
        m_settings.setValue(openedKey, m_files[i].opened);
    }
    m_settings.endArray();
}

QString dateText(const QDateTime& moment, const QDateTime& now)
{
    const QString time = moment.toString(QStringLiteral("HH:mm"));
    const qint64 days = moment.date().daysTo(now.date());
    if (days == 0)
        return QCoreApplication::translate("RecentFiles", "today %1").arg(time);
    if (days == 1)
        return QCoreApplication::translate("RecentFiles", "yesterday %1").arg(time);
    return QLocale().toString(moment.date(), QStringLiteral("d MMMM yyyy"));
}

} // namespace tidemark::ui
