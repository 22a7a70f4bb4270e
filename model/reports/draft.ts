/** A template while it is designed: sound enough to be kept, though a report may not come of it yet. */
import { isBoundedTree } from '../expression/expression.ts'
import { figuresDocumentOf } from '../figures/document.ts'
import { DocumentFault } from '../figures/faults.ts'
import type { Figures } from '../figures/read.ts'
import { companions, readFigures } from '../figures/read.ts'
import type { TemplateFaultCode } from './faults.ts'
import { TemplateFault, refuseIssue, refuseTemplate } from './faults.ts'
import { placeNamed } from './places.ts'
import { readCellFormula } from './formula.ts'
import { parametersOf } from './parameters.ts'
import { readTemplate, upgraded } from './read.ts'
import { conditionsOf, rowOfFault } from './row-rules.ts'
import type { ReportTemplate, TemplateCell } from './template.ts'
import { MAX_TEMPLATE_BYTES, TEMPLATE } from './template.ts'

/** What stands for the document of a set that its reader may not see: whoever keeps the template keeps that as it was. */
export const WITHHELD: Readonly<Record<string, unknown>> = {}
/** Whether a document is one that was withheld. */
export const isWithheld = (document: object): boolean => Object.keys(document).length === 0

const MAX_VALUES = { nodes: 60_000, depth: 64 }
/** Of a template with more of them nobody reads the rest. */
const MAX_FAULTS = 50
/** Of faults in how cells go together, each is found by reading the whole template, while somebody waits. */
const MAX_READINGS = 5
const encoder = new TextEncoder()

/** Nothing on one sheet of A4. */
export const EMPTY_TEMPLATE: ReportTemplate = {
  format: 1,
  page: { size: 'A4', margins: [36, 36, 36, 36] },
  columns: Array.from({ length: 8 }, () => 64),
  rows: Array.from({ length: 20 }, () => 18),
  sets: {},
  styles: [],
  cells: {},
}

/**
 * The draft that a value is: its form and its size, and the documents of its sets, each by itself. How cells go together is not looked at.
 * @throws TemplateFault with the first thing that is wrong
 */
export function readDraft(value: unknown): ReportTemplate {
  if (typeof value !== 'object' || value === null) refuseTemplate('template', 'shape')
  if (!isBoundedTree(value, MAX_VALUES)) refuseTemplate('template', 'size')
  if (encoder.encode(JSON.stringify(value)).length > MAX_TEMPLATE_BYTES) refuseTemplate('template', 'size')
  const parsed = TEMPLATE.safeParse(upgraded(value), { reportInput: true })
  if (!parsed.success) return refuseIssue(parsed.error.issues[0] as never)
  for (const [name, { document }] of Object.entries(parsed.data.sets)) if (!isWithheld(document)) figuresIn(name, document)
  return parsed.data
}

/** @throws TemplateFault `document`, at `sets.<name>` */
function figuresIn(name: string, document: object): Figures {
  try {
    return readFigures(document)
  } catch (error) {
    if (error instanceof DocumentFault) {
      const { code, place, values } = error.fault
      return refuseTemplate(`sets.${name}`, 'document', `${code} ${values?.['name'] ?? place}`)
    }
    throw error
  }
}

/** The names of the columns that the answer to a document has; undefined for one that is withheld or none. */
export function columnsOf(document: object): readonly string[] | undefined {
  if (isWithheld(document)) return undefined
  try {
    const { dimensions, document: read } = readFigures(document)
    return [
      ...dimensions.flatMap(({ as }) => [as, `${as}${companions.name}`]),
      ...read.measures.flatMap(({ as }) => (read.time?.compare ? [as, `${as}${companions.before}`] : [as])),
    ]
  } catch (error) {
    if (error instanceof DocumentFault) return undefined
    throw error
  }
}

export interface FoundFault {
  /** A cell, or a member of the template. */
  readonly place: string
  readonly code: TemplateFaultCode
  /** Of a document the code of its fault, a blank, and what that is about. */
  readonly detail: string
}

