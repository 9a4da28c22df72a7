// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_style.h"

namespace tidemark {

// The colours are those of the window's two themes.
std::string_view reportStyle()
{
    return R"(:root{color-scheme:light dark;--panel:#fff;--text:#1c1f24;--muted:#5c646e;--border:#d5d9de;
--grid:#e9ebee;--allocated:#0072b2;--allocated-fill:#a6cfe4;--active:#d55e00;--reserved:#5a6370;
--reserved-fill:#eff0f1;--waiting:#d55e00;--rounding:#c0302a;--beside:#e8b54a;--free:#b4bdca;--card:#f4f7fb;
--warning:#b3261e;--warning-ground:#fbeeed}
@media (prefers-color-scheme:dark){:root{--panel:#16191d;--text:#e8eaee;--muted:#a3abb5;--border:#3b4149;
--grid:#2a2f36;--allocated:#56b4e9;--allocated-fill:#2e5267;--active:#f08a3c;--reserved:#a3adba;
--reserved-fill:#2a2e33;--waiting:#f08a3c;--rounding:#ee6a64;--beside:#eabc58;--free:#788290;--card:#1e242b;
--warning:#ff756b;--warning-ground:#33211f}}
*{box-sizing:border-box}
body{margin:0;background:var(--panel);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:62rem;margin:0 auto;padding:1.2rem 1rem 3rem}
h1{font-size:1.5rem;margin:0 0 .2rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.2rem 0 .6rem;overflow-wrap:anywhere}
h3{font-size:1rem;margin:1.6rem 0 .4rem}
p{margin:.3rem 0}
.muted{color:var(--muted)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.94rem}
th,td{padding:.22rem .7rem .22rem 0;border-bottom:1px solid var(--border);text-align:left;vertical-align:top}
th{font-weight:normal;color:var(--muted)}
td.name{overflow-wrap:anywhere}
.n{text-align:right;white-space:nowrap;font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
tr.sum td{border-bottom:0;font-weight:600}
svg{display:block;width:100%;height:auto;margin:.5rem 0}
.grid{stroke:var(--grid)}
.tick{fill:var(--muted);font-size:13px}
.reserved-area{fill:var(--reserved-fill)}
.allocated-area{fill:var(--allocated-fill)}
.reserved-line,.allocated-line,.active-line{fill:none;stroke-width:1.5}
.reserved-line{stroke:var(--reserved)}
.allocated-line{stroke:var(--allocated)}
.active-line{stroke:var(--active)}
.key i{display:inline-block;width:.8em;height:.8em;margin:0 .35em 0 0;border-radius:2px;vertical-align:-.06em}
.key span{margin-right:1.2em;white-space:nowrap}
i.allocated,i.requested{background:var(--allocated)}
i.waiting,i.active{background:var(--waiting)}
i.rounding{background:var(--rounding)}
i.beside{background:var(--beside)}
i.free{background:var(--free)}
i.reserved{background:var(--reserved)}
td i{display:inline-block;width:.8em;height:.8em;margin-right:.5em;border-radius:2px;vertical-align:-.06em}
.bar{display:flex;height:1.1rem;border-radius:3px;overflow:hidden;margin:.5rem 0;background:var(--grid)}
.bar i{display:block;height:100%}
.card{background:var(--card);border-radius:6px;padding:.7rem 1rem;margin:.8rem 0}
.card h3{margin-top:0}
.oom{background:var(--warning-ground)}
.oom h3{color:var(--warning)}
.oom table{margin:.5rem 0}
@media (max-width:40rem){body{font-size:15px}th,td{padding-right:.4rem}}
@media print{main{max-width:none}}
)";
}

} // namespace tidemark
