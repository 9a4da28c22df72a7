// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/experiment.h"
#include "core/base/bytes.h"
#include "ui/details/text_parts.h"

#include <QFrame>

class QLabel;
class QTextBrowser;
class QToolButton;

namespace tidemark::ui {

// Above the views: the question of an experiment, the sentence that answers it, and what that rests on. What
// the sentences name can be clicked.
class ExperimentPanel : public QFrame {
    Q_OBJECT

public:
    explicit ExperimentPanel(QWidget* parent = nullptr);

    void setAnswer(const Experiment& experiment, const ExperimentAnswer& answer);
    void setUnits(ByteUnits units);
    QString text() const; // all that it says
    void applyTheme(); // anew, when the palette changed

Q_SIGNALS:
    void linkClicked(const tidemark::ui::Link& link);
    void closed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();

    Experiment m_experiment;
    ExperimentAnswer m_answer;
    ByteUnits m_units = ByteUnits::Binary;
    QTextBrowser* m_text = nullptr;
    QToolButton* m_close = nullptr;
};

} // namespace tidemark::ui
