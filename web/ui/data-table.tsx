/** A table of rows that knows nothing about them: columns as their reader wants them, sorting, choosing, a tree, and room for actions. */
import type { KeyboardEvent } from 'react'
import { Fragment, useRef, useState } from 'react'
import './twig.css'
import './data-table.css'
import type { Column } from './column.ts'
import type { RowAction } from './row-actions.tsx'
import { RowActions } from './row-actions.tsx'
import type { Sort } from './table-head.tsx'
import { ChooseAll, Heading, pinning } from './table-head.tsx'
import type { Folded } from './table-lines.ts'
import { linesOf, toggled } from './table-lines.ts'
import type { ColumnSettings } from './column-settings.ts'
import { arranged, moved, offsetsOf } from './column-settings.ts'
import { useColumnDrag } from './use-column-drag.ts'
import { ROW_KEYS, useRowKeys } from './use-row-keys.ts'
import { MANY, useVirtualRows } from './use-virtual-rows.ts'

export type { Column } from './column.ts'
export type { RowAction } from './row-actions.tsx'

export interface TableTexts {
  readonly caption: string
  readonly chooseAll: string
  readonly choose: string
  readonly actions: string
  readonly more: string
  readonly empty: string
  readonly unfold: string
  readonly fold: string
  /** Which keys do what, for somebody who hears the table. */
  readonly keys?: string
}

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly look?: ColumnSettings
  /** Absent: the columns stay as they are. */
  readonly onLook?: (look: ColumnSettings) => void
  readonly rows: readonly Row[]
  readonly childrenOf?: (row: Row) => readonly Row[] | undefined
  /** Depth from which on branches are folded at first; none are when it is absent. */
  readonly foldFrom?: number
  /** The heading above rows that follow each other and belong together. */
  readonly headingOf?: ((row: Row) => string) | undefined
  /** Names a row to somebody who hears it. */
  readonly nameOf: (row: Row) => string
  /** What a row shows on a phone, where it is a card: these columns in their order, of which the title has a line of its own. Without it the table stays one. */
  readonly card?: { readonly title: string; readonly columns: readonly string[] } | undefined
  /** Whether rows can be chosen: without anything to do with them a box to tick only misleads. */
  readonly choosable: boolean
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly sort?: Sort | undefined
  readonly onSort: (field: string) => void
  readonly actionsOf: (row: Row) => readonly RowAction[]
  readonly actionsWidth: number
  /** `again`: rows of an earlier question, until the answer is there. `renewing`: the right rows, while one looks whether they have changed. */
  readonly state: 'first' | 'again' | 'renewing' | 'ready'
  /** How many rows are expected, to keep their place while they load. */
  readonly expected: number
  readonly texts: TableTexts
}

/** Width of the column of boxes, in pixels; data-table.css counts on it. */
const CHOICE = 48
const asDeclared: ColumnSettings = {}

