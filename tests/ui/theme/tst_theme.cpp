// SPDX-License-Identifier: GPL-3.0-or-later
#include "colour_vision.h"
#include "ui/drawing.h"
#include "ui/highlight.h"
#include "ui/window/colour_scheme.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

using Colour = QColor Theme::*;

struct Named {
    const char* name;
    QColor colour;
};

std::vector<Named> groundsOf(const Theme& theme)
{
    return {{"background", theme.background}, {"panel", theme.panel}, {"raised", theme.raised}};
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textIsReadable_data() { themes(); }
    void textIsReadable();
    void meaningIsSeen_data() { themes(); }
    void meaningIsSeen();
    void anyGroundHasItsText_data() { themes(); }
    void anyGroundHasItsText();
    void ratiosAreThoseOfTheStandard();
    void highContrastIsKnownByThePalette();
    void schemesAreKept();
    void patternsTravelWithThePalette();

private:
    static void themes()
    {
        QTest::addColumn<int>("place");
        const auto all = allThemes();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(qPrintable(all[i].first)) << static_cast<int>(i);
    }

    static void verify(
        const char* what, const QColor& top, const char* on, const QColor& ground, double least)
    {
        const double ratio = wcagContrast(top, ground);
        QVERIFY2(ratio >= least,
            qPrintable(QStringLiteral("%1 on %2: %3 : 1, wanted %4")
                           .arg(QLatin1String(what), QLatin1String(on))
                           .arg(ratio, 0, 'f', 2)
                           .arg(least)));
    }
};

// Every pair of text and ground that is drawn together.
void TestTheme::textIsReadable()
{
    QFETCH(const int, place);
    const Theme theme = allThemes()[static_cast<std::size_t>(place)].second;
    QCOMPARE(theme.isHighContrast, place >= 4);
    const double least = theme.isHighContrast ? 7 : 4.5;
    std::vector<Named> grounds = groundsOf(theme);
    for (const Named& ground : grounds) {
        verify("text", theme.text, ground.name, ground.colour, least);
        verify("muted text", theme.mutedText, ground.name, ground.colour, least);
        verify("accent", theme.accent, ground.name, ground.colour, theme.isHighContrast ? 7 : 4.5);
        verify("warning", theme.warning, ground.name, ground.colour, theme.isHighContrast ? 7 : 4.5);
    }
    verify("accent text", theme.accentText, "accent", theme.accent, least);
    // Names in the flame graph, the treemap and the bands of annotations; grounds of nodes above and around.
    for (const QColor& band : theme.bands)
        verify("text", theme.text, "band", band, least);
    for (const double share : {0.05, 0.06, 0.10})
        verify("text", theme.text, "tinted panel", blend(theme.panel, theme.text, share), least);
    // Peaks, moments and notes over the areas of the timeline.
    verify("text", theme.text, "allocated area", theme.allocatedFill, least);
    verify("text", theme.text, "reserved area", theme.reservedFill, least);
    verify("text", theme.text, "waiting area", theme.waitingFill, theme.isHighContrast ? 7 : 4.5);
}

// What is no text and has a meaning: lines, states, the frames of what is selected or has the keyboard.
void TestTheme::meaningIsSeen()
{
    QFETCH(const int, place);
    const Theme theme = allThemes()[static_cast<std::size_t>(place)].second;
    const double least = 3;
    for (const auto& [name, colour] : {Named{"allocated", theme.allocated}, {"active", theme.active},
             {"reserved", theme.reserved}, {"rounding", theme.rounding}, {"driver", theme.driver},
             {"waiting", theme.waiting}, {"simulated reserved", theme.simulatedReserved},
             {"simulated active", theme.simulatedActive}, {"total free", theme.totalFree},
             {"cursor", theme.cursor}, {"selection", theme.selection}, {"focus", theme.accent}})
        verify(name, colour, "panel", theme.panel, least);
    verify("allocated's outline", theme.allocated, "its area", theme.allocatedFill,
        theme.isHighContrast ? least : 1.9);
    if (!theme.isHighContrast)
        return;
    verify("free beside live", theme.freeBeside, "panel", theme.panel, least);
    verify("whole free", theme.wholeFree, "panel", theme.panel, least);
    verify("border", theme.border, "panel", theme.panel, least);
    verify("border", theme.border, "background", theme.background, least);
    verify("hover", theme.hover, "panel", theme.panel, least);
    QVERIFY(theme.strokes > 1);
    QVERIFY(theme.hasPatterns);
}

