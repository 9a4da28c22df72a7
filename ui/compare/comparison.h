// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison_facts.h"
#include "ui/newest_job.h"

#include <QObject>
#include <QTimer>

namespace tidemark::ui {

class ViewState;

// The recording that is shown beside another one: finds what differs on a worker, and lays the other's curves
// over the shown ones. Follows the device that is shown, the cursor where it is asked for, and a run that
// grows. It ends when another recording is opened; while one is only tried it waits.
class Comparison : public QObject {
    Q_OBJECT

public:
    // `state` must outlive this.
    explicit Comparison(ViewState& state, QObject* parent = nullptr);

    // With what is shown. `experiment`: the two are its runs. `other` must hold a device.
    void begin(const std::shared_ptr<const AnalyzedRecording>& other, const Experiment& words,
        std::optional<ExperimentKind> experiment = {});
    void end();
    // Gives up what is being found; the comparison itself where nothing was found yet.
    void stop();

    void setBy(CompareBy by);
    void setAt(ComparedAt at);
    void setAlignment(CurveAlignment alignment);
    void setDeviceA(std::size_t device); // else it is the one like B's

    bool isThere() const { return m_question.a != nullptr; }
    bool isShown() const { return m_isShown; } // there, and its second recording is the one that is shown
    bool isBusy() const { return m_job.isBusy(); }
    const Experiment& words() const { return m_words; } // what the two are called
    const ComparisonQuestion& question() const { return m_question; }
    // Of the latest question that was answered; null before the first.
    const std::shared_ptr<const ComparisonFacts>& facts() const { return m_facts; }

Q_SIGNALS:
    void begun();
    void changed(); // whether it is there, what it asks, whether it is busy
    void progressed(int percent); // 0 to 100
    void found();

private:
    void takeRecording();
    void takeDevice();
    void takeGrowth();
    std::size_t deviceLikeShown() const;
    void ask();
    void start();
    void halt();
    void take(const std::shared_ptr<const ComparisonFacts>& facts);
    void showCurves();

    ViewState& m_state;
    Experiment m_words;
    ComparisonQuestion m_question;
    bool m_isShown = false;
    bool m_isDeviceChosen = false; // A's, by hand
    std::shared_ptr<const ComparisonFacts> m_facts;
    QTimer m_soon;
    QTimer m_look; // at the progress
    std::shared_ptr<Progress> m_progress;
    ComparisonQuestion m_running;
    NewestJob m_job;
};

} // namespace tidemark::ui
