/**
 * How a report is written: row by row as it is made, or from a sheet that is held in memory with all its cells. A template can be written row by row whose
 * cells only repeat downwards, within one another and of one set of data, and whose formulas need nothing but their own row, the groups around it, and what
 * is put together of the rows within.
 */
import type { Expression } from '../expression/expression.ts'
import type { Meaning } from './coordinates.ts'
import { cellNamed } from './coordinates.ts'
import type { Block, PlannedCell } from './plan.ts'
import { chainOfRow } from './row-rules.ts'
import type { Report } from './read.ts'

export const REPORT_PATHS = ['stream', 'matrix'] as const
export type ReportPath = (typeof REPORT_PATHS)[number]

/** Three groups within one another, and the rows of the innermost. */
const MAX_LEVELS = 4

/** What is of the value of one cell, and of no other beside it. */
const OF_ONE = new Set<Meaning>(['TEXT', 'VERDICT', 'DICT'])

/** How a report is written, and what keeps it from being written row by row. */
export type JudgedPath =
  | { readonly path: 'stream'; readonly levels: readonly Block[] }
  /** The first cell that does, `page.columns`, or the row of a rule (`rowRules.5`); absent where nothing repeats downwards, so that no report is long. */
  | { readonly path: 'matrix'; readonly cause?: string }

const matrix = (cause: string): JudgedPath => ({ path: 'matrix', cause })

/** Which way a report is written, with the blocks that repeat within one another, the outermost first, or with what prevents it. */
export function judgedPath({ template, cells, down, ruled, formulas }: Report): JudgedPath {
  const levels: Block[] = []
  for (let blocks = down.blocks; blocks.length > 0; blocks = (blocks[0] as Block).inner) {
    if (blocks[1]) return matrix(blocks[1].of.name)
    levels.push(blocks[0] as Block)
  }
  const setOf = ({ of }: Block) => of.cell.field?.split('.')[0]
  const [first] = levels
  if (!first) return { path: 'matrix' }
  const beyond = levels[MAX_LEVELS] ?? levels.find((level) => setOf(level) !== setOf(first))
  if (beyond) return matrix(beyond.of.name)
  if (template.page.columns) return matrix('page.columns')
  const held = cells.find(({ cell }) => cell.expand === 'right' || cell.chart || cell.subtotal || cell.code || cell.picture !== undefined)
  if (held) return matrix(held.name)
  // How many rows there are has to be known before the first of them is written.
  const hiding = ruled.find(({ rule }) => rule.hideIf !== undefined)
  if (hiding) return matrix(hiding.asking.name)
  const byName = new Map(cells.map((one) => [one.name, one]))
  const ofRows = new Map(ruled.map(({ asking, row }) => [asking, chainOfRow(down.blocks, row).length]))
  const depth = (one: PlannedCell) => ofRows.get(one) ?? down.chains.get(one)?.length ?? 0
  for (const one of [...cells, ...ofRows.keys()])
    for (const text of [...(one.cell.formula ? [one.cell.formula] : []), ...(one.cell.rules ?? []).map((rule) => rule.if)])
      for (const { name, isTaken } of namesIn(formulas.get(text) as Expression)) {
        const named = cellNamed(name)
        if (!named) continue
        if (named.steps.length > 0 || (named.meaning && !OF_ONE.has(named.meaning))) return matrix(one.name)
        // One copy of many is the first of them: whoever means it is not written yet.
        if (!isTaken && depth(byName.get(named.cell) as PlannedCell) > depth(one)) return matrix(one.name)
      }
  return { path: 'stream', levels }
}

/** The blocks of a report that can be written row by row, the outermost first; undefined of one that is held in memory. */
export function levelsOf(report: Report): readonly Block[] | undefined {
  const judged = judgedPath(report)
  return judged.path === 'stream' ? judged.levels : undefined
}

/** Which of both a report is written by. */
export const pathOf = (report: Report): ReportPath => judgedPath(report).path

/** The names that an expression has, and whether all that they mean is put together. */
function* namesIn(node: Expression): Generator<{ readonly name: string; readonly isTaken: boolean }> {
  if ('field' in node) yield { name: node.field, isTaken: false }
  else if ('take' in node) yield { name: node.rows, isTaken: true }
  else if ('op' in node) for (const part of node.of) yield* namesIn(part)
}
