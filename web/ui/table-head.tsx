/** The head of a table: what sorts, what is dragged, the box that chooses all rows, and what tells of columns out of sight. */
import type { CSSProperties } from 'react'
import { useEffect, useRef } from 'react'
import type { Placed } from './column-settings.ts'
import type { TableTexts } from './table-texts.ts'
import type { useColumnDrag } from './use-column-drag.ts'

export interface Sort {
  readonly field: string
  readonly direction: 'ascend' | 'descend'
}

/** The class and place of a cell whose column is pinned. */
export function pinning(
  pin: Placed<unknown>['pin'],
  offset: number | undefined,
  lead: boolean,
): { className: string | undefined; style: CSSProperties | undefined } {
  const className = [lead && 'lead', pin && `pin-${pin}`].filter(Boolean).join(' ') || undefined
  return { className, style: offset === undefined ? undefined : ({ '--at': `${offset}px` } as CSSProperties) }
}

interface HeadingProps<Row> {
  readonly placed: Placed<Row>
  readonly lead: boolean
  readonly offset: number | undefined
  readonly sort: Sort | undefined
  readonly onSort: (field: string) => void
  /** Absent where columns stay as they are. */
  readonly drag: ReturnType<typeof useColumnDrag> | undefined
}

function Heading<Row>({
  placed: {
    column: { key, title, sortable },
    pin,
  },
  lead,
  offset,
  sort,
  onSort,
  drag,
}: HeadingProps<Row>) {
  const direction = sort?.field === key ? sort.direction : undefined
  const { className, style } = pinning(pin, offset, lead)
  const state = drag?.dragged?.key === key ? 'dragged' : drag?.dragged?.over === key ? 'target' : ''
  return (
    <th
      scope="col"
      data-key={key}
      title={sortable ? undefined : title}
      className={[className, drag && 'movable', state].filter(Boolean).join(' ') || undefined}
      style={style}
      aria-sort={direction && (direction === 'ascend' ? 'ascending' : 'descending')}
      onPointerDown={drag && ((event) => drag.grab(key, event))}
    >
      {sortable ? (
        <button type="button" className={direction ? `sort ${direction}` : 'sort'} onClick={() => onSort(key)} title={title}>
          <span>{title}</span>
        </button>
      ) : (
        title
      )}
      {drag && <span className="edge" aria-hidden="true" onPointerDown={(event) => drag.stretch(key, event)} />}
    </th>
  )
}

interface TableHeadProps<Row> {
  readonly placed: readonly Placed<Row>[]
  readonly offsets: readonly (number | undefined)[]
  /** Nothing where rows are not chosen. */
  readonly choice: Omit<ChooseAllProps, 'label'> | undefined
  readonly sort: Sort | undefined
  readonly onSort: (field: string) => void
  readonly drag: HeadingProps<Row>['drag']
  /** How many columns are seen only after scrolling. */
  readonly beyond: number
  readonly hasActions: boolean
  readonly texts: TableTexts
}

export function TableHead<Row>({ placed, offsets, choice, sort, onSort, drag, beyond, hasActions, texts }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {choice && (
          <th className="choice" scope="col">
            <ChooseAll {...choice} label={texts.chooseAll} />
          </th>
        )}
        {placed.map((column, at) => (
          <Heading key={column.column.key} placed={column} lead={at === 0} offset={offsets[at]} sort={sort} onSort={onSort} drag={drag} />
        ))}
        {hasActions && (
          <th className="actions" scope="col">
            {texts.actions}
            {beyond > 0 && <Beyond columns={beyond} label={texts.beyond(beyond)} />}
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Tells that there are columns beside what is seen, and shows them. */
function Beyond({ columns, label }: { columns: number; label: string }) {
  return (
    <button
      type="button"
      className="beyond"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        const scroller = currentTarget.closest<HTMLElement>('.data-table')
        if (!scroller) return
        const toEnd = () => scroller.scrollTo({ left: scroller.scrollWidth, behavior: 'smooth' })
        toEnd()
        // Columns become wider on the way, and what comes live can end the movement before its end.
        scroller.addEventListener('scrollend', () => scroller.scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1 && toEnd(), {
          once: true,
        })
        // The button is gone at the end; whoever came by keyboard goes on in the table.
        scroller.focus({ preventScroll: true })
      }}
    >
      {`+${columns}`}
    </button>
  )
}

interface ChooseAllProps {
  readonly ids: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly label: string
}

/** Chooses the rows that are here; those chosen on other pages stay. */
function ChooseAll({ ids, chosen, onChoose, label }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null)
  const all = ids.length > 0 && ids.every((id) => chosen.has(id))
  const some = !all && ids.some((id) => chosen.has(id))
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  const turned = () => new Set(all ? [...chosen].filter((id) => !ids.includes(id)) : [...chosen, ...ids])
  return (
    <input ref={box} type="checkbox" aria-label={label} checked={all} disabled={ids.length === 0} onChange={() => onChoose(turned())} />
  )
}
