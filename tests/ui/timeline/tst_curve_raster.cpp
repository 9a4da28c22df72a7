// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/column_pieces.h"
#include "ui/timeline/curve_raster.h"
#include "ui/timeline/curve_spans.h"

#include <QTest>
#include <algorithm>
#include <random>

using namespace tidemark;
using namespace tidemark::ui;

// The pictures of curves against the same drawn pixel by pixel.
class CurveRasterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void piecesAreWhatIsSeen();
    void picturesAreExact_data();
    void picturesAreExact();
    void canvasIsUsedAgain();
};

namespace {

std::mt19937_64 seeded()
{
    const int seed =
        qEnvironmentVariableIsSet("TIDEMARK_SEED") ? qEnvironmentVariableIntValue("TIDEMARK_SEED") : 11;
    qInfo("TIDEMARK_SEED=%d", seed);
    return std::mt19937_64(static_cast<std::uint64_t>(seed));
}

Theme paletteTheme()
{
    QPalette palette(Qt::white);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    return Theme::fromPalette(palette);
}

struct Wanted {
    CurveColumnSet columns;
    CurveRasterOptions options;
    BandColumns bands;
};

CurveColumn randomColumn(std::mt19937_64& random, std::int64_t most)
{
    const auto value = [&] { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)); };
    const std::int64_t a = value();
    const std::int64_t b = random() % 3 == 0 ? value() : a;
    return {value(), std::min(a, b), std::max(a, b), b};
}

// Some traces are broken: then active is less than allocated, or reserved less than active.
Wanted randomWanted(std::mt19937_64& random, bool hasBands)
{
    constexpr std::int64_t top = 1000;
    Wanted wanted;
    const std::size_t width = 1 + random() % 60;
    wanted.options.height = static_cast<int>(1 + random() % 90);
    wanted.options.top = top;
    wanted.options.lineWidth = static_cast<int>(1 + random() % 4);
    wanted.options.columns = static_cast<int>(random() % (width + 3));
    const bool isBroken = random() % 4 == 0;
    for (std::size_t x = 0; x < width; ++x) {
        wanted.columns[0].push_back(randomColumn(random, top / 3));
        wanted.columns[1].push_back(
            random() % 2 == 0 ? wanted.columns[0][x] : randomColumn(random, top * 2 / 3));
        wanted.columns[2].push_back(randomColumn(random, isBroken ? top / 4 : top));
    }
    if (!hasBands)
        return wanted;
    wanted.bands.known = random() % (width + 1);
    constexpr std::array patterns = {BandPattern::Plain, BandPattern::Hatched, BandPattern::Crossed};
    for (std::size_t band = 0; band < 1 + random() % 5; ++band) {
        const auto shade = static_cast<int>(random() % 256);
        wanted.bands.looks.push_back(
            {QColor(shade, 40, 90), QColor(shade, 250, 1), patterns[random() % patterns.size()]});
        std::vector<std::int64_t>& bytes = wanted.bands.bytes.emplace_back();
        for (std::size_t x = 0; x < wanted.bands.known; ++x)
            bytes.push_back(static_cast<std::int64_t>(random() % 120) - 20);
    }
    return wanted;
}

// Draws one thing over the other, each pixel by itself.
class PixelByPixel {
public:
    PixelByPixel(const Wanted& wanted, const Theme& theme)
        : m_wanted(wanted)
        , m_theme(theme)
        , m_columns(std::clamp(wanted.options.columns, 0, static_cast<int>(wanted.columns[0].size())))
        , m_scale{wanted.options.height, wanted.options.top}
        , m_image(static_cast<int>(wanted.columns[0].size()), wanted.options.height, QImage::Format_RGB32)
    {
        m_image.fill(theme.panel);
        for (std::size_t curve = 0; curve < curveCount; ++curve)
            m_spans[curve] =
                curveSpans(std::span(wanted.columns[curve]).first(static_cast<std::size_t>(m_columns)),
                    m_scale, wanted.options.lineWidth);
    }

    QImage draw()
    {
        const bool hasBands = !m_wanted.bands.isEmpty();
        for (int x = 0; x < m_columns; ++x) {
            areas(x);
            if (hasBands && static_cast<std::size_t>(x) < m_wanted.bands.known)
                bands(x);
            line(2, x, m_theme.reserved, m_theme.reservedFill, false);
            if (m_spans[1][static_cast<std::size_t>(x)] != m_spans[0][static_cast<std::size_t>(x)])
                line(1, x, m_theme.active, m_theme.waitingFill, false);
            line(0, x, m_theme.allocated, m_theme.allocatedFill, hasBands);
        }
        return m_image;
    }

private:
    int topOf(std::size_t curve, int x) const
    {
        const CurveColumn& column = m_wanted.columns[curve][static_cast<std::size_t>(x)];
        return m_scale.row(std::max(column.first, column.max));
    }

    void areas(int x)
    {
        const int allocated = topOf(0, x);
        const int active = std::min(allocated, topOf(1, x));
        const int reserved = std::min(active, topOf(2, x));
        for (int y = reserved; y < m_image.height(); ++y)
            m_image.setPixelColor(x, y,
                y >= allocated    ? m_theme.allocatedFill
                    : y >= active ? m_theme.waitingFill
                                  : m_theme.reservedFill);
    }

