/** Charts and codes: what is drawn where, worked out by hand; and that files of other programs' kind have them as such. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { unzip } from '../../tests/support/files.ts'
import { A4_UPRIGHT, atOnce, sheetOf } from '../../tests/support/report-sheets.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { openMeasure, writeBoxes } from '../documents/index.ts'
import { writeReportDocx } from './docx.ts'
import { boundsOfPage } from './bounds.ts'
import { dataSetOf } from './data.ts'
import { ticksOf } from './drawn.ts'
import { drawingsOf } from './office-charts.ts'
import { expand } from './expand.ts'
import { paginate } from './pages.ts'
import { writeReportXlsx } from './xlsx.ts'

const hour = (at: number) => `2026-11-26 ${String(at).padStart(2, '0')}:00:00`
const CHART = {
  kind: 'line',
  x: 's.time',
  series: [{ field: 's.v', name: 'core' }],
  limits: [{ value: 40, name: 'limit' }],
  bands: [{ from: 10, to: 20 }],
}
/** Four values an hour apart, nothing stored for two hours, an empty one, and one by itself. */
const ROWS = [
  [hour(0), 10],
  [hour(1), 20],
  [hour(2), 30],
  [hour(5), 20],
  [hour(6), 10],
  [hour(7), null],
  [hour(8), 0],
] as const
const charted = (chart: object = CHART, rows: readonly (readonly (string | number | null)[])[] = ROWS) =>
  sheetOf({ columns: [400], rows: [200], cells: { A1: { chart, format: 'HH' } } }, ['time', 'v'], rows)

it('a line is broken where nothing was stored and where a value is missing, and a value by itself is a dot', async () => {
  const { boxes } = await (await paginate(charted(), await openMeasure())).page(0)
  const paths = boxes.flatMap((box) => box.paths ?? [])
  const lines = paths.filter(({ stroke }) => stroke === '#0072b2')
  // Hours 0, 1, 2, then 5 and 6; hour 8 is a dot, as is the mark beside the name.
  expect(lines.map(({ d }) => d.split('L').length)).toEqual([3, 2])
  expect(paths.filter(({ fill }) => fill === '#0072b2')).toHaveLength(2)
  const [first, second] = lines.map(({ d }) => [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const))
  const step = (first?.[1]?.[0] ?? 0) - (first?.[0]?.[0] ?? 0)
  // By their time: from hour 2 to hour 5 it is three times as far as from 1 to 2.
  expect(((second?.[0]?.[0] ?? 0) - (first?.[2]?.[0] ?? 0)) / step).toBeCloseTo(3, 2)
  // The axis goes from 0 to 40, so ten is a quarter of its height, and the limit stands at its top.
  const limit = Number(paths.find(({ dash }) => dash)?.d.split(/[ L]/)[1])
  const dot = (value: number) => (value === 20 ? first?.[1]?.[1] : first?.[2]?.[1]) ?? 0
  expect(dot(20) - dot(30)).toBeCloseTo((dot(30) - limit) / 1, 1)
  const texts = boxes.flatMap((box) => box.lines.map(({ text }) => text))
  expect(texts).toEqual(expect.arrayContaining(['0', '10', '20', '30', '40', '00', '05', 'core', 'limit']))
})

