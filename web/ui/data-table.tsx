/** A table of rows that knows nothing about them: sorting, choosing, a tree, and room for actions. */
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import './data-table.css'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** Pixels; the widths share what is left over. */
  readonly width: number
  readonly sortable?: boolean
  readonly render: (row: Row) => ReactNode
  /** The whole text, shown when the cell is too narrow for it. */
  readonly text?: (row: Row) => string
}

export interface RowAction {
  readonly key: string
  readonly label: string
  readonly danger?: boolean
  readonly run: () => void
}

export interface TableTexts {
  readonly caption: string
  readonly chooseAll: string
  readonly choose: string
  readonly actions: string
  readonly empty: string
  readonly unfold: string
  readonly fold: string
}

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly childrenOf?: (row: Row) => readonly Row[] | undefined
  /** Names a row to somebody who hears it. */
  readonly nameOf: (row: Row) => string
  /** Whether rows can be chosen: without anything to do with them a box to tick only misleads. */
  readonly choosable: boolean
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly sort?: { readonly field: string; readonly direction: 'ascend' | 'descend' } | undefined
  readonly onSort: (field: string) => void
  readonly actionsOf: (row: Row) => readonly RowAction[]
  readonly actionsWidth: number
  readonly state: 'first' | 'again' | 'ready'
  /** How many rows are expected, to keep their place while they load. */
  readonly expected: number
  readonly texts: TableTexts
}

/** Width of the column of boxes, in pixels; data-table.css counts on it. */
const CHOICE = 48

interface Line<Row> {
  readonly row: Row
  readonly depth: number
  readonly branch: boolean
}

export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { columns, rows, childrenOf, choosable, chosen, onChoose, actionsOf, actionsWidth, state, expected, texts } = props
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = flatten(rows, childrenOf, folded)
  const tree = childrenOf !== undefined && lines.some(({ branch }) => branch)
  const width = (choosable ? CHOICE : 0) + columns.reduce((sum, column) => sum + column.width, 0) + actionsWidth
  const span = columns.length + (choosable ? 1 : 0) + (actionsWidth ? 1 : 0)
  const look = ['data-table', choosable && 'choosable', tree && 'tree', state === 'again' && 'busy'].filter(Boolean).join(' ')

  function toggle(set: ReadonlySet<string>, id: string): Set<string> {
    const next = new Set(set)
    if (!next.delete(id)) next.add(id)
    return next
  }

  return (
    <div className={look} role="region" aria-label={texts.caption} tabIndex={0}>
      <table style={{ minWidth: width }} aria-busy={state !== 'ready'}>
        <caption className="visually-hidden">{texts.caption}</caption>
        <colgroup>
          {choosable && <col style={{ width: CHOICE }} />}
          {columns.map(({ key, width: own }, at) => <col key={key} className={at === 0 ? 'lead-column' : undefined} style={{ width: own }} />)}
          {actionsWidth > 0 && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {choosable && <th className="choice" scope="col"><ChooseAll lines={lines} chosen={chosen} onChoose={onChoose} label={texts.chooseAll} /></th>}
            {columns.map((column, at) => <Heading key={column.key} column={column} lead={at === 0} sort={props.sort} onSort={props.onSort} />)}
            {actionsWidth > 0 && <th className="actions" scope="col">{texts.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {state === 'first' && Array.from({ length: expected }, (_, at) => (
            <tr key={at} className="skeleton"><td colSpan={span}><span /></td></tr>
          ))}
          {state !== 'first' && lines.length === 0 && <tr className="none"><td colSpan={span}><Nothing text={texts.empty} /></td></tr>}
          {lines.map(({ row, depth, branch }) => (
            <tr key={row.id} className={chosen.has(row.id) ? 'chosen' : undefined}>
              {choosable && (
                <td className="choice">
                  <input
                    type="checkbox" checked={chosen.has(row.id)} aria-label={`${texts.choose}: ${props.nameOf(row)}`}
                    onChange={() => onChoose(toggle(chosen, row.id))}
                  />
                </td>
              )}
              {columns.map((column, at) => (
                <td key={column.key} className={at === 0 ? 'lead' : undefined} title={column.text?.(row) || undefined} style={at === 0 && tree ? { paddingLeft: `calc(12px + ${depth} * var(--indent))` } : undefined}>
                  {at === 0 && tree && (branch
                    ? <button type="button" className={folded.has(row.id) ? 'twig' : 'twig open'} aria-expanded={!folded.has(row.id)}
                        aria-label={`${folded.has(row.id) ? texts.unfold : texts.fold}: ${props.nameOf(row)}`}
                        onClick={() => setFolded(toggle(folded, row.id))} />
                    : <span className="twig leaf" />)}
                  {at === 0 && tree ? <span className="tree-text">{column.render(row)}</span> : column.render(row)}
                </td>
              ))}
              {actionsWidth > 0 && (
                <td className="actions">
                  {actionsOf(row).map(({ key, label, danger, run }) => (
                    <button
                      key={key} type="button" className={danger ? 'row-action danger' : 'row-action'}
                      aria-label={`${label}: ${props.nameOf(row)}`} onClick={run}
                    >{label}</button>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadingProps<Row> {
  readonly column: Column<Row>
  readonly lead: boolean
  readonly sort: DataTableProps<Row>['sort']
  readonly onSort: (field: string) => void
}

function Heading<Row>({ column: { key, title, sortable }, lead, sort, onSort }: HeadingProps<Row>) {
  const look = lead ? 'lead' : undefined
  if (!sortable) return <th scope="col" className={look} title={title}>{title}</th>
  const direction = sort?.field === key ? sort.direction : undefined
  return (
    <th scope="col" className={look} aria-sort={direction && (direction === 'ascend' ? 'ascending' : 'descending')}>
      <button type="button" className={direction ? `sort ${direction}` : 'sort'} onClick={() => onSort(key)} title={title}>
        <span>{title}</span>
      </button>
    </th>
  )
}

interface ChooseAllProps<Row> {
  readonly lines: readonly Line<Row>[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly label: string
}

function ChooseAll<Row extends { readonly id: string }>({ lines, chosen, onChoose, label }: ChooseAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null)
  const all = lines.length > 0 && lines.every(({ row }) => chosen.has(row.id))
  const some = !all && lines.some(({ row }) => chosen.has(row.id))
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <input
      ref={box} type="checkbox" aria-label={label} checked={all} disabled={lines.length === 0}
      onChange={() => onChoose(new Set(all ? [] : lines.map(({ row }) => row.id)))}
    />
  )
}

function Nothing({ text }: { text: string }) {
  return (
    <div className="nothing">
      <svg viewBox="0 0 96 48" aria-hidden="true" focusable="false"><path d="M2 30h24l6-14 8 22 7-16 5 8h14" /><path className="gap" d="M70 30h4M80 30h4M90 30h4" /></svg>
      <p>{text}</p>
    </div>
  )
}

function flatten<Row extends { readonly id: string }>(
  rows: readonly Row[], childrenOf: DataTableProps<Row>['childrenOf'], folded: ReadonlySet<string>, depth = 0,
): Line<Row>[] {
  return rows.flatMap((row) => {
    const children = childrenOf?.(row) ?? []
    const line = { row, depth, branch: children.length > 0 }
    return folded.has(row.id) ? [line] : [line, ...flatten(children, childrenOf, folded, depth + 1)]
  })
}
