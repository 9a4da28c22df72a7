// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace tidemark::tests {

// The content of tests/data/NAME; a file that ends in .zst there is unpacked: testData("vgg.pickle") reads
// vgg.pickle.zst. Ends the test program with a message when there is no such file.
QByteArray testData(const QString& name);

// The same as a file on disk, unpacked when needed; lives as long as the program.
QString testDataFile(const QString& name);

// Folder for pictures that tests leave to be looked at: $TIDEMARK_PICTURES, else the working folder's
// "pictures".
QString pictureFile(const QString& name);

} // namespace tidemark::tests