it.each<[number, number, readonly number[]]>([
  [0, 40, [0, 10, 20, 30, 40]],
  [17.2, 22.9, [16, 18, 20, 22, 24]],
  [0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [-3, 4, [-4, -2, 0, 2, 4]],
])('from %d to %d the axis has round numbers', (least, most, ticks) => {
  const found = ticksOf(least, most)
  expect(found[0]).toBeLessThanOrEqual(least)
  expect(found.at(-1)).toBeGreaterThanOrEqual(most)
  if (least !== most) expect(found).toEqual(ticks)
})

it.each<[string, readonly (readonly [string | null, number])[]]>([
  [
    'close to one another',
    [
      [hour(0), 1e15],
      [hour(1), 1e15 + 0.125],
    ],
  ],
  [
    'at the ends of all numbers',
    [
      [hour(0), 1.7e308],
      [hour(1), -1.7e308],
    ],
  ],
  [
    'next to zero',
    [
      [hour(0), 5e-324],
      [hour(1), 1e-323],
    ],
  ],
  [
    'not finite, or of no time',
    [
      [hour(0), 1],
      [hour(1), Infinity],
      [hour(2), NaN],
      [null, 2],
    ],
  ],
])('numbers that are %s have places on the page', async (_, rows) => {
  const { boxes } = await (
    await paginate(charted({ kind: 'line', x: 's.time', series: [{ field: 's.v' }] }, rows), await openMeasure())
  ).page(0)
  const { paths = [] } = boxes[0] ?? {}
  expect(paths.filter(({ fill, stroke }) => fill === '#0072b2' || stroke === '#0072b2').length).toBeGreaterThan(0)
  expect(JSON.stringify(boxes)).not.toMatch(/NaN|Infinity|null/)
})

it('a chart of too many series is refused before its values are read, and many rows for many series as well', () => {
  let read = 0
  const rows = Array.from({ length: 1000 }, () => Object.defineProperty(['x', 0], 1, { get: () => (read += 1) }))
  const chart = { kind: 'line', x: 's.name', series: [{ field: 's.v' }] }
  const of = (series: object, data: readonly (readonly (string | number | null)[])[]) =>
    atOnce(
      expand(
        readTemplate({
          format: 1,
          page: A4_UPRIGHT,
          columns: [400],
          rows: [200],
          styles: [],
          sets: { s: { document: {} } },
          cells: { A1: { chart: { ...chart, ...series } } },
        }),
        {
          sets: new Map([
            [
              's',
              dataSetOf({
                columns: [
                  { name: 'name', kind: 'text', label: '' },
                  { name: 'v', kind: 'number', label: '' },
                ],
                rows: data as (string | number | null)[][],
                omitted: [],
              }),
            ],
          ]),
          params: new Map(),
          wall: 0,
          bounds: boundsOfPage(20_000),
        },
      ),
    )
  expect(() => of({}, rows)).toThrow('report.too-much')
  // Twenty series are drawn; the value that begins the next one is the last that is looked at.
  expect(read).toBe(21)
  const many = Array.from({ length: 20 }, () => ({ field: 's.v' }))
  expect(() => of({ series: many }, Array<[string, null]>(50_001).fill(['x', null]))).toThrow('report.too-much')
})

it('the picture of a tall bar code is bounded, and others have their turn while many codes are drawn', async () => {
  const tall = sheetOf(
    { columns: [4], rows: Array(20).fill(500), merges: ['A1:A20'], cells: { A1: { text: 'No. 1', code: 'code128' } } },
    ['n'],
    [],
  )
  const [drawing] = (await drawingsOf(tall)).all
  expect(drawing?.png?.readUInt32BE(20)).toBe(300)
  const many = sheetOf(
    { columns: [50], rows: [50], cells: { A1: { field: 's.name', expand: 'down', aggregate: 'list', code: 'qr' } } },
    ['name'],
    Array.from({ length: 50 }, (_, at) => [`m${at}`]),
  )
  let hasYielded = false
  setImmediate(() => (hasYielded = true))
  expect((await drawingsOf(many)).all).toHaveLength(50)
  expect(hasYielded).toBe(true)
})

it('bars stand on zero, one for each series, and a series that the reader has not is told by its name', async () => {
  const chart = { kind: 'bar', x: 's.name', series: [{ field: 's.v', name: 'a' }, { field: 's.w', name: 'b' }, { field: 's.secret', name: 'c' }] } // prettier-ignore
  const sheet = sheetOf({ columns: [400], rows: [200], cells: { A1: { chart } } }, ['name', 'v', 'w'], [['x', 10, -10]], ['secret'])
  const { boxes } = await (await paginate(sheet, await openMeasure())).page(0)
  const paths = boxes.flatMap((box) => box.paths ?? [])
  const corners = (fill: string) =>
    [...(paths.find((path) => path.fill === fill)?.d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g) ?? [])].map(([, x, y]) => [Number(x), Number(y)])
  const [up, down] = [corners('#0072b2'), corners('#d55e00')]
  // One ends where the other begins, upwards and downwards by the same height.
  expect(up[2]?.[1]).toBe(down[0]?.[1])
  expect((up[2]?.[1] ?? 0) - (up[0]?.[1] ?? 0)).toBeCloseTo((down[2]?.[1] ?? 0) - (down[0]?.[1] ?? 0), 1)
  expect(boxes.flatMap((box) => box.lines.map(({ text }) => text))).toContain('c —')
  expect(JSON.stringify(sheet.cells[0]?.chart)).not.toContain('secret')
})

