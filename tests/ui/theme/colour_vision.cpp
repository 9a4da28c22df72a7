// SPDX-License-Identifier: GPL-3.0-or-later
#include "colour_vision.h"

#include "ui/window/colour_scheme.h"

#include <algorithm>
#include <cmath>

namespace tidemark::tests {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix withoutRed = {
    Triple{0.10889, 0.89111, 0.0}, Triple{0.10889, 0.89111, 0.0}, Triple{0.00447, -0.00447, 1.0}};
constexpr Matrix withoutGreen = {
    Triple{0.29031, 0.70969, 0.0}, Triple{0.29031, 0.70969, 0.0}, Triple{-0.02197, 0.02197, 1.0}};
// Two half planes, and what tells on which side a colour lies.
constexpr Matrix withoutBlueOneSide = {Triple{1.01277, 0.13548, -0.14826}, Triple{-0.01243, 0.86812, 0.14431},
    Triple{0.07589, 0.80500, 0.11911}};
constexpr Matrix withoutBlueOtherSide = {Triple{0.93678, 0.18979, -0.12657},
    Triple{0.06154, 0.81526, 0.12320}, Triple{-0.37562, 1.12767, 0.24796}};
constexpr Triple side = {0.03901, -0.02788, -0.01113};

double product(const Triple& left, const Triple& right)
{
    return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

Triple applied(const Matrix& matrix, const Triple& colour)
{
    return {product(matrix[0], colour), product(matrix[1], colour), product(matrix[2], colour)};
}

Triple linearOf(const QColor& colour)
{
    const auto linear = [](int level) {
        const double share = level / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return {linear(colour.red()), linear(colour.green()), linear(colour.blue())};
}

double luminanceOf(const Triple& linear)
{
    return product({0.2126, 0.7152, 0.0722}, linear);
}

Triple seen(Vision vision, const QColor& colour)
{
    const Triple linear = linearOf(colour);
    switch (vision) {
    case Vision::Protanopia:
        return applied(withoutRed, linear);
    case Vision::Deuteranopia:
        return applied(withoutGreen, linear);
    case Vision::Tritanopia:
        return applied(product(side, linear) >= 0 ? withoutBlueOneSide : withoutBlueOtherSide, linear);
    case Vision::Common:
        break;
    }
    return linear;
}

// CIE L*a*b*, white D65.
Triple labOf(Triple linear)
{
    for (double& level : linear)
        level = std::clamp(level, 0.0, 1.0);
    const auto root = [](double share) {
        return share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116;
    };
    const double x = root(product({0.4124, 0.3576, 0.1805}, linear) / 0.9505);
    const double y = root(luminanceOf(linear));
    const double z = root(product({0.0193, 0.1192, 0.9505}, linear) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

} // namespace

double wcagContrast(const QColor& one, const QColor& other)
{
    const double a = luminanceOf(linearOf(one)) + 0.05;
    const double b = luminanceOf(linearOf(other)) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

double lightnessFor(Vision vision, const QColor& colour)
{
    return labOf(seen(vision, colour))[0];
}

double differenceFor(Vision vision, const QColor& one, const QColor& other)
{
    const Triple a = labOf(seen(vision, one));
    const Triple b = labOf(seen(vision, other));
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

std::vector<std::pair<QString, ui::Theme>> allThemes()
{
    const auto patterned = [](QPalette palette) {
        ui::setWantsPatterns(palette, true);
        return ui::Theme::fromPalette(palette);
    };
    return {{QStringLiteral("light"), ui::Theme::fromPalette(ui::lightPalette())},
        {QStringLiteral("dark"), ui::Theme::fromPalette(ui::darkPalette())},
        {QStringLiteral("light with patterns"), patterned(ui::lightPalette())},
        {QStringLiteral("dark with patterns"), patterned(ui::darkPalette())},
        {QStringLiteral("high contrast light"), ui::Theme::fromPalette(ui::highContrastPalette(false))},
        {QStringLiteral("high contrast dark"), ui::Theme::fromPalette(ui::highContrastPalette(true))}};
}

} // namespace tidemark::tests