/** What keeps a report from coming of a draft, cell by cell; empty for a sound one. */
export function faultsOf(draft: ReportTemplate): FoundFault[] {
  const columnsIn = columnsOfSets(draft)
  const found: FoundFault[] = []
  for (const [place, cell] of Object.entries(draft.cells)) {
    found.push(...faultsOfCell(place, cell, columnsIn))
    if (found.length >= MAX_FAULTS) return found.slice(0, MAX_FAULTS)
  }
  found.push(...faultsOfRows(draft), ...faultsOfParameters(draft))
  // Cells that are wrong are taken for empty ones, so that what is wrong elsewhere is told as well.
  let judged = without(draft, new Set(found.map(({ place }) => place)))
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const next = firstFault(judged)
    if (!next) break
    found.push(next)
    if (rowOfFault(next.place) !== undefined) {
      judged = without(judged, new Set([next.place]))
      continue
    }
    if (!placeNamed(next.place) || judged.cells[next.place] === undefined || isPlain(judged.cells[next.place] as TemplateCell)) break
    judged = without(judged, new Set([next.place]))
  }
  return found.slice(0, MAX_FAULTS)
}

const PLAIN: TemplateCell = { text: '', left: 'none', top: 'none' }
const isPlain = (cell: TemplateCell) => cell === PLAIN

const without = (draft: ReportTemplate, places: ReadonlySet<string>): ReportTemplate => ({
  ...draft,
  cells: Object.fromEntries(Object.entries(draft.cells).map(([place, cell]) => [place, places.has(place) ? PLAIN : cell])),
  ...(draft.rowRules ? { rowRules: rulesWithout(draft.rowRules, places) } : {}),
})

function rulesWithout(rules: NonNullable<ReportTemplate['rowRules']>, places: ReadonlySet<string>): ReportTemplate['rowRules'] {
  const wrong = new Set([...places].map(rowOfFault))
  return Object.fromEntries(Object.entries(rules).filter(([row]) => !wrong.has(Number(row))))
}

function firstFault(draft: ReportTemplate): FoundFault | undefined {
  try {
    readTemplate(draft)
    return undefined
  } catch (error) {
    if (error instanceof TemplateFault) return { place: error.place, code: error.code, detail: error.detail }
    throw error
  }
}

type ColumnsIn = (set: string) => ReadonlySet<string> | undefined

/** The columns of a set by its name, its document read once for all cells. */
function columnsOfSets({ sets }: ReportTemplate): ColumnsIn {
  const known = new Map<string, ReadonlySet<string> | undefined>()
  return (name) => {
    if (!known.has(name)) {
      const columns = Object.hasOwn(sets, name) ? columnsOf((sets[name] as ReportTemplate['sets'][string]).document) : undefined
      known.set(name, columns && new Set(columns))
    }
    return known.get(name)
  }
}

function faultsOfFormulas(place: string, formulas: readonly string[]): FoundFault[] {
  return formulas.flatMap((text): FoundFault[] => {
    const read = readCellFormula(text)
    if (!('fault' in read)) return []
    return [{ place, code: 'formula', detail: [read.fault.at + 1, read.fault.word].filter((part) => part !== '').join(': ') }]
  })
}

/** Whoever opens the report would not know which of the two they give a value. */
function faultsOfParameters({ sets }: ReportTemplate): FoundFault[] {
  const { differing } = parametersOf(Object.values(sets).map(({ document }) => document))
  return differing.map((name): FoundFault => {
    const set = Object.entries(sets).findLast(([, { document }]) =>
      figuresDocumentOf(document)?.params?.some((parameter) => parameter.name === name),
    )
    return { place: `sets.${set?.[0] ?? ''}`, code: 'parameter', detail: name }
  })
}

const faultsOfRows = ({ rowRules = {} }: ReportTemplate): FoundFault[] =>
  Object.entries(rowRules).flatMap(([row, rule]) => faultsOfFormulas(`rowRules.${row}`, conditionsOf(rule)))

function faultsOfCell(place: string, cell: TemplateCell, columnsIn: ColumnsIn): FoundFault[] {
  const conditions = (cell.rules ?? []).map((rule) => rule.if)
  const found = faultsOfFormulas(place, cell.formula === undefined ? conditions : [cell.formula, ...conditions])
  const { x, by = [], series = [] } = cell.chart ?? {}
  for (const field of new Set([cell.field, cell.show, x, ...by, ...series.map((one) => one.field)])) {
    if (field === undefined) continue
    const dot = field.indexOf('.')
    const [set, column] = [field.slice(0, dot), field.slice(dot + 1)]
    const columns = columnsIn(set)
    if (columns && !columns.has(column)) found.push({ place, code: 'field', detail: field })
  }
  return found
}
