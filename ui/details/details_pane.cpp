// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/details_pane.h"

#include "ui/details/details_html.h"
#include "ui/details/figures.h"
#include "ui/map/map_paints.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <memory>

namespace tidemark::ui {

namespace {

constexpr qint64 restMs = 60; // at least, between two updates

} // namespace

DetailsPane::DetailsPane(ViewState& state, QWidget* parent)
    : QTextBrowser(parent)
    , m_state(state)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setAccessibleName(tr("Details of the cursor and the selected block"));
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    document()->setDocumentMargin(12);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (const auto place = sourceFromTarget(url.toString(QUrl::FullyEncoded)))
            Q_EMIT sourceAsked(*place);
        else if (const auto link = linkFromTarget(url.toString()))
            follow(*link);
    });
    for (const auto change : {&ViewState::recordingChanged, &ViewState::recordingGrown,
             &ViewState::deviceChanged, &ViewState::filterChanged, &ViewState::curvesChanged,
             &ViewState::cursorChanged, &ViewState::selectionChanged, &ViewState::unitsChanged})
        connect(&state, change, this, &DetailsPane::scheduleUpdate);
    updateText();
}

QSize DetailsPane::sizeHint() const
{
    return {minimumSizeHint().width() + 20, 600};
}

QSize DetailsPane::minimumSizeHint() const
{
    // The widest line that must not break: a label of the sum and a figure of a hundred GiB.
    const int label = fontMetrics().horizontalAdvance(QStringLiteral("reserved, the sum of these"));
    const int figure =
        QFontMetrics(Theme::figureFont(font())).horizontalAdvance(QStringLiteral("100,000,000,000"));
    return {label * 11 / 10 + figure + 70, 120};
}

// Several changes at once, and those of a hidden pane, cost one update; a live recording gets a few a second,
// which is as fast as anybody reads.
void DetailsPane::scheduleUpdate()
{
    m_isStale = true;
    if (m_isScheduled || !isVisible())
        return;
    m_isScheduled = true;
    const qint64 passed = m_sinceUpdate.isValid() ? m_sinceUpdate.elapsed() : restMs;
    const auto rest = static_cast<int>(std::clamp<qint64>(restMs - passed, 0, restMs));
    QTimer::singleShot(rest, this, &DetailsPane::updateText);
}

void DetailsPane::updateText()
{
    m_isScheduled = false;
    m_isStale = false;
    m_sinceUpdate.start();
    const DetailsStyle style{Theme::fromPalette(palette()), font(), m_state.units(), m_showsFramework,
        m_showsFragmentation, m_showsReason, m_openCards};
    QString html = detailsHtml(detailsText(m_state), style);
    if (html == m_html)
        return;
    m_html = std::move(html);
    const int scrolled = verticalScrollBar()->value();
    setHtml(m_html);
    verticalScrollBar()->setValue(scrolled);
}

void DetailsPane::follow(const Link& link)
{
    switch (link.kind) {
    case Link::Kind::Moment:
        m_state.setCursor(link.value);
        return;
    case Link::Kind::Block:
        m_state.setSelectedAddress(link.value);
        return;
    case Link::Kind::Frames:
        m_showsFramework = !m_showsFramework;
        updateText();
        return;
    case Link::Kind::Fragmentation:
        m_showsFragmentation = !m_showsFragmentation;
        updateText();
        return;
    case Link::Kind::Reason:
        m_showsReason = !m_showsReason;
        updateText();
        return;
    case Link::Kind::OtherSettings:
        Q_EMIT otherSettingsAsked(link.value);
        return;
    case Link::Kind::Card: {
        const auto kind = static_cast<CardKind>(link.value);
        if (std::erase(m_openCards, kind) == 0)
            m_openCards.push_back(kind);
        updateText();
        return;
    }
    case Link::Kind::Term:
        m_state.setHighlightedBand(static_cast<Band>(link.value));
        Q_EMIT termAsked(textOf(bandName(static_cast<Band>(link.value))));
        return;
    case Link::Kind::Band: {
        const auto band = static_cast<Band>(link.value);
        m_state.setHighlightedBand(band == m_state.highlightedBand() ? Band::Nothing : band);
        return;
    }
    }
}

QString DetailsPane::stackText() const
{
    const DetailsText text = detailsText(m_state);
    return text.block ? stackAsText(text.block->frames) : QString();
}

void DetailsPane::copyStack()
{
    const QString text = stackText();
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

QVariant DetailsPane::loadResource(int type, const QUrl& name)
{
    for (const MemoryClass memoryClass : memoryClasses) {
        if (name.toString() != swatchName(memoryClass))
            continue;
        const double ratio = devicePixelRatioF();
        const int side = qRound(12 * ratio);
        QImage image =
            swatch(MapPaints::fromTheme(Theme::fromPalette(palette()), ratio), memoryClass, {side, side});
        image.setDevicePixelRatio(ratio);
        return image;
    }
    return QTextBrowser::loadResource(type, name);
}

void DetailsPane::showEvent(QShowEvent* event)
{
    if (m_isStale)
        updateText();
    QTextBrowser::showEvent(event);
}

void DetailsPane::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    const auto type = event->type();
    if (type != QEvent::PaletteChange && type != QEvent::FontChange && type != QEvent::StyleChange)
        return;
    m_html.clear(); // samples and colours differ although the words may not
    m_isStale = true;
    if (isVisible())
        updateText();
}

void DetailsPane::contextMenuEvent(QContextMenuEvent* event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu(event->pos()));
    menu->addSeparator();
    QAction* copy = menu->addAction(tr("Copy the block's stack"), this, &DetailsPane::copyStack);
    copy->setEnabled(!stackText().isEmpty());
    menu->exec(event->globalPos());
}

} // namespace tidemark::ui
