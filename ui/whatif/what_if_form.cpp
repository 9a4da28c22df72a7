// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if_form.h"

#include "core/allocator/allocator_settings.h"
#include "core/base/bytes.h"
#include "ui/details/figures.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QStandardItemModel>
#include <QToolButton>
#include <array>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

// Those of PyTorch's keys that change what is reserved, with a value worth a try.
struct Key {
    const char* name;
    const char* value;
};
constexpr std::array keys = {Key{"expandable_segments", "True"}, Key{"max_split_size_mb", "128"},
    Key{"roundup_power2_divisions", "8"}, Key{"garbage_collection_threshold", "0.8"},
    Key{"large_segment_size_mb", "40"}, Key{"max_non_split_rounding_mb", "40"}};

} // namespace

WhatIfForm::WhatIfForm(QWidget* parent)
    : QWidget(parent)
    , m_conf(new QLineEdit(this))
    , m_limit(new QLineEdit(this))
    , m_emptyCache(new QComboBox(this))
    , m_fault(new QLabel(this))
    , m_run(new QPushButton(tr("Run"), this))
    , m_suggest(new QPushButton(tr("Suggest settings"), this))
{
    m_conf->setObjectName(u"whatIfConf"_s);
    m_limit->setObjectName(u"whatIfLimit"_s);
    m_emptyCache->setObjectName(u"whatIfEmptyCache"_s);
    m_fault->setObjectName(u"whatIfFault"_s);
    m_run->setObjectName(u"whatIfRun"_s);
    m_suggest->setObjectName(u"whatIfSuggest"_s);
    m_conf->setPlaceholderText(tr("PyTorch's defaults"));
    m_conf->setFont(Theme::figureFont(font()));
    m_conf->setClearButtonEnabled(true);
    m_conf->setAccessibleName(tr("Settings to try"));
    m_limit->setAccessibleName(tr("Limit on reserved memory"));
    m_emptyCache->setAccessibleName(tr("When the cache is emptied"));
    m_limit->setPlaceholderText(tr("as recorded; 24GiB, 512MiB"));
    m_emptyCache->addItems({tr("as recorded"), tr("also after every step"), tr("also at the cursor")});
    m_fault->setWordWrap(true);
    m_run->setProperty("primary", true);
    m_run->setToolTip(tr("Runs the recorded program under these settings"));
    m_suggest->setToolTip(tr("Tries some two dozen settings and ranks them"));

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_run);
    buttons->addWidget(m_suggest);
    buttons->addStretch();
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("Settings"), makeConfLine());
    form->addRow(tr("Limit"), m_limit);
    form->addRow(tr("empty_cache()"), m_emptyCache);
    form->addRow(m_fault);
    form->addRow(buttons);
    m_fault->hide();

    connect(m_conf, &QLineEdit::textChanged, this, &WhatIfForm::look);
    connect(m_limit, &QLineEdit::textChanged, this, &WhatIfForm::look);
    for (QLineEdit* line : {m_conf, m_limit})
        connect(line, &QLineEdit::returnPressed, m_run, &QPushButton::click);
    connect(m_run, &QPushButton::clicked, this, &WhatIfForm::runRequested);
    connect(m_suggest, &QPushButton::clicked, this, &WhatIfForm::suggestRequested);
}

QWidget* WhatIfForm::makeConfLine()
{
    auto* line = new QWidget(this);
    auto* add = new QToolButton(line);
    add->setObjectName(u"whatIfKeys"_s);
    add->setText(tr("Add"));
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(makeKeysMenu());
    add->setToolTip(tr("Settings that change what is reserved"));
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_conf);
    row->addWidget(add);
    return line;
}

QMenu* WhatIfForm::makeKeysMenu()
{
    auto* menu = new QMenu(this);
    for (const Key& key : keys) {
        const QString name = QString::fromLatin1(key.name);
        const QString value = QString::fromLatin1(key.value);
        menu->addAction(name + u':' + value, this, [this, name, value] { putKey(name, value); });
    }
    return menu;
}

// In place of what the key had before, if it is there.
void WhatIfForm::putKey(const QString& key, const QString& value)
{
    QStringList parts = m_conf->text().split(u',', Qt::SkipEmptyParts);
    const QRegularExpression isKey(u"^\\s*%1\\s*:"_s.arg(QRegularExpression::escape(key)));
    parts.removeIf([&](const QString& part) { return isKey.match(part).hasMatch(); });
    parts << key + u':' + value;
    m_conf->setText(parts.join(u','));
    m_conf->setFocus();
}

std::optional<std::uint64_t> WhatIfForm::limit() const
{
    const QString text = m_limit->text().trimmed();
    if (text.isEmpty())
        return 0;
    const auto bytes = parseBytes(text.toStdString());
    return bytes ? std::optional(*bytes) : std::nullopt;
}

std::optional<WhatIfChoice> WhatIfForm::choice() const
{
    WhatIfChoice choice;
    choice.conf = m_conf->text().trimmed();
    const auto bytes = limit();
    if (!bytes || !AllocatorSettings::parse(choice.conf.toStdString()))
        return std::nullopt;
    choice.limit = *bytes;
    choice.emptyCache = static_cast<EmptyCacheChoice>(m_emptyCache->currentIndex());
    if (choice.emptyCache == EmptyCacheChoice::AtCursor)
        choice.cursor = m_cursor;
    return choice;
}

void WhatIfForm::setChoice(const WhatIfChoice& choice)
{
    m_conf->setText(choice.conf);
    m_limit->setText(choice.limit == 0 ? QString() : QString::number(choice.limit));
    m_emptyCache->setCurrentIndex(static_cast<int>(choice.emptyCache));
}

void WhatIfForm::setCursor(std::size_t position)
{
    m_cursor = position;
    m_emptyCache->setItemText(static_cast<int>(EmptyCacheChoice::AtCursor),
        tr("also at the cursor (after event %1)").arg(countText(position)));
}

void WhatIfForm::setHasSteps(bool hasSteps)
{
    const int everyStep = static_cast<int>(EmptyCacheChoice::EveryStep);
    auto* items = qobject_cast<QStandardItemModel*>(m_emptyCache->model());
    items->item(everyStep)->setEnabled(hasSteps);
    items->item(everyStep)->setToolTip(hasSteps ? QString() : tr("This recording does not name its steps."));
    if (!hasSteps && m_emptyCache->currentIndex() == everyStep)
        m_emptyCache->setCurrentIndex(0);
}

void WhatIfForm::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    look();
}

// Says what is wrong as it is written.
void WhatIfForm::look()
{
    const auto settings = AllocatorSettings::parse(m_conf->text().trimmed().toStdString());
    QString fault = settings ? QString() : textOf(settings.error().message);
    if (fault.isEmpty() && !limit())
        fault = textOf(parseBytes(m_limit->text().trimmed().toStdString()).error().message);
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    m_run->setEnabled(fault.isEmpty() && !m_isBusy);
    m_suggest->setEnabled(limit().has_value() && !m_isBusy);
}

} // namespace tidemark::ui
