/** Cells of other programs are pasted into the sheet of a report: as Excel and LibreOffice put them into the clipboard, and as nobody means well with. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ReportDesign } from '../../model/contract/report/templates.ts'
import { EMPTY_TEMPLATE } from '../../model/reports/draft.ts'
import { unique } from '../support/builders.ts'
import { eventually, openSite } from './support.ts'

const site = openSite()
const PATH = '/api/report/template'

/** An empty sheet, but for a text in its second column. */
async function openSheet() {
  const admin = await site.client()
  const { data } = await admin.post<{ id: string }>(`${PATH}/copyReportTemplate`, {
    templateName: `Pasted ${unique()}`,
    templateKind: 'other',
    report: 'alarm-month',
  })
  const { data: before } = await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: data.id })
  const empty = {
    ...EMPTY_TEMPLATE,
    columns: [64, 64, 64],
    rows: Array.from({ length: 12 }, () => 18),
    cells: { B12: { text: 'here' } },
  }
  expect((await admin.post(`${PATH}/saveReportDraft`, { id: data.id, content: empty, revision: before.revision })).http).toBe(200)
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${data.id}`)
  await page.getByRole('grid').waitFor()
  const content = async () => (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: data.id })).data.content
  const look = async (name: string) => {
    const { cells, styles } = await content()
    return styles[cells[name]?.style ?? -1]
  }
  return { page, content, look }
}

/** Milliseconds that the page was busy with it. */
async function paste(page: Page, place: string, html: string, text = ''): Promise<number> {
  await page.locator(`[data-name=${place}]`).click()
  return page.evaluate<number>(`((html, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    data.setData('text/html', html)
    const before = performance.now()
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    return performance.now() - before
  })(${JSON.stringify(html)}, ${JSON.stringify(text)})`)
}

const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<link id=Main-File rel=Main-File href="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip.htm">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
@page
	{margin:.75in .7in .75in .7in;}
tr
	{mso-height-source:auto;}
br
	{mso-data-placement:same-cell;}
td
	{padding-top:1px;
	mso-ignore:padding;
	color:black;
	font-size:11.0pt;
	font-weight:400;
	font-family:Calibri, sans-serif;
	mso-number-format:General;
	text-align:general;
	vertical-align:bottom;
	border:none;
	white-space:nowrap;}
.xl65
	{color:red;
	font-size:14.0pt;
	font-weight:700;
	text-align:center;
	vertical-align:middle;
	border:.5pt solid windowtext;
	background:yellow;
	mso-pattern:black none;
	white-space:normal;}
.xl66
	{mso-number-format:"\\#\\,\\#\\#0\\.00";
	border:.5pt solid windowtext;}
.xl67
	{mso-number-format:"yyyy\\\\-mm\\\\-dd";}
-->
</style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=256 style='border-collapse:
 collapse;width:192pt'>
<!--StartFragment-->
 <col width=64 style='width:48pt'>
 <col width=192 style='mso-width-source:userset;mso-width-alt:7021;width:144pt'>
 <tr height=40 style='height:30.0pt'>
  <td colspan=2 height=40 class=xl65 width=256 style='border-right:.5pt solid black;
  height:30.0pt;width:192pt'>Concrete of<br>
    hall&nbsp;1</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl66 align=right style='height:15.0pt;border-top:none'>1,234.50</td>
  <td class=xl67 align=right>2026-11-25</td>
 </tr>
<!--EndFragment-->
</table>
</body>
</html>`

test('cells of Excel come with their looks, merged, with numbers and their format, and as large as they were', async () => {
  const { page, content, look } = await openSheet()
  await paste(page, 'A7', EXCEL, 'Concrete of hall 1\t\r\n1,234.50\t2026-11-25\r\n')
  await eventually(async () => (await content()).cells['A7']?.text).toBe('Concrete of\nhall 1')
  expect(await look('A7')).toEqual({
    font: ['sc', 14, 'bold'],
    align: 'center',
    vertical: 'middle',
    colour: '#ff0000',
    fill: '#ffff00',
    border: [0.5, 0.5, 0.5, 0.5],
    wrap: true,
  })
  const { cells, merges, rows, columns } = await content()
  expect(merges).toContain('A7:B7')
  expect(cells['A8']).toMatchObject({ formula: '1234.5', format: '#,##0.00' })
  expect(await look('A8')).toEqual({ font: ['sc', 11], align: 'right', vertical: 'bottom', border: [0, 0.5, 0.5, 0.5] })
  expect(cells['B8']).toMatchObject({ text: '2026-11-25' })
  expect(rows.slice(6, 8)).toEqual([30, 15])
  // In the second column something stood before.
  expect(columns).toEqual([48, 64, 64])
})

