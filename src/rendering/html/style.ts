/** Colours by name; text on each ground has a contrast of 4.5 or more. Bars and grounds differ in lightness, not only in hue. */
const LIGHT = `--bg:#fff;--panel:#f5f7fa;--ink:#18202b;--muted:#566170;--line:#d5dbe3;--link:#1b5aa5;--bad:#a4161a;--warn:#7a4b00;--good:#17663a;
--bar-0:#2f6db3;--bar-1:#7a4b00;--bar-2:#9aa6b5;--bar-3:#a4161a;--heat-0:#f1f4f8;--heat-1:#dbe9f9;--heat-2:#b0d0f2;--heat-3:#6ea8e0;--heat-4:#2a69ae;--heat-5:#123f75;
--on-heat-0:#566170;--on-heat-1:#18202b;--on-heat-2:#10243e;--on-heat-3:#08172b;--on-heat-4:#fff;--on-heat-5:#fff;`;

const DARK = `--bg:#11161d;--panel:#19202a;--ink:#e6ebf2;--muted:#9ba7b6;--line:#313b48;--link:#86b9f2;--bad:#ff9a94;--warn:#f0bf6a;--good:#7fd6a2;
--bar-0:#5b9be0;--bar-1:#f0bf6a;--bar-2:#5d6a7a;--bar-3:#ff9a94;--heat-0:#19202a;--heat-1:#172f4b;--heat-2:#1c4878;--heat-3:#2a69ae;--heat-4:#7db4ee;--heat-5:#d3e6fb;
--on-heat-0:#9ba7b6;--on-heat-1:#dbe7f5;--on-heat-2:#eef4fb;--on-heat-3:#fff;--on-heat-4:#08172b;--on-heat-5:#08172b;`;