/** The points of a path. */
const pointsOf = (d = '') => [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
const pathsOf = async (chart: object, rows: readonly (readonly (string | number | null)[])[], size = [400, 200]) => {
  const sheet = sheetOf(
    { columns: [size[0]], rows: [size[1]], cells: { A1: { chart: { x: 's.name', ...chart } } } },
    ['name', 'v', 'w'],
    rows,
  )
  const { boxes } = await (await paginate(sheet, await openMeasure())).page(0)
  return { sheet, paths: boxes.flatMap((box) => box.paths ?? []), texts: boxes.flatMap((box) => box.lines.map(({ text }) => text)) }
}

it('bars that are stacked stand on one another, those below nought downwards, and the axis has room for their sums', async () => {
  const series = [{ field: 's.v', name: 'a' }, { field: 's.w', name: 'b' }] // prettier-ignore
  const { paths, texts } = await pathsOf({ kind: 'stacked', series }, [['x', 30, 10], ['y', -20, 5]]) // prettier-ignore
  // 30 + 10 upwards, 20 downwards.
  expect(texts).toEqual(expect.arrayContaining(['-20', '0', '20', '40']))
  const barsOf = (colour: string) => paths.filter(({ fill }) => fill === colour).map(({ d }) => pointsOf(d))
  const [[above, below], [upper, other]] = [barsOf('#0072b2'), barsOf('#d55e00')] as const
  const [nought, thirty] = [above?.[2]?.[1] ?? 0, above?.[0]?.[1] ?? 0]
  // The second begins where the first ends, and is a third as high; in the other member each begins at nought.
  expect(upper?.[2]?.[1]).toBe(thirty)
  expect((upper?.[2]?.[1] ?? 0) - (upper?.[0]?.[1] ?? 0)).toBeCloseTo((nought - thirty) / 3, 1)
  expect([below?.[0]?.[1], other?.[2]?.[1]]).toEqual([nought, nought])
  expect((below?.[2]?.[1] ?? 0) - nought).toBeCloseTo(((nought - thirty) * 2) / 3, 1)
})

it('an area lies between its line and nought, lighter than that, and not where a value is missing', async () => {
  const { paths } = await pathsOf({ kind: 'area', series: [{ field: 's.v' }] }, [['x', 10], ['y', 20], ['z', null], ['q', 5], ['r', 5]]) // prettier-ignore
  // A quarter of #0072b2, and the rest is white.
  const grounds = paths.filter(({ fill }) => fill === '#bfdcec').map(({ d }) => pointsOf(d))
  const lines = paths.filter(({ stroke }) => stroke === '#0072b2').map(({ d }) => pointsOf(d))
  expect(grounds.map((points) => points.slice(1, -1))).toEqual(lines)
  const nought = grounds[0]?.[0]?.[1] ?? 0
  expect(grounds.every((points) => points[0]?.[1] === nought && points.at(-1)?.[1] === nought)).toBe(true)
  // Twenty is twice as high above nought as ten.
  expect(nought - (lines[0]?.[1]?.[1] ?? 0)).toBeCloseTo((nought - (lines[0]?.[0]?.[1] ?? 0)) * 2, 1)
})

it('a pie has a slice for each member by its share, from the top on, and files have it as a pie', async () => {
  const rows = [['x', 1], ['none', 0], ['y', 3], ['below', -5]] as const // prettier-ignore
  const { sheet, paths, texts } = await pathsOf({ kind: 'pie', series: [{ field: 's.v' }], unit: 'kN' }, rows, [200, 100])
  // The radius is (100 − 8) ÷ 2 around 86, 86: a quarter from the top to the right, and the rest back to the top.
  const [quarter, rest] = paths.filter(({ stroke }) => stroke === '#ffffff').map(({ d }) => pointsOf(d))
  expect([quarter?.[0], quarter?.[1], quarter?.at(-1)]).toEqual([[86, 86], [86, 40], [132, 86]]) // prettier-ignore
  expect([rest?.[0], rest?.[1], rest?.at(-1)]).toEqual([[86, 86], [132, 86], [86, 40]]) // prettier-ignore
  // 45° of it lie 46 × √½ to the right and above.
  expect(quarter?.find(([x]) => Math.abs(x - 86 - 46 * Math.SQRT1_2) < 1.2)?.[1]).toBeCloseTo(86 - 46 * Math.SQRT1_2, -1)
  expect(texts).toEqual(['x 1 kN 25.0%', 'y 3 kN 75.0%'])
  const chart = (await unzip(await buffer(Readable.from(writeReportXlsx(sheet, 'Pie'))))).get('xl/charts/chart1.xml') ?? ''
  expect(chart).toMatch(/<c:pieChart><c:varyColors val="1"\/>.*<c:dPt><c:idx val="0"\/>.*<\/c:pieChart><\/c:plotArea>/)
  expect(chart).not.toContain('<c:catAx>')
})

it('rows of one member are one slice, and what they come to is left out of files as well where it is not above nought', async () => {
  const rows = [['x', 1], ['y', 2], ['x', 5], ['y', -3], ['z', 2]] as const // prettier-ignore
  const { sheet, texts } = await pathsOf({ kind: 'pie', series: [{ field: 's.v', name: 'share' }] }, rows)
  // 6, −1 and 2: three quarters and one.
  expect(texts).toEqual(['x 75.0%', 'z 25.0%'])
  expect(sheet.cells[0]?.chart?.series).toEqual([{ name: 'share', values: [6, null, 2] }])
  const chart = (await unzip(await buffer(Readable.from(writeReportXlsx(sheet, 'Pie'))))).get('xl/charts/chart1.xml')
  expect(chart).toContain('<c:ptCount val="3"/><c:pt idx="0"><c:v>6</c:v></c:pt><c:pt idx="2"><c:v>2</c:v></c:pt>')
  // Beyond all numbers it is the greatest there is, which a file can have.
  expect((await pathsOf({ kind: 'pie', series: [{ field: 's.v' }] }, [['x', 1e308], ['x', 1e308]])).texts).toEqual(['x 100.0%']) // prettier-ignore
})

it('a pie of a column that the reader has not is told by its name', async () => {
  const chart = { kind: 'pie', x: 's.name', series: [{ field: 's.secret', name: 'share' }] }
  const sheet = sheetOf({ columns: [100], rows: [50], cells: { A1: { chart } } }, ['name'], [['x']], ['secret'])
  const { boxes } = await (await paginate(sheet, await openMeasure())).page(0)
  // 4 points within the frame, which begins at 36.
  expect(boxes.flatMap(({ lines }) => lines.map(({ text, x, y }) => [text, x, y]))).toEqual([['share —', 40, 47]])
})

it('many slices end with what all others come to, and nothing is drawn of no whole', async () => {
  const many = await pathsOf(
    { kind: 'pie', series: [{ field: 's.v' }] },
    Array.from({ length: 20 }, (_, at) => [`m${at}`, 5]),
  )
  // Eleven of 5 %, and nine in one.
  expect([many.texts.length, many.texts.at(-1)]).toEqual([12, '… 45.0%'])
  expect((await pathsOf({ kind: 'pie', series: [{ field: 's.v' }] }, [['x', 0], ['y', -1]])).paths).toEqual([]) // prettier-ignore
  expect((await pathsOf({ kind: 'pie', series: [{ field: 's.v' }] }, [['x', 1e308], ['y', 1e308]])).paths).toEqual([]) // prettier-ignore
})

const CODED = {
  columns: [120, 200],
  rows: [120, 40],
  cells: {
    A1: { text: 'https://example.org/verify?{title}', code: 'qr' },
    B1: { text: 'No. {title}', code: 'code128' },
    A2: { text: '试件', code: 'code128' },
  },
}

it('the dark parts of a QR code on a page are the modules of its text, and a text that no code holds stands there itself', async () => {
  const { boxes } = await (await paginate(sheetOf(CODED, ['n'], []), await openMeasure())).page(0)
  const { data } = encode('https://example.org/verify?Report', { ecc: 'M', border: 0 })
  const [qr, bars, plain] = boxes
  const one = 120 / (data.length + 8)
  const squares = (qr?.paths?.[0]?.d ?? '').split('Z').filter((part) => part !== '')
  const dark = data.map((row) => row.map(() => false))
  for (const part of squares) {
    const [x = 0, y = 0, right = 0] = [...part.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number))
    const [row, from, to] = [Math.round((y - 36) / one) - 4, Math.round((x - 36) / one) - 4, Math.round((right - 36) / one) - 4]
    // M x y, L right y: the third number is the second corner.
    for (let at = from; at < to; at += 1) (dark[row] as boolean[])[at] = true
  }
  expect(dark).toEqual(data)
  expect(bars?.lines.map(({ text }) => text)).toEqual(['No. Report'])
  expect(plain).toMatchObject({ lines: [{ text: '试件' }] })
  expect(plain?.paths).toBeUndefined()
})

