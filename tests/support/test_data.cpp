// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <zstd.h>

namespace tidemark::tests {

namespace {

QByteArray readAll(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("test data %s cannot be read", qPrintable(path));
    return file.readAll();
}

QByteArray unpack(const QByteArray& packed, const QString& path)
{
    const auto size = ZSTD_getFrameContentSize(packed.constData(), static_cast<std::size_t>(packed.size()));
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
        qFatal("test data %s is no zstd file with a size", qPrintable(path));
    QByteArray result(static_cast<qsizetype>(size), Qt::Uninitialized);
    const auto got = ZSTD_decompress(result.data(), static_cast<std::size_t>(size), packed.constData(),
        static_cast<std::size_t>(packed.size()));
    if (ZSTD_isError(got) || got != size)
        qFatal("test data %s cannot be unpacked", qPrintable(path));
    return result;
}

} // namespace

QByteArray testData(const QString& name)
{
    const QString path = QStringLiteral(TIDEMARK_TEST_DATA "/") + name;
    if (QFile::exists(path))
        return readAll(path);
    const QString packed = path + QStringLiteral(".zst");
    return unpack(readAll(packed), packed);
}

QString testDataFile(const QString& name)
{
    static QTemporaryDir folder;
    const QString path = QStringLiteral(TIDEMARK_TEST_DATA "/") + name;
    if (QFile::exists(path))
        return path;
    const QString target = folder.filePath(QString(name).replace(QLatin1Char('/'), QLatin1Char('_')));
    if (!QFile::exists(target)) {
        QFile file(target);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(target));
        file.write(testData(name));
    }
    return target;
}

QString pictureFile(const QString& name)
{
    const QString folder = qEnvironmentVariable("TIDEMARK_PICTURES", QStringLiteral("pictures"));
    QDir().mkpath(folder);
    return QDir(folder).filePath(name);
}

} // namespace tidemark::tests
