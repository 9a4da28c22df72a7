// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include "ui/theme.h"
#include "ui/window/look.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <algorithm>

namespace tidemark::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_label(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_close(new QToolButton(this))
    , m_leave(this)
{
    setObjectName(QStringLiteral("messageBar"));
    m_clock.start();
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_progress->setFixedWidth(180);
    m_progress->setTextVisible(false);
    m_close->setObjectName(QStringLiteral("messageClose"));
    m_close->setText(tr("Dismiss"));
    m_close->setFocusPolicy(Qt::StrongFocus);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 6, 10, 6);
    row->setSpacing(12);
    row->addWidget(m_label, 1);
    row->addWidget(m_progress);
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        m_links[i] = new QToolButton(this);
        m_links[i]->setObjectName(
            i == 0 ? QStringLiteral("messageLink") : QStringLiteral("secondMessageLink"));
        m_links[i]->setFocusPolicy(Qt::StrongFocus);
        m_links[i]->hide();
        row->addWidget(m_links[i]);
        connect(m_links[i], &QToolButton::clicked, this, [this, i] { follow(i); });
    }
    row->addWidget(m_close);

    connect(m_close, &QToolButton::clicked, this, &MessageBar::closeByHand);
    m_leave.setObjectName(QStringLiteral("messageClock"));
    m_leave.setSingleShot(true);
    connect(&m_leave, &QTimer::timeout, this, &MessageBar::leaveUnlessHeld);
    applyTheme();
    hide();
}

void MessageBar::show(Tone tone, const QString& sentence)
{
    m_tone = tone;
    m_sentence = sentence;
    m_leave.stop();
    ++m_said;
    m_label->setText(sentence);
    setAccessibleName(sentence);
    applyTheme();
    setVisible(true);
}

void MessageBar::say(Tone tone, const QString& sentence, std::vector<Link> links)
{
    std::erase_if(links, [](const Link& link) { return link.text.isEmpty(); });
    m_isKept = tone == Tone::Trouble
        || std::any_of(links.begin(), links.end(), [](const Link& link) { return link.isWantedAgain; });
    links.resize(m_links.size());
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        m_onLink[i] = links[i].onClick;
        m_links[i]->setText(links[i].text);
        m_links[i]->setVisible(!links[i].text.isEmpty());
    }
    m_onCancel = {};
    m_progress->hide();
    m_close->setText(tr("Dismiss"));
    m_label->setTextFormat(Qt::PlainText);
    show(tone, sentence);
    leaveSoon();
}

// Time to see that there is something, and to read it slowly.
void MessageBar::leaveSoon()
{
    constexpr qsizetype least = 12'000; // milliseconds
    constexpr qsizetype perLetter = 80;
    if (!m_isKept && !showsProgress())
        m_leave.start(static_cast<int>(least + perLetter * m_sentence.size()));
}

void MessageBar::leaveUnlessHeld()
{
    if (underMouse() || !isActiveWindow() || isAncestorOf(QApplication::focusWidget()))
        leaveSoon();
    else
        dismiss();
}

// The link may put another sentence here, which stays; a dialog that it opens may outlive the one that was
// here.
void MessageBar::follow(std::size_t link)
{
    const auto onClick = m_onLink[link];
    if (!onClick)
        return;
    const std::size_t said = m_said;
    onClick();
    if (!m_isKept && said == m_said)
        dismiss();
}

void MessageBar::showProgress(const QString& sentence, int percent, std::function<void()> onCancel)
{
    if (!showsProgress())
        m_timeLeft = {};
    const QString left = m_timeLeft.words(percent, m_clock.elapsed());
    m_onCancel = std::move(onCancel);
    for (QToolButton* link : m_links)
        link->hide();
    m_progress->setRange(0, percent < 0 ? 0 : 100);
    m_progress->setValue(percent);
    m_progress->setAccessibleName(sentence);
    m_progress->show();
    m_close->setText(tr("Cancel"));
    show(Tone::Note, left.isEmpty() ? sentence : tr("%1 · %2").arg(sentence, left));
}

bool MessageBar::showsProgress() const
{
    return !isHidden() && !m_progress->isHidden();
}

void MessageBar::reword(const QString& before, const QString& after)
{
    if (before.isEmpty() || !m_sentence.contains(before))
        return;
    m_sentence.replace(before, after);
    m_label->setText(m_sentence);
    setAccessibleName(m_sentence);
}

void MessageBar::dismiss()
{
    m_leave.stop();
    m_sentence.clear();
    m_onCancel = {};
    hide();
}

void MessageBar::closeByHand()
{
    const auto cancel = std::exchange(m_onCancel, {});
    dismiss();
    if (cancel)
        cancel();
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        closeByHand();
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::enterEvent(QEnterEvent* event)
{
    QFrame::enterEvent(event);
    m_leave.stop();
}

void MessageBar::leaveEvent(QEvent* event)
{
    QFrame::leaveEvent(event);
    if (!isHidden())
        leaveSoon();
}

void MessageBar::applyTheme()
{
    const Theme theme = applicationTheme();
    const QColor tint = m_tone == Tone::Trouble ? theme.warning : theme.accent;
    setLook(this,
        QStringLiteral(
            "#messageBar { background: %1; border: 0; border-bottom: 1px solid %2; }"
            "#messageBar QToolButton { border: 0; padding: 3px 6px; color: %3; background: transparent; }"
            "#messageBar QToolButton:hover, #messageBar QToolButton:focus { text-decoration: underline; }")
            .arg(blend(theme.panel, tint, 0.10).name(), blend(theme.panel, tint, 0.35).name(),
                theme.accent.name()));
}

} // namespace tidemark::ui
