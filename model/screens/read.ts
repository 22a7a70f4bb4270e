/** A screen document as it comes: from a designer, a file or the database, read and refused at the first thing that is wrong. */
import { isBoundedTree } from '../expression/expression.ts'
import { DocumentFault, faultOfIssue, placeOf } from '../figures/faults.ts'
import type { Figures } from '../figures/read.ts'
import { readFigures } from '../figures/read.ts'
import type { ScreenDocument } from './document.ts'
import { MAX_SCREEN_BYTES, SCREEN } from './document.ts'
import { refuseScreen } from './faults.ts'

export const SCREEN_FORMAT = 1

/** JSON objects and lists in one document, and how deep they may lie: a condition of figures lies deepest. */
const MAX_VALUES = { nodes: 60_000, depth: 64 }
const encoder = new TextEncoder()
/** Names that lead to what every object inherits: no member of a document is called so. */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** An empty page of full HD, for a screen that nobody has designed yet. */
export const EMPTY_SCREEN: ScreenDocument = {
  format: 1,
  size: { width: 1920, height: 1080 },
  fit: 'contain',
  theme: 'wall',
  variables: [],
  figures: [],
  refresh: 60,
  pages: [{ id: 'page-1', title: '1', widgets: [] }],
}

/** A step from one format to the next: by the number that the document has, the document as the next one wants it. */
export type UpgradeSteps = Readonly<Record<number, (document: Readonly<Record<string, unknown>>) => Record<string, unknown>>>

/** The first format needs no step. A format to come adds one here, and its test documents stay (read.test.ts). */
const STEPS: UpgradeSteps = {}

/**
 * The document as the newest format has it, whichever it was kept in; what is no document as it is.
 * @throws ScreenFault `format` for a format that is newer than this program, or that no step leads on from
 */
export function upgraded(value: unknown, steps = STEPS, newest = SCREEN_FORMAT): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  let document = value as Record<string, unknown>
  const { format } = document
  if (!Number.isInteger(format)) return document
  if ((format as number) > newest) refuseScreen('format', 'format', String(format))
  for (let at = format as number; at < newest; at += 1) {
    const step = steps[at] ?? refuseScreen('format', 'format', String(format))
    document = { ...step(document), format: at + 1 }
  }
  return document
}

/**
 * The screen that a value is: its form, its size, the options of each widget by their kind, and each of its figures by itself. Whether what it names is there
 * is for check.ts to say, and for the server.
 * @throws ScreenFault with the first thing that is wrong
 */
export function readScreen(value: unknown): ScreenDocument {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuseScreen('screen', 'shape')
  if (!isBoundedTree(value, MAX_VALUES)) refuseScreen('screen', 'size', String(MAX_SCREEN_BYTES / 1024))
  if (encoder.encode(JSON.stringify(value)).length > MAX_SCREEN_BYTES) refuseScreen('screen', 'size', String(MAX_SCREEN_BYTES / 1024))
  checkValues(value, [])
  const parsed = SCREEN.safeParse(upgraded(value), { reportInput: true })
  if (!parsed.success) {
    const { place, code, values } = faultOfIssue(parsed.error.issues[0] as never, 'screen')
    refuseScreen(place, code === 'size' || code === 'key' || code === 'missing' ? code : 'shape', String(values?.['name'] ?? ''))
  }
  checkNames(parsed.data)
  for (const [at, { document }] of parsed.data.figures.entries()) if (document !== null) figuresAt(`figures[${at}].document`, document)
  return parsed.data
}

/** What no part of a document may be, whatever schema reads it: a name that everything inherits, a text that no database holds. */
function checkValues(value: unknown, path: readonly PropertyKey[]): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) refuseScreen(placeOf(path, 'screen'), 'shape')
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return value.forEach((part, at) => checkValues(part, [...path, at]))
  for (const [key, part] of Object.entries(value)) {
    if (INHERITED.has(key) || !key.isWellFormed() || key.includes('\u0000'))
      refuseScreen(placeOf(path, 'screen'), 'key', key.replaceAll('\u0000', ''))
    checkValues(part, [...path, key])
  }
}

/** What is called by its name is called so once: of two it would not be known which one is meant. */
function checkNames({ pages, variables, figures }: ScreenDocument): void {
  const twice = (place: string, names: readonly string[]) => {
    const again = names.findIndex((name, at) => names.indexOf(name) < at)
    if (again >= 0) refuseScreen(`${place}[${again}]`, 'twice', names[again])
  }
  twice(
    'pages',
    pages.map(({ id }) => id),
  )
  twice(
    'variables',
    variables.map(({ name }) => name),
  )
  twice(
    'figures',
    figures.map(({ name }) => name),
  )
}

/** @throws ScreenFault `document` */
function figuresAt(place: string, document: object): Figures {
  try {
    return readFigures(document)
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    const { code, place: within, values } = error.fault
    return refuseScreen(place, 'document', `${code} ${values?.['name'] ?? within}`)
  }
}
