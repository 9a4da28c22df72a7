// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/groups/colour_by_box.h"

#include <QCoreApplication>
#include <array>

namespace tidemark::ui {

namespace {

constexpr std::array colourChoices = {
    GroupBy::Category, GroupBy::DataType, GroupBy::Module, GroupBy::Phase, GroupBy::Step};

} // namespace

QString groupByTitle(GroupBy by)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("GroupBy", text); };
    switch (by) {
    case GroupBy::Category:
        return tr("category");
    case GroupBy::DataType:
        return tr("dtype");
    case GroupBy::Module:
        return tr("module");
    case GroupBy::Phase:
        return tr("phase");
    case GroupBy::Step:
        return tr("step");
    case GroupBy::Operator:
        return tr("operator");
    case GroupBy::Stack:
        return tr("stack");
    }
    return {};
}

ColourByBox::ColourByBox(ViewState& state, QWidget* parent)
    : QComboBox(parent)
    , m_state(state)
{
    setObjectName(QStringLiteral("colourBy"));
    setAccessibleName(tr("What colours the timeline"));
    setToolTip(tr(
        "Fill the area of allocated memory with what it is for, by category, dtype, module, phase or step"));
    addItem(tr("Colour: none"));
    for (const GroupBy by : colourChoices)
        addItem(tr("Colour by %1").arg(groupByTitle(by)), static_cast<int>(by));
    connect(this, &QComboBox::activated, this, [this](int index) {
        const QVariant by = itemData(index);
        m_state.setColourBy(by.isValid() ? std::optional(static_cast<GroupBy>(by.toInt())) : std::nullopt);
    });
    connect(&m_state, &ViewState::colourByChanged, this, &ColourByBox::showChosen);
    showChosen();
}

void ColourByBox::showChosen()
{
    const auto by = m_state.colourBy();
    setCurrentIndex(by ? findData(static_cast<int>(*by)) : 0);
}

} // namespace tidemark::ui
