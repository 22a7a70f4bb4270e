/** The head of a table: what sorts, what is dragged, and the box that chooses all rows. */
import type { CSSProperties } from 'react'
import { useEffect, useRef } from 'react'
import type { Placed } from './column-settings.ts'
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

export function Heading<Row>({
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

interface ChooseAllProps {
  readonly ids: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly label: string
}

/** Chooses the rows that are here; those chosen on other pages stay. */
export function ChooseAll({ ids, chosen, onChoose, label }: ChooseAllProps) {
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
