// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"

#include "ui/theme.h"
#include "ui/window/look.h"
#include "ui/window/recent_files.h"
#include "ui/window/record_form.h"

#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace tidemark::ui {

namespace {

constexpr int pageWidth = 1060;

QLabel* makeTitle(const QString& text, qreal scale, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* makeParagraph(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

QFrame* makePanel(QWidget* parent)
{
    auto* panel = new QFrame(parent);
    panel->setObjectName(QStringLiteral("panel"));
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(22, 18, 22, 20);
    column->setSpacing(10);
    return panel;
}

} // namespace

StartPage::StartPage(const RecentFiles& recent, QWidget* parent)
    : QWidget(parent)
    , m_recent(recent)
{
    setObjectName(QStringLiteral("startPage"));
    auto* content = new QWidget(this);
    content->setMaximumWidth(pageWidth);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(24, 30, 24, 24);
    column->setSpacing(18);
    column->addWidget(makeHeading());
    auto* panels = new QHBoxLayout;
    panels->setSpacing(18);
    panels->addWidget(makeRecordPanel(), 3);
    panels->addWidget(makeOpenPanel(), 2);
    column->addLayout(panels);
    column->addWidget(makeExperimentPanel());
    column->addStretch(1);

    auto* centred = new QWidget(this);
    auto* row = new QHBoxLayout(centred);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch(1);
    row->addWidget(content, 100);
    row->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(centred);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(scroll);
    applyTheme();
    refreshRecent();
}

QWidget* StartPage::makeHeading()
{
    auto* heading = new QWidget(this);
    auto* column = new QVBoxLayout(heading);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    m_back = new QPushButton(heading);
    m_back->setObjectName(QStringLiteral("backToRecording"));
    m_back->hide();
    connect(m_back, &QPushButton::clicked, this, &StartPage::backRequested);
    column->addWidget(m_back, 0, Qt::AlignLeft);
    column->addWidget(makeTitle(tr("See where GPU memory goes"), 1.9, heading));
    column->addWidget(makeParagraph(
        tr("Watch PyTorch's caching allocator: what the tensors hold, how much more it keeps, and what Empty "
           "cache would give back."),
        heading));
    return heading;
}

QWidget* StartPage::makeRecordPanel()
{
    QFrame* panel = makePanel(this);
    panel->layout()->addWidget(makeTitle(tr("Record a workload"), 1.25, panel));
    panel->layout()->addWidget(makeParagraph(
        tr("A real LibTorch training starts and its memory is drawn as it runs. Choose one and press Start; "
           "then press Empty cache and watch the reserved curve fall."),
        panel));
    m_form = new RecordForm(panel);
    panel->layout()->addWidget(m_form);
    static_cast<QVBoxLayout*>(panel->layout())->addStretch(1);
    return panel;
}

QWidget* StartPage::makeOpenPanel()
{
    QFrame* panel = makePanel(this);
    auto* column = static_cast<QVBoxLayout*>(panel->layout());
    column->addWidget(makeTitle(tr("Open a recording"), 1.25, panel));
    column->addWidget(makeParagraph(
        tr("A memory snapshot that PyTorch wrote (torch.cuda.memory._dump_snapshot), or a .tide recording. "
           "Several files, or a folder of them, are shown together: one device each."),
        panel));
    auto* open = new QPushButton(tr("Open file…"), panel);
    open->setObjectName(QStringLiteral("openFile"));
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(open);
    auto* folder = new QPushButton(tr("Open folder…"), panel);
    folder->setObjectName(QStringLiteral("openFolder"));
    connect(folder, &QPushButton::clicked, this, &StartPage::folderRequested);
    row->addWidget(folder);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(makeMutedLabel(tr("or drop them anywhere in this window"), panel));
    column->addSpacing(10);
    column->addWidget(makeTitle(tr("Opened lately"), 1.0, panel));
    m_recentRows = new QVBoxLayout;
    m_recentRows->setSpacing(2);
    column->addLayout(m_recentRows);
    column->addStretch(1);
    return panel;
}

QWidget* StartPage::makeExperimentPanel()
{
    QFrame* panel = makePanel(this);
    auto* column = static_cast<QVBoxLayout*>(panel->layout());
    column->addWidget(makeTitle(tr("Three questions that many ask"), 1.25, panel));
    column->addWidget(makeParagraph(
        tr("Each runs two trainings, lays one over the other, and answers in a sentence with the figures of "
           "both. They run where the form above says: in full size on a CUDA device, small on the CPU."),
        panel));
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    for (std::size_t i = 0; i < experimentCount; ++i) {
        const auto kind = static_cast<ExperimentKind>(i);
        const Experiment made = experiment(kind, false);
        auto* cell = new QVBoxLayout;
        cell->setSpacing(6);
        auto* button = new QPushButton(QString::fromStdString(made.title), panel);
        button->setObjectName(QStringLiteral("experiment%1").arg(i));
        connect(button, &QPushButton::clicked, this, [this, kind] { Q_EMIT experimentRequested(kind); });
        cell->addWidget(button, 0, Qt::AlignLeft);
        cell->addWidget(makeParagraph(QString::fromStdString(made.question), panel));
        cell->addStretch(1);
        row->addLayout(cell, 1);
    }
    column->addLayout(row);
    return panel;
}

void StartPage::refreshRecent()
{
    while (QLayoutItem* item = m_recentRows->takeAt(0)) {
        item->widget()->deleteLater();
        item->widget()->hide();
        delete item;
    }
    if (m_recent.files().isEmpty())
        m_recentRows->addWidget(
            makeMutedLabel(tr("Nothing yet. Files that you open are listed here."), this));
    for (const RecentFile& file : m_recent.files()) {
        const QFileInfo info(file.path);
        auto* button = new QPushButton(this);
        button->setObjectName(QStringLiteral("recentFile"));
        button->setText(tr("%1  ·  %2").arg(info.fileName(), dateText(file.opened)));
        button->setToolTip(file.path);
        button->setAccessibleName(tr("Open %1").arg(info.fileName()));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setEnabled(info.exists());
        connect(button, &QPushButton::clicked, this, [this, path = file.path] { Q_EMIT fileChosen(path); });
        m_recentRows->addWidget(button);
    }
}

void StartPage::setOpenRecording(const QString& name, bool isOpen)
{
    m_back->setVisible(isOpen);
    m_back->setText(name.isEmpty() ? tr("‹ Back to the recording") : tr("‹ Back to %1").arg(name));
}

void StartPage::applyTheme()
{
    const Theme theme = applicationTheme();
    setLook(this,
        pageLook(theme)
            + QStringLiteral("QFrame#panel { background: %1; border: 1px solid %2; border-radius: 10px; }"
                             "QLabel#problem { color: %3; }"
                             "QPushButton#recentFile { border: 0; padding: 4px 6px; color: %4; text-align: "
                             "left; background: transparent; }"
                             "QPushButton#recentFile:disabled { color: %5; }"
                             "QPushButton#recentFile:hover, QPushButton#recentFile:focus { background: %6; "
                             "border-radius: 5px; }")
                  .arg(theme.raised.name(), theme.border.name(), theme.warning.name(), theme.accent.name(),
                      theme.mutedText.name(), blend(theme.panel, theme.accent, 0.12).name()));
}

} // namespace tidemark::ui
