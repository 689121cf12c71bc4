"""How the page looks: one column, light or dark as the reader's device is, narrow screens and print included."""

CSS = """
:root { color-scheme: light dark; --ink: #1d2329; --faint: #66707a; --line: #d9dee3; --back: #fff; --soft: #f5f7f9;
  --link: #2459a9; --good: #1f7a43; --bad: #b23b3b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e7eb; --faint: #97a2ad; --line: #363f48; --back: #14181c;
  --soft: #1c2228; --link: #8ab4f8; --good: #6cc490; --bad: #ef8f8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; } h2 { font-size: 1.2rem; margin: 2.6rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
.about, .note, figcaption, .small { color: var(--faint); } .note, .small { font-size: .875rem; }
.facts { display: flex; flex-wrap: wrap; gap: .4rem 1.6rem; margin: 1rem 0; padding: 0; list-style: none; }
.facts li { color: var(--faint); font-size: .875rem; }
.facts b { display: block; color: var(--ink); font-size: 1.25rem; font-weight: 600; }
.warn { border-left: 3px solid #d9822b; background: var(--soft); padding: .6rem .9rem; margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; min-width: 50%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: .8rem; font-weight: 600; color: var(--faint); vertical-align: bottom; white-space: nowrap; }
.wide tbody th, .wide thead th:first-child { position: sticky; left: 0; background: var(--back); }
tbody th { font-weight: 500; } td .ours { font-weight: 650; white-space: nowrap; }
.ends { white-space: nowrap; }
td .more, th .more { font-weight: 400; display: block; font-size: .8rem; color: var(--faint); white-space: nowrap; }
.absent { color: var(--faint); font-style: italic; font-size: .875rem; white-space: nowrap; }
.findings .good, .findings .bad { white-space: nowrap; font-weight: 600; } .good { color: var(--good); }
.bad { color: var(--bad); } .unsure { color: var(--faint); white-space: nowrap; }
.findings th .more, .findings td .more { white-space: normal; }
figure { margin: 0; } figure svg { width: 100%; max-width: 46rem; height: auto; }
details { border-bottom: 1px solid var(--line); padding: .5rem 0; } summary { cursor: pointer; }
blockquote { margin: .5rem 0; padding: .1rem 0 .1rem .8rem; border-left: 2px solid var(--line); }
blockquote.right { border-color: var(--good); } blockquote.wrong { border-color: var(--bad); }
blockquote p { margin: 0; }
.up { color: var(--good); } .down { color: var(--bad); } .flat { color: var(--faint); }
code { font-size: .85em; overflow-wrap: anywhere; }
.wide .cells th { position: static; } .cells th, .cells td { white-space: nowrap; }
.cells td.settings { white-space: normal; min-width: 14rem; }
.settings { max-width: 26rem; } td.settings { font-size: .8rem; color: var(--faint); }
@media (max-width: 40rem) { body { font-size: 15px; } th, td { padding-right: .7rem; } }
@media print { body { font-size: 10pt; } main { max-width: none; padding: 0; } .wide { overflow: visible; }
  section { break-inside: avoid; } details > :not(summary) { display: block; } }
"""