    void bands(int x)
    {
        std::int64_t sum = 0;
        int bottom = m_image.height();
        for (std::size_t band = 0; band < m_wanted.bands.bytes.size(); ++band) {
            const std::int64_t bytes = m_wanted.bands.bytes[band][static_cast<std::size_t>(x)];
            if (bytes <= 0)
                continue;
            sum += bytes;
            const BandLook& look = m_wanted.bands.looks[band];
            const int top = std::max(m_scale.row(sum), topOf(0, x));
            for (int y = top; y < bottom; ++y)
                m_image.setPixelColor(
                    x, y, look.isLine(x, y, m_wanted.options.lineWidth) ? look.line : look.colour);
            bottom = std::min(bottom, top);
        }
    }

    void line(std::size_t curve, int x, const QColor& colour, const QColor& fill, bool isHollow)
    {
        const int width = m_wanted.options.lineWidth;
        const CurveSpan& span = m_spans[curve][static_cast<std::size_t>(x)];
        for (int y = span.top; y <= span.bottom; ++y) {
            bool isInside = true; // this far into the span, and into those beside it
            for (const int other : {x - width, x, x + width}) {
                const CurveSpan& near =
                    m_spans[curve][static_cast<std::size_t>(std::clamp(other, 0, m_columns - 1))];
                isInside = isInside && y - width >= near.top && y + width <= near.bottom;
            }
            if (!isInside)
                m_image.setPixelColor(x, y, colour);
            else if (!isHollow)
                m_image.setPixelColor(x, y, blend(fill, colour, 0.5));
        }
    }

    const Wanted& m_wanted;
    const Theme& m_theme;
    int m_columns;
    RowScale m_scale;
    QImage m_image;
    std::array<std::vector<CurveSpan>, curveCount> m_spans;
};

} // namespace

void CurveRasterTest::piecesAreWhatIsSeen()
{
    std::mt19937_64 random = seeded();
    for (int round = 0; round < 2000; ++round) {
        const auto height = static_cast<int>(1 + random() % 30);
        ColumnPieces pieces(height);
        pieces.restart(7);
        std::vector<QRgb> seen(static_cast<std::size_t>(height), 7);
        for (std::uint64_t i = 0; i < random() % 12; ++i) {
            const int top = static_cast<int>(random() % 40) - 5;
            const int behind = static_cast<int>(random() % 40) - 5;
            const auto colour = static_cast<QRgb>(random() % 5);
            pieces.lay(top, behind, {colour});
            for (int y = std::max(top, 0); y < std::min(behind, height); ++y)
                seen[static_cast<std::size_t>(y)] = colour;
        }
        QCOMPARE(pieces.pieces().front().top, 0);
        std::vector<QRgb> told;
        for (const ColumnPiece& piece : pieces.pieces()) {
            QVERIFY(static_cast<std::size_t>(piece.top) >= told.size()); // none is empty
            told.resize(static_cast<std::size_t>(piece.top), told.empty() ? 0 : told.back());
            told.push_back(piece.paint.colour);
        }
        told.resize(static_cast<std::size_t>(height), told.back());
        QCOMPARE(told, seen);
    }
}

void CurveRasterTest::picturesAreExact_data()
{
    QTest::addColumn<bool>("hasBands");
    QTest::newRow("curves") << false;
    QTest::newRow("with bands") << true;
}

void CurveRasterTest::picturesAreExact()
{
    QFETCH(bool, hasBands);
    std::mt19937_64 random = seeded();
    const Theme theme = paletteTheme();
    for (int round = 0; round < 300; ++round) {
        const Wanted wanted = randomWanted(random, hasBands);
        const QImage image = rasterCurves(wanted.columns, theme, wanted.options, wanted.bands);
        if (wanted.options.columns == 0) {
            QVERIFY(image.isNull());
            continue;
        }
        QCOMPARE(image, PixelByPixel(wanted, theme).draw());
    }
}

void CurveRasterTest::canvasIsUsedAgain()
{
    std::mt19937_64 random = seeded();
    const Theme theme = paletteTheme();
    Wanted wanted = randomWanted(random, false);
    wanted.options.columns = static_cast<int>(wanted.columns[0].size());
    const QImage right = rasterCurves(wanted.columns, theme, wanted.options);
    QImage canvas(right.size(), QImage::Format_RGB32);
    canvas.fill(Qt::magenta);
    const uchar* memory = canvas.constBits();
    QImage again = rasterCurves(wanted.columns, theme, wanted.options, {}, std::move(canvas));
    QCOMPARE(again, right);
    QCOMPARE(again.constBits(), memory);
    // Somebody still shows it: it stays as it is.
    const QImage shown = again;
    for (CurveColumn& column : wanted.columns[2])
        column = {0, 0, 0, 0};
    const QImage next = rasterCurves(wanted.columns, theme, wanted.options, {}, std::move(again));
    QVERIFY(next.constBits() != shown.constBits());
    QCOMPARE(shown, right);
    // Nor does another size do.
    wanted.options.height += 1;
    QCOMPARE(
        rasterCurves(wanted.columns, theme, wanted.options, {}, QImage(right.size(), QImage::Format_RGB32))
            .height(),
        wanted.options.height);
}

QTEST_GUILESS_MAIN(CurveRasterTest)
#include "tst_curve_raster.moc"
