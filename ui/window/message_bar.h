// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <array>
#include <functional>
#include <vector>

class QLabel;
class QProgressBar;
class QToolButton;

namespace tidemark::ui {

// One sentence across the window, which stays until it is read: what a command did, what went wrong, what is
// being opened. Nothing else waits for it.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Tone { Note, Trouble };
    // Words behind the sentence that do something when clicked.
    struct Link {
        QString text;
        std::function<void()> onClick;
    };

    explicit MessageBar(QWidget* parent = nullptr);

    // Plain text, with at most two links; one without text is left out.
    void say(Tone tone, const QString& sentence, std::vector<Link> links = {});
    // A bar from 0 to 100, or a moving one for -1, and Cancel.
    void showProgress(const QString& sentence, int percent, std::function<void()> onCancel);
    void dismiss(); // without cancelling anything
    bool showsProgress() const;

    QString text() const { return m_sentence; }
    Tone tone() const { return m_tone; }
    void applyTheme(); // anew, when the palette changed

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void show(Tone tone, const QString& sentence);
    void closeByHand();

    QLabel* m_label = nullptr;
    std::array<QToolButton*, 2> m_links = {};
    QProgressBar* m_progress = nullptr;
    QToolButton* m_close = nullptr;
    QString m_sentence;
    Tone m_tone = Tone::Note;
    std::array<std::function<void()>, 2> m_onLink;
    std::function<void()> m_onCancel;
};

} // namespace tidemark::ui
