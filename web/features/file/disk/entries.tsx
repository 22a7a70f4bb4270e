/** What lies in a folder, as a list or as tiles: chosen with mouse and keyboard as on a desktop, dragged, renamed in place. */
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DISK_KEYS } from './entry-keys.ts'
import type { EntryEvents } from './entry.tsx'
import { Entry } from './entry.tsx'
import type { Place } from '../../../../model/file/files.ts'
import type { Order } from './place.ts'
import { orderBy, useDiskLook } from './place.ts'
import type { Selection } from './selection.ts'
import { all, clicked, moved, neighbour, nothingChosen, only, toggle } from './selection.ts'

interface EntriesProps extends EntryEvents {
  readonly rows: readonly FileRow[]
  readonly place: Place
  readonly isSearch: boolean
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly renaming: string | undefined
  readonly busy: boolean
}

const columns: readonly Order[] = ['originalFilename', 'size', 'fileType', 'updateTime']

export function Entries(props: EntriesProps) {
  const { rows, place, selection, onSelect, renaming, onOpen, onRename, onDelete, onUp, onMenu } = props
  const t = useT()
  const { view, order, direction } = useDiskLook()
  const grid = useRef<HTMLDivElement>(null)
  const ids = rows.map(({ id }) => id)
  const typed = useRef({ text: '', at: 0 })
  const rowOf = (id: string | undefined) =>
    id === undefined ? null : (grid.current?.querySelector<HTMLElement>(`[data-id="${id}"]`) ?? null)

  // After a name was given, and where an entry was made, the keyboard is on the entry again.
  const was = useRef(renaming)
  useEffect(() => {
    if (was.current !== undefined && renaming === undefined) rowOf(selection.focus)?.focus()
    was.current = renaming
  })
  // Of an entry that goes, deleted or left for a folder, the keyboard passes to what stands there now.
  const held = useRef<{ id: string; at: number }>(undefined)
  useEffect(() => {
    if (!held.current || ids.includes(held.current.id) || document.activeElement !== document.body) return
    rowOf(ids[Math.min(held.current.at, ids.length - 1)])?.focus()
  })
  function onFocus({ target }: FocusEvent): void {
    const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
    held.current = id === undefined ? undefined : { id, at: ids.indexOf(id) }
  }
  useLayoutEffect(() => {
    if (renaming !== undefined) rowOf(renaming)?.scrollIntoView({ block: 'nearest' })
  })

  function goTo(id: string, keys: { shift: boolean; ctrl: boolean }): void {
    onSelect(moved(selection, ids, id, keys))
    rowOf(id)?.focus()
  }

  /** Letters lead to the next name that begins with them. */
  function jump(letter: string, now: number): void {
    const text = now - typed.current.at < 800 ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const from = ids.indexOf(selection.focus ?? '') + (text.length === 1 ? 1 : 0)
    const found = [...rows.slice(Math.max(0, from)), ...rows].find(({ originalFilename }) =>
      originalFilename.toLowerCase().startsWith(text.toLowerCase()),
    )
    if (found) goTo(found.id, { shift: false, ctrl: false })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement
    // In the field of a name, and on the buttons of the head, keys are theirs.
    if (target.closest('input:not([type=checkbox]), .entries-head') || event.altKey) return
    const keys = { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey }
    // Tab and the mouse bring the keyboard to an entry as well.
    const at = ids.indexOf(target.closest<HTMLElement>('[data-id]')?.dataset['id'] ?? selection.focus ?? '')
    const to = neighbour(event.key, at, rows.length, view === 'tiles' ? across(grid.current) : 1)
    const row = rows[at]
    if (to !== undefined) goTo(ids[to] as string, keys)
    else if (keys.ctrl && event.key.toLowerCase() === DISK_KEYS.all) onSelect(all(selection, ids))
    else if (event.key === DISK_KEYS.open && row) onOpen(row)
    else if (event.key === DISK_KEYS.choose && row) onSelect(toggle(selection, row.id))
    else if (event.key === DISK_KEYS.clear && selection.ids.size > 0) onSelect({ ...nothingChosen, focus: selection.focus })
    else if (event.key === DISK_KEYS.rename && onRename) onRename()
    else if (event.key === DISK_KEYS.remove && onDelete) onDelete()
    else if (event.key === DISK_KEYS.up) onUp()
    else if (event.key.length === 1 && !keys.ctrl) jump(event.key, event.timeStamp)
    else return
    event.preventDefault()
  }

  function onContextMenu(event: MouseEvent): void {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset['id']
    if ((event.target as HTMLElement).closest('input:not([type=checkbox])')) return
    event.preventDefault()
    if (id !== undefined && !selection.ids.has(id)) onSelect(only(id))
    if (id === undefined) onSelect(nothingChosen)
    const { left = 0, bottom = 0 } = rowOf(id)?.getBoundingClientRect() ?? {}
    // Asked for by a key it has no place of its own.
    onMenu(event.clientX === 0 && event.clientY === 0 ? { x: left + 48, y: bottom } : { x: event.clientX, y: event.clientY })
  }

  const titles: Readonly<Record<Order, LabelKey>> = {
    originalFilename: 'field.files.originalFilename',
    size: 'disk.size',
    fileType: 'field.files.fileType',
    updateTime: place === 'recycled' ? 'disk.deleted-at' : 'disk.changed',
  }
  const focus = selection.focus !== undefined && ids.includes(selection.focus) ? selection.focus : ids[0]
  return (
    <div
      ref={grid}
      role="grid"
      className={`entries ${view}`}
      aria-label={t('disk.entries')}
      aria-description={t('disk.keys')}
      aria-multiselectable="true"
      aria-busy={props.busy}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) held.current = undefined
      }}
      onContextMenu={onContextMenu}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onSelect(nothingChosen)
      }}
    >
      <div role="row" className="entries-head">
        <span role="columnheader" className="entry-tick">
          <input
            type="checkbox"
            aria-label={t('list.choose-all')}
            checked={selection.ids.size === ids.length}
            onChange={({ target }) => onSelect(target.checked ? all(selection, ids) : nothingChosen)}
          />
        </span>
        {columns.map((column) => (
          <span
            key={column}
            role="columnheader"
            className={`entry-${column}`}
            aria-sort={order !== column ? 'none' : direction === 'ascend' ? 'ascending' : 'descending'}
          >
            <button type="button" className={order === column ? `sort ${direction}` : 'sort'} onClick={() => orderBy(column)}>
              {t(titles[column])}
            </button>
          </span>
        ))}
        <span role="columnheader" className="entry-who">
          {t('disk.who')}
        </span>
      </div>
      {rows.map((row) => (
        <Entry
          key={row.id}
          row={row}
          chosen={selection.ids.has(row.id)}
          reached={row.id === focus}
          renaming={row.id === renaming}
          isSearch={props.isSearch}
          place={place}
          view={view}
          dragged={selection.ids.has(row.id) ? [...selection.ids] : [row.id]}
          onOpen={onOpen}
          onMove={props.onMove}
          onUpload={props.onUpload}
          onRenamed={props.onRenamed}
          onTick={() => onSelect(toggle(selection, row.id))}
          onPress={(keys) => onSelect(clicked(selection, ids, row.id, keys))}
          onGrab={() => {
            if (!selection.ids.has(row.id)) onSelect(only(row.id))
          }}
        />
      ))}
    </div>
  )
}

/** How many tiles lie beside each other. */
function across(grid: HTMLElement | null): number {
  const tiles = [...(grid?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
  const [first] = tiles
  const next = tiles.findIndex((tile) => tile.offsetTop !== first?.offsetTop)
  return next < 0 ? Math.max(1, tiles.length) : next
}