/** The page's only styles; its policy names them by their hash. */
export const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:1040px;margin:0 auto;padding:0 20px}
header{padding-top:40px}
h1{font-size:30px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em;overflow-wrap:anywhere}
h1 small{font-size:16px;font-weight:500;letter-spacing:0;color:var(--muted);white-space:nowrap}
h2{font-size:21px;line-height:1.3;margin:0 0 12px;padding-top:20px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:28px 0 8px}
p{margin:0 0 12px;max-width:75ch;text-wrap:pretty}
.faint{color:var(--muted)}
section{margin:40px 0}
a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;margin:16px 0 0;padding:0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px;margin:28px 0 0}
.tiles.six{grid-template-columns:repeat(3,1fr)}
.tiles div{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:14px 16px}
.tiles dt{color:var(--muted);font-size:14px}
.tiles dd{margin:2px 0 0;font-size:26px;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
.tiles dd small{display:block;margin-top:2px;font-size:14px;line-height:1.4;font-weight:400;letter-spacing:0;color:var(--muted);text-wrap:balance}
.tiles svg{display:block;width:100%;height:8px;margin-top:8px;border-radius:4px}
.chart{margin:0 0 8px}
.chart svg{display:block;width:100%;height:auto}
.chart text{font-family:inherit;font-variant-numeric:tabular-nums}
.middle,.narrow{display:none!important}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:0 0 14px;padding:0;font-size:14px;color:var(--muted)}
.legend svg{width:14px;height:14px;margin-right:6px;vertical-align:-2px}
details{margin:0 0 10px}
summary{cursor:pointer;padding:4px 0;color:var(--link)}
summary small{font-size:14px;color:var(--muted)}
.folder>summary{color:var(--ink);font-weight:600;overflow-wrap:anywhere}
.folder>summary small{font-weight:400}
.scroll{overflow-x:auto;margin:4px 0 16px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:1.4}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{text-align:left;vertical-align:baseline;padding:5px 12px 5px 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--muted);white-space:nowrap}
tbody th{min-width:14ch;overflow-wrap:anywhere}
td{white-space:nowrap}
td:last-child,th:last-child{padding-right:0}
.n{text-align:right;font-variant-numeric:tabular-nums}
.wrap{white-space:normal;min-width:20ch;overflow-wrap:anywhere}
.observed{table-layout:fixed;min-width:900px}
.observed th:nth-child(1){width:23%}.observed th:nth-child(2){width:11%}.observed th:nth-child(3){width:11%}
.observed th:nth-child(6),.observed th:nth-child(7){width:9%}.observed th:nth-child(8){width:12%}
.planned{table-layout:fixed;min-width:640px}
.raised{table-layout:fixed;min-width:900px}
.raised th:nth-child(1){width:19%}.raised th:nth-child(2){width:10%}.raised th:nth-child(3){width:15%}.raised th:nth-child(4){width:24%}.raised th:nth-child(6){width:9%}
.raised th:nth-child(7),.raised th:nth-child(8){width:8%}.found small,.raised small{display:inline-block;font-size:1em;color:var(--muted)}.raised td.n{white-space:nowrap}
.found{table-layout:fixed}
.found th:nth-child(1){width:30%}.found th:nth-child(2){width:24%}
.notes{margin:0 0 12px;padding-left:20px;max-width:75ch}
q{quotes:none;unicode-bidi:isolate}
h3 small{font-size:14px;font-weight:400}
.planned th:nth-child(1){width:36%}.planned th:nth-child(4){width:16%}
.observed td,.planned td,.raised td{white-space:normal;overflow-wrap:anywhere}
.observed td.n,.planned td.n{white-space:nowrap}
.n+td,.n+th:not(.n){padding-left:16px}
.bad,.warn,.good{font-weight:600}
.bad{color:var(--bad)}.warn{color:var(--warn)}.good{color:var(--good);font-weight:400}
pre{margin:4px 0 16px;padding:12px;background:var(--panel);border:1px solid var(--line);border-radius:8px;overflow-x:auto;font:13px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
ins{color:var(--good);text-decoration:none}del{color:var(--bad);text-decoration:none}
code{font:.92em ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
footer{padding-bottom:48px;font-size:14px;color:var(--muted)}
@media screen and (max-width:940px){.raised{min-width:0}.raised :is(th,td):nth-child(n+5):not(:last-child){display:none}
.raised th:nth-child(1){width:26%}.raised th:nth-child(2){width:14%}.raised th:nth-child(3){width:19%}.raised th:nth-child(4){width:auto}.raised th:nth-child(8){width:11%}}
@media (max-width:820px){.tiles{grid-template-columns:1fr 1fr}.tiles:not(.six) div:last-child:nth-child(odd){grid-column:1/-1}}
@media (max-width:640px){
main,header,footer{padding:0 14px}
header{padding-top:24px}
h1{font-size:24px}
.tiles,.tiles.six{grid-template-columns:1fr 1fr;gap:8px}
.tiles div{padding:10px 12px}
.tiles dd{font-size:20px}
.stack thead,.found thead,.raised thead{display:none}
.stack tr,.found tr,.raised tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}
.stack th,.stack td,.found th,.found td,.raised th,.raised td{display:block;padding:0;border:0;width:auto!important}
.found th,.raised th{font-weight:600}.raised td.n{display:none}
}
@media screen and (max-width:820px){.wide{display:none!important}.middle{display:block!important}}
@media screen and (max-width:640px){.middle{display:none!important}.narrow{display:block!important}.chart .narrow{max-width:440px;margin:0 auto}}
@media print{
@page{margin:14mm}
body{font-size:11pt}
main,header,footer{max-width:none;padding:0}
nav{display:none}
a{color:inherit;text-decoration:none}
h2,h3,summary,thead{break-after:avoid}tbody tr:first-child{break-before:avoid}
.chart,.tiles div,tr{break-inside:avoid}
.chart,.tiles,.legend{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.scroll{overflow:visible}
details:not(.folder){display:none}
.raised thead th{white-space:normal}
.observed,.planned,.raised{min-width:0}
.observed,.raised{font-size:8pt}
td{white-space:normal}
.folder::details-content{content-visibility:visible;block-size:auto}
pre{white-space:pre-wrap}
}
`;