it('a PDF has them as vectors, a workbook and a Word document have charts that are charts', async () => {
  const measure = await openMeasure()
  const bytes = await buffer(
    Readable.from(writeBoxes({ title: 't', author: 'a', locale: 'en', pages: await Promise.all([charted(), sheetOf(CODED, ['n'], [])].map(async (each) => (await paginate(each, measure)).page(0))) })), // prettier-ignore
  )
  expect(bytes.includes('/Subtype /Image')).toBe(false)
  const sheet = sheetOf(
    { ...CODED, columns: [120, 300], rows: [120, 40, 200], cells: { ...CODED.cells, B3: { chart: CHART, format: 'HH' } } },
    ['time', 'v'],
    ROWS,
  )
  const book = await unzip(await buffer(Readable.from(writeReportXlsx(sheet, 'Curve'))))
  const chart = book.get('xl/charts/chart3.xml') ?? ''
  expect(chart).toContain(`<c:f>'Curve (2)'!$B$2:$B$8</c:f>`)
  // The empty value is none, and nothing is drawn over it.
  expect(chart).toContain('<c:pt idx="4"><c:v>10</c:v></c:pt><c:pt idx="6"><c:v>0</c:v></c:pt>')
  expect(chart).toContain('<c:dispBlanksAs val="gap"/>')
  expect(book.get('xl/worksheets/sheet2.xml')).toContain('<c r="B4"><v>30</v></c>')
  expect(book.get('xl/worksheets/sheet1.xml')).toContain('<drawing r:id="rId1"/>')
  expect([...book.keys()].filter((path) => path.includes('media'))).toEqual(['xl/media/image1.png', 'xl/media/image2.png'])
  const word = await unzip(await buffer(Readable.from(writeReportDocx(sheet, { locale: 'en', header: 'h' }))))
  expect(word.get('word/charts/chart3.xml')).toContain('<c:numLit>')
  expect(word.get('word/document.xml')?.match(/<w:drawing>/g)).toHaveLength(3)
})

