// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/picture_file.h"

#include "ui/words.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

namespace tidemark::ui {

namespace {

constexpr qreal pointsPerInch = 72;

void drawPng(QWidget& view, QIODevice& device)
{
    view.grab().save(&device, "PNG");
}

void drawSvg(QWidget& view, QIODevice& device)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setSize(view.size());
    generator.setViewBox(QRect({}, view.size()));
    generator.setResolution(view.logicalDpiX()); // or the words would not fit their places
    generator.setTitle(view.window()->windowTitle());
    QPainter painter(&generator);
    view.render(&painter);
}

void drawPdf(QWidget& view, QIODevice& device)
{
    QPdfWriter writer(&device);
    const int dotsPerInch = view.logicalDpiX();
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(view.size()) * pointsPerInch / dotsPerInch, QPageSize::Point));
    writer.setPageMargins({});
    writer.setTitle(view.window()->windowTitle());
    writer.setCreator(tr("Tidemark"));
    QPainter painter(&writer);
    view.render(&painter);
}

using Draw = void (*)(QWidget&, QIODevice&);

Draw drawerFor(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("svg"))
        return drawSvg;
    if (ending == QLatin1String("pdf"))
        return drawPdf;
    return ending == QLatin1String("png") ? drawPng : nullptr;
}

} // namespace

QString pictureNameFilter()
{
    return tr("PNG pictures (*.png);;SVG drawings (*.svg);;PDF pages (*.pdf)");
}

QString writePicture(QWidget& view, const QString& path)
{
    const Draw draw = drawerFor(path);
    if (draw == nullptr)
        return tr("%1 has none of the endings .png, .svg and .pdf; choose one of them.").arg(path);
    QBuffer drawn;
    drawn.open(QIODevice::WriteOnly);
    draw(view, drawn);
    QSaveFile file(path);
    file.setDirectWriteFallback(true); // a folder where nothing may be made, but this file may be written
    if (file.open(QIODevice::WriteOnly) && file.write(drawn.data()) == drawn.size() && file.commit())
        return {};
    return tr("%1 could not be written (%2); choose another place.").arg(path, file.errorString());
}

} // namespace tidemark::ui