export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const {
    columns,
    look = asDeclared,
    onLook,
    rows,
    childrenOf,
    headingOf,
    choosable,
    chosen,
    onChoose,
    actionsOf,
    actionsWidth,
    state,
    expected,
    texts,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isFolded: Folded = (id, depth) => turned.has(id) !== depth >= (props.foldFrom ?? Infinity)
  const lines = linesOf(rows, childrenOf, isFolded)
  const tree = childrenOf !== undefined && lines.some(({ branch }) => branch)
  const placed = arranged(columns, look)
  const offsets = offsetsOf(placed, choosable ? CHOICE : 0, actionsWidth)
  const width = (choosable ? CHOICE : 0) + placed.reduce((sum, column) => sum + column.width, 0) + actionsWidth
  const span = placed.length + (choosable ? 1 : 0) + (actionsWidth ? 1 : 0)
  const seen = useVirtualRows(scroller, lines.length)
  const drag = useColumnDrag(
    (key, to) => onLook?.(moved(columns, look, key, to)),
    (widths) => onLook?.({ ...look, widths: { ...look.widths, ...widths } }),
  )
  const classes = [
    'data-table',
    choosable && 'choosable',
    props.card && 'cards',
    tree && 'tree',
    (state === 'again' || state === 'renewing') && 'busy',
    state === 'again' && 'outdated',
    lines.length > MANY && 'long',
    look.density,
  ]
    .filter(Boolean)
    .join(' ')

  const turn = (id: string) => setTurned(toggled(turned, id))

  /** What a key does to the row it is pressed on. */
  function act(at: number, event: KeyboardEvent): boolean {
    const line = lines[at]
    if (!line) return false
    const {
      row: { id },
      depth,
      branch,
    } = line
    if (event.key === ROW_KEYS.choose && choosable) onChoose(toggled(chosen, id))
    else if (branch && event.key === ROW_KEYS.unfold && isFolded(id, depth)) turn(id)
    else if (branch && event.key === ROW_KEYS.fold && !isFolded(id, depth)) turn(id)
    else return false
    return true
  }

  const keys = useRowKeys(scroller, lines.length, seen.show, act)

  return (
    <div
      ref={scroller}
      className={classes}
      role="region"
      aria-label={texts.caption}
      aria-description={texts.keys}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
    >
      <table style={{ minWidth: width }} aria-busy={state !== 'ready'} aria-rowcount={lines.length > MANY ? lines.length + 1 : undefined}>
        <caption className="visually-hidden">{texts.caption}</caption>
        <colgroup>
          {choosable && <col style={{ width: CHOICE }} />}
          {placed.map(({ column: { key }, width: own, elastic }, at) => (
            <col key={key} data-key={key} className={at === 0 ? 'lead-column' : undefined} style={elastic ? undefined : { width: own }} />
          ))}
          {actionsWidth > 0 && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {choosable && (
              <th className="choice" scope="col">
                <ChooseAll ids={lines.map(({ row }) => row.id)} chosen={chosen} onChoose={onChoose} label={texts.chooseAll} />
              </th>
            )}
            {placed.map((column, at) => (
              <Heading
                key={column.column.key}
                placed={column}
                lead={at === 0}
                offset={offsets[at]}
                sort={props.sort}
                onSort={props.onSort}
                drag={onLook ? drag : undefined}
              />
            ))}
            {actionsWidth > 0 && (
              <th className="actions" scope="col">
                {texts.actions}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {state === 'first' &&
            Array.from({ length: expected }, (_, at) => (
              <tr key={at} className="skeleton">
                <td colSpan={span}>
                  <span />
                </td>
              </tr>
            ))}
          {state !== 'first' && lines.length === 0 && (
            <tr className="none">
              <td colSpan={span}>
                <Nothing text={texts.empty} />
              </td>
            </tr>
          )}
          {seen.above > 0 && (
            <tr className="gap" style={{ height: seen.above }} aria-hidden="true">
              <td colSpan={span} />
            </tr>
          )}
          {state !== 'first' &&
            lines.slice(seen.from, seen.to).map(({ row, depth, branch }, index) => {
              const at = seen.from + index
              const name = props.nameOf(row)
              const before = lines[at - 1]
              const heading = headingOf?.(row)
              return (
                <Fragment key={row.id}>
                  {heading !== undefined && (!before || heading !== headingOf?.(before.row)) && (
                    <tr className="group-heading">
                      <th colSpan={span} scope="rowgroup">
                        <span>{heading}</span>
                      </th>
                    </tr>
                  )}
                  <tr
                    data-at={at}
                    tabIndex={-1}
                    className={[at % 2 === 1 && 'odd', chosen.has(row.id) && 'chosen'].filter(Boolean).join(' ') || undefined}
                    aria-rowindex={lines.length > MANY ? at + 2 : undefined}
                  >
                    {choosable && (
                      <td className="choice">
                        <input
                          type="checkbox"
                          checked={chosen.has(row.id)}
                          aria-label={`${texts.choose}: ${name}`}
                          onChange={() => onChoose(toggled(chosen, row.id))}
                        />
                      </td>
                    )}
                    {placed.map(({ column, pin }, place) => {
                      const { className, style } = pinning(pin, offsets[place], place === 0)
                      const isTwig = place === 0 && tree
                      const inCard =
                        props.card &&
                        (column.key === props.card.title ? 'card-title' : props.card.columns.includes(column.key) && 'in-card')
                      return (
                        <td
                          key={column.key}
                          className={[className, inCard].filter(Boolean).join(' ') || undefined}
                          title={column.text?.(row) || undefined}
                          style={isTwig ? { ...style, paddingLeft: `calc(12px + ${depth} * var(--indent))` } : style}
                        >
                          {isTwig &&
                            (branch ? (
                              <button
                                type="button"
                                className={isFolded(row.id, depth) ? 'twig' : 'twig open'}
                                aria-expanded={!isFolded(row.id, depth)}
                                aria-label={`${isFolded(row.id, depth) ? texts.unfold : texts.fold}: ${name}`}
                                onClick={() => turn(row.id)}
                              />
                            ) : (
                              <span className="twig leaf" />
                            ))}
                          {isTwig ? <span className="tree-text">{column.render(row)}</span> : column.render(row)}
                        </td>
                      )
                    })}
                    {actionsWidth > 0 && (
                      <td className="actions">
                        <RowActions actions={actionsOf(row)} name={name} more={texts.more} />
                      </td>
                    )}
                  </tr>
                </Fragment>
              )
            })}
          {seen.below > 0 && (
            <tr className="gap" style={{ height: seen.below }} aria-hidden="true">
              <td colSpan={span} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function Nothing({ text }: { text: string }) {
  return (
    <div className="nothing">
      <svg viewBox="0 0 96 48" aria-hidden="true" focusable="false">
        <path d="M2 30h24l6-14 8 22 7-16 5 8h14" />
        <path className="gap" d="M70 30h4M80 30h4M90 30h4" />
      </svg>
      <p>{text}</p>
    </div>
  )
}