test('cells of LibreOffice come with what its attributes and tags say', async () => {
  const { page, content, look } = await openSheet()
  await paste(
    page,
    'A7',
    `<!DOCTYPE html><html><head>
	<meta name="generator" content="LibreOffice 7.3.7.2 (Linux)"/>
	<style type="text/css">
		body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Liberation Sans"; font-size:x-small }
		comment { display:none;  }
	</style>
</head><body><table cellspacing="0" border="0">
	<colgroup width="100"></colgroup>
	<colgroup width="102"></colgroup>
	<tr>
		<td style="border-top: 1px solid #000000; border-bottom: 2px solid #000000" height="24" align="center" valign=middle bgcolor="#CCFFCC"><b><font face="Liberation Serif" size=4 color="#FF0000">20 &deg;C</font></b></td>
		<td align="left" valign=top><b>bold</b> and not</td>
	</tr>
	<tr>
		<td height="28" align="right" valign=bottom sdval="0.0725" sdnum="1033;0;0.0%"><font color="#000000">7.3%</font></td>
		<td align="right" sdval="46351" sdnum="1033;0;YYYY-MM-DD">2026-11-25</td>
	</tr>
</table></body></html>`,
    '20 °C\tbold and not\n7.3%\t2026-11-25',
  )
  await eventually(async () => (await content()).cells['A7']?.text).toBe('20 °C')
  expect(await look('A7')).toEqual({
    font: ['sc', 14, 'bold'],
    align: 'center',
    vertical: 'middle',
    colour: '#ff0000',
    fill: '#ccffcc',
    border: [0.75, 0, 1.5, 0],
  })
  // A word in bold makes no bold cell.
  expect(await look('B7')).toEqual({ font: ['sc', 10], align: 'left', vertical: 'top' })
  const { cells, rows, columns } = await content()
  expect(columns).toEqual([75, 64, 64])
  expect(cells['A8']).toMatchObject({ formula: '0.0725', format: '0.0%' })
  expect(cells['B8']).toMatchObject({ text: '2026-11-25' })
  expect(rows.slice(6, 8)).toEqual([18, 21])
})

test('a megabyte that nobody means well with is pasted in no time, runs nothing and loads nothing', async () => {
  const { page, content } = await openSheet()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const load = 'https://example.org/pixel.png'
  const active = `<style>@import url(${load}); td{background:url(${load});color:red}</style><link rel=stylesheet href="${load}">
    <img src="${load}" onerror="window.ran = 1"><video src="${load}" onerror="window.ran = 1"></video>`
  await paste(
    page,
    'A7',
    `${active}<table><tr><td background="${load}">it<img src="${load}" onerror="window.ran = 1"></td></tr></table>`,
    'it',
  )
  await eventually(async () => (await content()).cells['A7']?.text).toBe('it')

  await paste(page, 'A7', `<script>window.ran = 1</script><svg onload="window.ran = 1"></svg><table><tr><td>no</td></tr></table>`, 'text')
  await eventually(async () => (await content()).cells['A7']?.text).toBe('text')

  const filled = (part: (at: number) => string) => {
    let made = ''
    for (let at = 0; made.length < 1_000_000; at += 1) made += part(at)
    return made
  }
  const hostile = {
    room: `<table><tr><td>${' '.repeat(1_000_000)}x</td></tr></table>`,
    breaks: `<table><tr><td>${'<br>'.repeat(250_000)}</td></tr></table>`,
    spans: `<table>${filled((at) => `<tr>${'<td></td>'.repeat(Math.max(0, 99 - at))}<td rowspan=65000 colspan=1000></td></tr>`)}</table>`,
    looks: `<table>${filled((at) => `<tr>${'<td style="color:#'.concat(at.toString(16).padStart(6, '0'), '">x</td>').repeat(100)}</tr>`)}</table>`,
    classes: `<style>${filled((at) => `.c${at}{color:red}`)}</style><table><tr><td class="${filled((at) => `c${at} `)}">x</td></tr></table>`,
    comments: `<style>${'/*'.repeat(500_000)}</style><table><tr><td>x</td></tr></table>`,
    depth: `<table><tr><td>${filled(() => '<div>')}x</td></tr></table>`,
    columns: `<table>${filled((at) => `<col width=${at} span=1000>`)}<tr><td>x</td></tr></table>`,
  }
  // Milliseconds; with `depth` alone the page would not come back.
  for (const [what, html] of Object.entries(hostile)) expect(await paste(page, 'A7', html, 'x'), what).toBeLessThan(20_000)
  await eventually(async () => (await content()).cells['A7']?.text).toBe('x')
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(asked.filter((url) => url.includes('example.org'))).toEqual([])
})
