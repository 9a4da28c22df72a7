// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiment/experiment_panel.h"

#include "ui/experiment/answer_html.h"
#include "ui/theme.h"
#include "ui/window/look.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QTextBrowser>
#include <QToolButton>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr int highestPanel = 230; // pixels; what is longer can be scrolled

} // namespace

ExperimentPanel::ExperimentPanel(QWidget* parent)
    : QFrame(parent)
    , m_text(new QTextBrowser(this))
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("experimentPanel"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setAccessibleName(tr("What the experiment showed"));
    m_text->document()->setDocumentMargin(8);
    m_close->setObjectName(QStringLiteral("closeExperiment"));
    m_close->setText(tr("Close"));
    m_close->setAutoRaise(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->addWidget(m_text, 1);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &ExperimentPanel::closed);
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (const auto link = linkFromTarget(url.toString()))
            Q_EMIT linkClicked(*link);
    });
    applyTheme();
}

void ExperimentPanel::setAnswer(const Experiment& experiment, const ExperimentAnswer& answer)
{
    m_experiment = experiment;
    m_answer = answer;
    m_text->setHtml(answerHtml(m_experiment, m_answer, font(), m_units));
    fitHeight();
}

void ExperimentPanel::setUnits(ByteUnits units)
{
    m_units = units;
    m_text->setHtml(answerHtml(m_experiment, m_answer, font(), m_units));
    fitHeight();
}

QString ExperimentPanel::text() const
{
    return m_text->toPlainText();
}

void ExperimentPanel::fitHeight()
{
    // By its own width: while the panel is laid out anew, the text's is still the old one.
    const QMargins around = layout()->contentsMargins();
    m_text->document()->setTextWidth(
        width() - around.left() - around.right() - m_close->sizeHint().width() - layout()->spacing());
    const int wanted =
        static_cast<int>(std::ceil(m_text->document()->documentLayout()->documentSize().height()));
    m_text->setFixedHeight(std::min(wanted + 2, highestPanel));
}

void ExperimentPanel::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitHeight();
}

void ExperimentPanel::applyTheme()
{
    const Theme theme = applicationTheme();
    setLook(this,
        QStringLiteral("QFrame#experimentPanel { background: %1; border: 0; border-bottom: 1px solid %2; } "
                       "QTextBrowser { background: transparent; }")
            .arg(blend(theme.panel, theme.accent, 0.08).name(), theme.border.name()));
    m_text->setHtml(answerHtml(m_experiment, m_answer, font(), m_units));
}

} // namespace tidemark::ui
