/** A table of rows that knows nothing about them: columns as their reader wants them, sorting, choosing, a tree, and room for actions. */
import type { KeyboardEvent } from 'react'
import { Fragment, useRef, useState } from 'react'
import './twig.css'
import './data-table.css'
import type { CardOf } from './card.ts'
import { placesOnCard } from './card.ts'
import type { Column } from './column.ts'
import type { RowAction } from './row-action.ts'
import { Nothing } from './nothing.tsx'
import type { Sort } from './table-head.tsx'
import { TableHead } from './table-head.tsx'
import type { Folded } from './table-lines.ts'
import { linesOf, toggled, wayTo } from './table-lines.ts'
import { TableRow } from './table-row.tsx'
import type { TableTexts } from './table-texts.ts'
import type { ColumnSettings } from './column-settings.ts'
import { arranged, moved } from './column-settings.ts'
import { useColumnDrag } from './use-column-drag.ts'
import { CHOICE, useLayout } from './use-layout.ts'
import { usePhone } from './use-media.ts'
import { ROW_KEYS, useRowKeys } from './use-row-keys.ts'
import { MANY, useVirtualRows } from './use-virtual-rows.ts'

export type { Column } from './column.ts'
export type { RowAction } from './row-action.ts'

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
  /** A row that is to be seen once it is there: the branches above it unfold. */
  readonly reveal?: string | undefined
  /** What stands at the head of a row on a phone, where it is a card. Without it the table stays one. */
  readonly card?: CardOf | undefined
  /** Whether rows can be chosen: without anything to do with them a box to tick only misleads. */
  readonly choosable: boolean
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly sort?: Sort | undefined
  readonly onSort: (field: string) => void
  /** Without it rows have none. */
  readonly actionsOf?: (row: Row) => readonly RowAction[]
  /** `again`: rows of an earlier question, until the answer is there. `renewing`: the right rows, while one looks whether they have changed. */
  readonly state: 'first' | 'again' | 'renewing' | 'ready'
  /** How many rows are expected, to keep their place while they load. */
  readonly expected: number
  readonly texts: TableTexts
}

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
    state,
    expected,
    texts,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isFolded: Folded = (id, depth) => turned.has(id) !== depth >= (props.foldFrom ?? Infinity)
  const lines = linesOf(rows, childrenOf, isFolded)
  const tree = childrenOf !== undefined && lines.some(({ branch }) => branch)
  const seen = useVirtualRows(scroller, lines.length)
  const drawn = state === 'first' ? [] : lines.slice(seen.from, seen.to)
  const actions = actionsOf && drawn.map(({ row }) => actionsOf(row))
  const { placed, offsets, width, actionsWidth, room, beyond } = useLayout(scroller, {
    placed: arranged(columns, look),
    choosable,
    actions,
    heading: texts.actions,
    isLoading: state === 'first',
  })
  const card = usePhone() ? props.card : undefined
  const places =
    card &&
    placesOnCard(
      placed.map(({ column }) => column.key),
      card,
      tree,
    )
  const span = placed.length + (choosable ? 1 : 0) + (actions ? 1 : 0)
  const drag = useColumnDrag(
    (key, to) => onLook?.(moved(columns, look, key, to)),
    (widths) => onLook?.({ ...look, widths: { ...look.widths, ...widths } }),
  )
  const classes = [
    'data-table',
    choosable && 'choosable',
    card && 'cards',
    tree && 'tree',
    (state === 'again' || state === 'renewing') && 'busy',
    state === 'again' && 'outdated',
    lines.length > MANY && 'long',
    look.density,
  ]
    .filter(Boolean)
    .join(' ')

  const toggle = (id: string) => setTurned(toggled(turned, id))

  const [revealed, setRevealed] = useState<string>()
  const above = props.reveal === undefined || props.reveal === revealed ? undefined : wayTo(rows, childrenOf, props.reveal)
  if (above) {
    setRevealed(props.reveal)
    setTurned(above.reduce((ids, id, depth) => (isFolded(id, depth) ? toggled(ids, id) : ids), turned))
  }

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
    else if (branch && event.key === ROW_KEYS.unfold && isFolded(id, depth)) toggle(id)
    else if (branch && event.key === ROW_KEYS.fold && !isFolded(id, depth)) toggle(id)
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
          {actions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <TableHead
          placed={placed}
          offsets={offsets}
          choice={choosable ? { ids: lines.map(({ row }) => row.id), chosen, onChoose } : undefined}
          sort={props.sort}
          onSort={props.onSort}
          drag={onLook ? drag : undefined}
          beyond={beyond}
          hasActions={actions !== undefined}
          texts={texts}
        />
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
          {drawn.map(({ row, depth, branch }, index) => {
            const at = seen.from + index
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
                <TableRow
                  row={row}
                  at={at}
                  name={props.nameOf(row)}
                  placed={placed}
                  offsets={offsets}
                  places={places}
                  depth={depth}
                  twig={tree ? { branch, folded: isFolded(row.id, depth), onToggle: () => toggle(row.id) } : undefined}
                  choice={choosable ? { chosen: chosen.has(row.id), onChoose: () => onChoose(toggled(chosen, row.id)) } : undefined}
                  actions={actions && { of: actions[index] ?? [], room: card ? 'menu' : room }}
                  index={lines.length > MANY ? at + 2 : undefined}
                  texts={texts}
                />
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