// Whatever a name is written on, it is written in the better of two colours, and that can be read.
void TestTheme::anyGroundHasItsText()
{
    QFETCH(const int, place);
    const Theme theme = allThemes()[static_cast<std::size_t>(place)].second;
    for (int hue = 0; hue < 360; hue += 12) {
        for (int lightness = 0; lightness <= 255; lightness += 15) {
            const QColor ground = QColor::fromHsl(hue, 200, lightness);
            const double ratio = wcagContrast(theme.textOn(ground), ground);
            QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(ground.name()).arg(ratio)));
        }
    }
}

void TestTheme::ratiosAreThoseOfTheStandard()
{
    // The examples that people check their arithmetic with.
    QCOMPARE(qRound(10 * wcagContrast(Qt::black, Qt::white)), 210);
    QCOMPARE(qRound(100 * wcagContrast(QColor(0x76, 0x76, 0x76), Qt::white)), 454);
    QCOMPARE(qRound(100 * wcagContrast(QColor(0x77, 0x77, 0x77), Qt::white)), 448);
    for (int i = 0; i < 256; i += 5) {
        const QColor colour(i, 255 - i, (i * 7) % 256);
        QVERIFY(std::abs(contrastRatio(colour, Qt::white) - wcagContrast(colour, Qt::white)) < 1e-3);
        QVERIFY(std::abs(contrastRatio(Qt::black, colour) - wcagContrast(colour, Qt::black)) < 1e-3);
    }
}

void TestTheme::highContrastIsKnownByThePalette()
{
    const auto themeOf = [](const QColor& text, const QColor& base, const QColor& window) {
        QPalette palette(window, window);
        palette.setColor(QPalette::Base, base);
        palette.setColor(QPalette::Text, text);
        palette.setColor(QPalette::WindowText, text);
        return Theme::fromPalette(palette);
    };
    // As desktops of high contrast have it.
    QVERIFY(themeOf(Qt::black, Qt::white, Qt::white).isHighContrast);
    QVERIFY(themeOf(Qt::white, Qt::black, Qt::black).isHighContrast);
    QVERIFY(themeOf(Qt::white, Qt::black, Qt::black).isDark);
    // Black text alone is common: on the grey of windows it is no high contrast.
    QVERIFY(!themeOf(Qt::black, Qt::white, QColor(0xef, 0xef, 0xef)).isHighContrast);
    QVERIFY(!themeOf(QColor(0x23, 0x26, 0x29), Qt::white, QColor(0xef, 0xf0, 0xf1)).isHighContrast);
    QVERIFY(!themeOf(QColor(0xfc, 0xfc, 0xfc), QColor(0x1b, 0x1e, 0x20), QColor(0x2a, 0x2e, 0x32))
                 .isHighContrast);
}

void TestTheme::schemesAreKept()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    QCOMPARE(savedColourScheme(settings), ColourScheme::System);
    QVERIFY(!savedPatterns(settings));
    for (const ColourScheme scheme : {ColourScheme::System, ColourScheme::Light, ColourScheme::Dark,
             ColourScheme::HighContrastLight, ColourScheme::HighContrastDark}) {
        saveColourScheme(settings, scheme);
        QCOMPARE(savedColourScheme(settings), scheme);
        applyColourScheme(scheme);
        const Theme theme = Theme::fromPalette(QApplication::palette());
        const bool isHigh =
            scheme == ColourScheme::HighContrastLight || scheme == ColourScheme::HighContrastDark;
        QCOMPARE(theme.isHighContrast, isHigh);
        if (scheme != ColourScheme::System)
            QCOMPARE(theme.isDark, scheme == ColourScheme::Dark || scheme == ColourScheme::HighContrastDark);
    }
    savePatterns(settings, true);
    QVERIFY(savedPatterns(settings));
}

void TestTheme::patternsTravelWithThePalette()
{
    for (const ColourScheme scheme : {ColourScheme::System, ColourScheme::Light, ColourScheme::Dark}) {
        applyColourScheme(scheme, true);
        const auto inside = [] {
            QWidget window;
            const QWidget child(&window);
            return Theme::fromPalette(child.palette());
        };
        QVERIFY(inside().hasPatterns);
        applyColourScheme(scheme, false);
        QVERIFY(!inside().hasPatterns);
    }
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