it('what data says is no formula in the charts of a workbook either', async () => {
  const chart = { kind: 'bar', x: 's.name', by: ['s.item'], series: [{ field: 's.v' }] }
  const sheet = sheetOf({ columns: [400], rows: [200], cells: { A1: { chart } } }, ['name', 'item', 'v'], [['=HYPERLINK("x")', '=1+1', 3]])
  const book = await unzip(await buffer(Readable.from(writeReportXlsx(sheet, 'x'))))
  const data = book.get('xl/worksheets/sheet2.xml') ?? ''
  expect(data).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>')
  expect(data).not.toContain('<f>')
  expect(book.get('xl/charts/chart1.xml')).toContain('<c:v>=HYPERLINK(&quot;x&quot;)</c:v>')
})

it('labels go on in the columns of a page before the next page begins', async () => {
  // A4 upright has 523.28 × 769.89 points within its margins: three columns of 167.76 with 10 between them, and seven labels of 100 in each.
  const sheet = sheetOf(
    {
      page: { ...A4_UPRIGHT, columns: { count: 3, gap: 10 } },
      columns: [60, 100],
      rows: [100],
      cells: { A1: { field: 's.name', expand: 'down', aggregate: 'list', code: 'qr' }, B1: { field: 's.name' } },
    },
    ['name'],
    Array.from({ length: 30 }, (_, at) => [`m${at}`]),
  )
  const paged = await paginate(sheet, await openMeasure())
  const named = async (at: number) =>
    (await paged.page(at)).boxes.flatMap(({ x, y, lines }) => lines.map(({ text }) => [text, x, y] as const))
  expect(paged.count).toBe(2)
  expect(await named(0)).toHaveLength(21)
  expect((await named(0))[0]).toEqual(['m0', 96, 36])
  // The eighth stands at the top of the second column: 36 + 167.76 + 10 + 60.
  expect((await named(0))[7]).toEqual(['m7', 273.76, 36])
  expect((await named(1)).map(([text]) => text)).toEqual(Array.from({ length: 9 }, (_, at) => `m${21 + at}`))
  expect((await named(1))[7]).toEqual(['m28', 273.76, 36])
})
