// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/playground_bar.h"

#include "core/base/bytes.h"
#include "ui/theme.h"
#include "ui/window/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace tidemark::ui {

PlaygroundBar::PlaygroundBar(QWidget* parent)
    : QWidget(parent)
    , m_size(new QLineEdit(QStringLiteral("64 MiB"), this))
    , m_alloc(new QPushButton(tr("&Alloc"), this))
    , m_blocks(new QComboBox(this))
    , m_free(new QPushButton(tr("Fr&ee"), this))
    , m_hint(makeMutedLabel({}, this))
{
    setObjectName(QStringLiteral("playgroundBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_size->setObjectName(QStringLiteral("allocSize"));
    m_alloc->setObjectName(QStringLiteral("alloc"));
    m_blocks->setObjectName(QStringLiteral("liveBlocks"));
    m_free->setObjectName(QStringLiteral("free"));
    m_size->setAccessibleName(tr("Size to allocate"));
    m_size->setFixedWidth(110);
    m_blocks->setAccessibleName(tr("Block to free"));
    m_blocks->setMinimumWidth(150);
    m_alloc->setToolTip(tr("Make a tensor of this size and hold it"));
    m_free->setToolTip(tr("Let go of this tensor"));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 5, 12, 5);
    row->setSpacing(8);
    row->addWidget(new QLabel(tr("Playground"), this));
    row->addWidget(m_size);
    row->addWidget(m_alloc);
    row->addSpacing(12);
    row->addWidget(m_blocks);
    row->addWidget(m_free);
    row->addWidget(m_hint, 1);

    connect(m_size, &QLineEdit::textChanged, this, &PlaygroundBar::validate);
    connect(m_size, &QLineEdit::returnPressed, this, &PlaygroundBar::allocate);
    connect(m_alloc, &QPushButton::clicked, this, &PlaygroundBar::allocate);
    connect(m_free, &QPushButton::clicked, this, &PlaygroundBar::freeChosen);
    applyTheme();
    reset();
}

void PlaygroundBar::reset()
{
    m_blocks->clear();
    validate();
}

void PlaygroundBar::validate()
{
    const auto bytes = parseBytes(m_size->text().trimmed().toStdString());
    m_alloc->setEnabled(bytes && *bytes > 0);
    m_free->setEnabled(m_blocks->count() > 0);
    m_blocks->setEnabled(m_blocks->count() > 0);
    m_hint->setText(!bytes ? QString::fromStdString(bytes.error().message)
            : m_blocks->count() == 0
            ? tr("Alloc makes a tensor of this size; free it again and see what the allocator keeps.")
            : QString());
}

void PlaygroundBar::allocate()
{
    // The recorder reads a command word by word: no blank inside the size.
    if (m_alloc->isEnabled())
        Q_EMIT command(QStringLiteral("alloc ") + m_size->text().remove(QLatin1Char(' ')));
}

void PlaygroundBar::freeChosen()
{
    if (m_blocks->count() > 0)
        Q_EMIT command(QStringLiteral("free %1").arg(m_blocks->currentData().toLongLong()));
}

void PlaygroundBar::take(const Answer& answer)
{
    if (!answer.ok)
        return;
    const QString line = QString::fromStdString(answer.command).trimmed();
    if (line.startsWith(QLatin1String("alloc "))) {
        const qlonglong id = answer.figure("id");
        m_blocks->addItem(tr("block %1 · %2").arg(QString::number(id), line.mid(6)), id);
        m_blocks->setCurrentIndex(m_blocks->count() - 1);
    } else if (line.startsWith(QLatin1String("free "))) {
        m_blocks->removeItem(m_blocks->findData(line.mid(5).trimmed().toLongLong()));
    }
    validate();
}

void PlaygroundBar::applyTheme()
{
    const Theme theme = applicationTheme();
    setLook(this,
        pageLook(theme)
            + QStringLiteral("#playgroundBar { background: %1; border-bottom: 1px solid %2; }")
                  .arg(theme.background.name(), theme.border.name()));
}

} // namespace tidemark::ui
