/** The parts of a message that rules look into: a JSON text is one, a file of lines has one for each line. */
import { MAX_TOKENS, TooManyTokens, parseBounded } from '../bounded-json.ts'
import type { MessageFormat } from './choices.ts'

export interface Records {
  readonly records: readonly unknown[]
  /** Whether a comma in a number is its decimal point: where columns are parted by something else. */
  readonly isDecimalComma: boolean
}

/**
 * Tells what a message consists of, read as a format says. What two formats have in common is read once.
 * The function that is returned throws SyntaxError, or TooManyTokens.
 */
export function recordsOf(text: string): (format: MessageFormat) => Records {
  let rows: Rows | undefined
  return (format) => {
    if (format === 'json') return { records: [parseBounded(text.trim())], isDecimalComma: false }
    if (format === 'senml') return { records: [resolved(parseBounded(text.trim()))], isDecimalComma: false }
    if (format === 'csv' || format === 'csv-names') return lines((rows ??= rowsOf(text)), format === 'csv-names')
    return { records: format === 'text' ? [text.trim()] : [], isDecimalComma: false }
  }
}

interface SenmlRecord {
  readonly n?: unknown
  readonly t?: unknown
  readonly u?: unknown
  readonly v?: unknown
  readonly [name: string]: unknown
}

/**
 * Resolved records (RFC 8428, 4.6): each with its whole name, value, unit and time, whatever base fields stood before it. One that has no
 * time was measured when it arrived, and has none here; a time relative to that stays one, and is none that can be read.
 */
function resolved(parsed: unknown): SenmlRecord[] {
  const base = { n: '', t: 0, u: undefined as string | undefined, v: 0 }
  const records: SenmlRecord[] = []
  for (const given of Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new SyntaxError('a record of SenML is an object')
    const { bn, bt, bu, bv, n, t, u, v, ...more } = given as Record<string, unknown>
    // Whoever does not understand such a field must not read the pack (4.4).
    const unknown = Object.keys(more).find((name) => name.endsWith('_'))
    if (unknown !== undefined) throw new SyntaxError(`the field ${unknown} has to be understood`)
    if (typeof bn === 'string') base.n = bn
    if (typeof bt === 'number') base.t = bt
    if (typeof bu === 'string') base.u = bu
    if (typeof bv === 'number') base.v = bv
    const time = typeof t === 'number' || t === undefined ? base.t + (t ?? 0) : t
    const unit = u ?? base.u
    records.push({
      ...more,
      n: base.n + (typeof n === 'string' ? n : ''),
      ...(time === 0 ? {} : { t: time }),
      ...(unit === undefined ? {} : { u: unit }),
      ...(v === undefined ? {} : { v: typeof v === 'number' ? v + base.v : v }),
    })
  }
  return records
}

interface Rows {
  readonly rows: readonly string[][]
  readonly isDecimalComma: boolean
}

/** Lists of cells. What parts the columns is what the first line has: tabs, else semicolons, else commas. */
function rowsOf(text: string): Rows {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const first = content.slice(0, endOfLine(content))
  const separator = first.includes('\t') ? '\t' : first.includes(';') ? ';' : ','
  return { rows: cellsOf(content, separator), isDecimalComma: separator !== ',' }
}

/** The rows as they are; with a line of names in front, objects. */
function lines({ rows, isDecimalComma }: Rows, hasNames: boolean): Records {
  if (!hasNames) return { records: rows, isDecimalComma }
  const [names = [], ...data] = rows
  const records = data.map((cells) => {
    const record = Object.create(null) as Record<string, string>
    for (const [at, name] of names.entries()) if (cells[at] !== undefined) record[name] = cells[at]
    return record
  })
  return { records, isDecimalComma }
}

function endOfLine(text: string): number {
  const end = text.indexOf('\n')
  return end < 0 ? text.length : end
}

/** RFC 4180, in one pass: quotes around a cell, doubled within. Lines without anything are none. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const count = counter()
  // A pattern looks for the end of a cell six times as fast as a loop over characters does: a cell may be as long as the message.
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g')
  let at = 0
  while (at <= text.length) {
    const isQuoted = text[at] === '"'
    const [cell, end] = isQuoted ? quoted(text, at, count) : plain(text, at, ends)
    count()
    row.push(cell)
    if (text[end] !== separator) {
      if (end < text.length && text[end] !== '\n' && text[end] !== '\r') throw new SyntaxError('something stands behind a closing quote')
      if (row.length > 1 || row[0] !== '') rows.push(row)
      row = []
      at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    } else at = end + 1
  }
  return rows
}

/** Counts what a text consists of, each cell and each doubled quote. @throws TooManyTokens */
function counter(): () => void {
  let tokens = 0
  return () => {
    tokens += 1
    if (tokens > MAX_TOKENS) throw new TooManyTokens()
  }
}

/** The cell that begins at `start`, and where it ends: at the first match of `ends`, which is global. */
function plain(text: string, start: number, ends: RegExp): [string, number] {
  ends.lastIndex = start
  const end = ends.exec(text)?.index ?? text.length
  return [text.slice(start, end).trim(), end]
}

function quoted(text: string, start: number, count: () => void): [string, number] {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close < 0) throw new SyntaxError('a quote is never closed')
    count()
    parts.push(text.slice(from, close))
    if (text[close + 1] !== '"') return [parts.join('"'), close + 1]
    from = close + 2
  }
}
