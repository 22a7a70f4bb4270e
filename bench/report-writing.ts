/**
 * Program: a report over made-up rows, written and thrown away. Its arguments say which and how many rows; prints one JSON line. Rows come in batches, as those of a statement do, so that what is
 * measured is everything behind the database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { readTemplate } from '../model/reports/read.ts'
import { JOB_BOUNDS } from '../server/reports/bounds.ts'
import { nothingTaken, openColumns } from '../server/reports/columns.ts'
import type { Scalar } from '../server/reports/data.ts'
import type { Filling } from '../server/reports/expand.ts'
import { expand } from '../server/reports/expand.ts'
import { runCooperatively } from '../server/reports/cooperative.ts'
import { writeApart } from '../server/reports/write-apart.ts'

type Kind = 'xlsx' | 'pdf' | 'matrix'
const [kind, count] = [process.argv[2] as Kind, Number(process.argv[3])]

const BATCH = 1000
const LOOK_MS = 20
const base = { format: 1, page: { size: 'A4', margins: [36, 36, 36, 36] }, sets: { s: { document: {} } } }
const border = [0.5, 0.5, 0.5, 0.5]
/** A site, its devices, their days and their rows; sub-totals below each, what lies above a limit marked. */
const grouped = {
  ...base,
  page: { ...base.page, repeat: { head: [1, 1] } },
  columns: [80, 80, 70, 60, 50, 50, 50],
  rows: [18, 15, 15, 15, 15, 15],
  styles: [{ border }, { border, colour: '#b42318' }, { border, font: ['sc', 9, 'bold'] }],
  cells: {
    ...Object.fromEntries(
      ['site', 'device', 'day', 'time', 'low', 'mean', 'high'].map((text, at) => [`${'ABCDEFG'[at]}1`, { text, style: 2, left: 'none' }]),
    ),
    A2: { field: 's.site', expand: 'down', style: 0 },
    B2: { field: 's.device', expand: 'down', left: 'A2', style: 0 },
    C2: { field: 's.day', expand: 'down', left: 'B2', style: 0 },
    D2: { field: 's.time', expand: 'down', aggregate: 'list', left: 'C2', style: 0, format: 'HH:mm' },
    ...Object.fromEntries(
      ['low', 'mean', 'high'].map((name, at) => [
        `${'EFG'[at]}2`,
        { field: `s.${name}`, left: 'D2', format: '0.0', style: 0, ...(name === 'high' ? { rules: [{ if: 'G2 > 40', style: 1 }] } : {}) },
      ]),
    ),
    ...Object.fromEntries(
      ['C2', 'B2', 'A2'].flatMap((left, level) => [
        [`D${3 + level}`, { text: 'all', left, style: 2 }],
        [`E${3 + level}`, { field: 's.low', aggregate: 'min', left, format: '0.0', style: 2 }],
        [`F${3 + level}`, { field: 's.mean', aggregate: 'avg', left, format: '0.00', style: 2 }],
        [`G${3 + level}`, { field: 's.high', aggregate: 'max', left, format: '0.0', style: 2 }],
      ]),
    ),
    F6: { field: 's.mean', aggregate: 'avg', left: 'none', format: '0.00', style: 2 },
  },
}
const crosstab = {
  ...base,
  columns: [60, 40],
  rows: [15, 15],
  styles: [],
  cells: { B1: { field: 's.device', expand: 'right' }, A2: { field: 's.time', expand: 'down' }, B2: { field: 's.mean', format: '0.0' } },
}

const two = (value: number) => String(value).padStart(2, '0')
/** A hundred rows of a day, ten days of a device, ten devices of a site. */
function rowAt(at: number): Scalar[] {
  const day = Math.floor(at / 100)
  const device = Math.floor(day / 10)
  const minute = (at % 100) * 14
  const date = `2026-11-${two(1 + (day % 10))}`
  const mean = 20 + ((at * 7919) % 2200) / 100
  return [
    `site ${Math.floor(device / 10)}`,
    `device ${device}`,
    date,
    `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`,
    mean - 1,
    mean,
    mean + 1,
  ]
}
/** Four hundred times as many devices as it takes. */
function crossedAt(at: number): Scalar[] {
  const [row, column] = [Math.floor(at / 400), at % 400]
  return ['', `device ${column}`, '', `row ${row}`, 0, ((at * 7919) % 2200) / 100, 0]
}

function filling(): Filling {
  const columns = openColumns(
    ['site', 'device', 'day', 'time', 'low', 'mean', 'high'].map((name, at) => ({
      name,
      label: name,
      kind: at > 3 ? 'number' : name === 'time' && kind !== 'matrix' ? 'time' : 'text',
    })),
    nothingTaken(),
  )
  for (let from = 0; from < count; from += BATCH)
    columns.add(Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => (kind === 'matrix' ? crossedAt : rowAt)(from + at)))
  return { sets: new Map([['s', columns.set([])]]), params: new Map(), wall: 0, bounds: JOB_BOUNDS }
}

async function written(): Promise<number> {
  if (kind === 'matrix') {
    const filled = filling()
    const report = readTemplate(crosstab)
    begun = performance.now()
    return (await runCooperatively(expand(report, filled))).cells.length
  }
  // As a job does it: in a thread of its own, whose start is part of the time.
  const writer = await writeApart(grouped, filling(), kind)
  if (writer.path !== 'stream') throw new Error('the template is not written row by row')
  let length = 0
  for await (const part of await writer.write({ format: kind, title: 'bench', author: '', locale: 'en' })) length += part.length
  await writer.close()
  return length
}

// As the server has it (server/main.ts).
setFlagsFromString('--heap-growing-percent=20')
const idle = process.memoryUsage().rss
let most = idle
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), LOOK_MS)
await sleep(2 * LOOK_MS)
let begun = performance.now()
const size = await written()
const seconds = (performance.now() - begun) / 1000
clearInterval(watch)
most = Math.max(most, process.memoryUsage().rss)
process.stdout.write(
  `${JSON.stringify({ seconds, above: most - idle, size, cpu: Object.values(process.cpuUsage()).reduce((sum, each) => sum + each, 0) / 1e6 })}\n`,
)
