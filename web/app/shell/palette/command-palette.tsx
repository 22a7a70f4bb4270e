/** One field for everything: pages of the menu, records of the server, and actions. The pattern is ARIA's combobox with a list. */
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { MenuIcon } from '../menu-icon.tsx'
import type { Routes } from '../routes.ts'
import './command-palette.css'
import type { Entry } from './entries.ts'
import { MAX_PATTERN_LENGTH, isBefore, searchOver } from './search.ts'
import { useActions } from './use-actions.ts'
import { usePages } from './use-pages.ts'
import { useRecords } from './use-records.ts'

interface PaletteProps {
  readonly open: boolean
  readonly routes: Routes
  /** What was typed while it was on its way. */
  readonly beginning: string
  /** Enter was pressed then: it takes what stands first as soon as that is known. */
  readonly entered: boolean
  readonly onClose: () => void
}

interface Group {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** Lines of one group: what does not stand among the best is not looked for by reading on. */
const MAX_ITEMS_PER_GROUP = 7
/** Milliseconds between the last letter and the question to the server. */
const PAUSE = 200

export default function CommandPalette({ open, routes, beginning, entered, onClose }: PaletteProps) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the next letter comes: what stood in its place is gone already.
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className="command-palette"
      aria-label={t('palette.open')}
      // Escape is heard at once: the event of closing comes a moment later, when it may have been opened again.
      onCancel={onClose}
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {open && <Search routes={routes} beginning={beginning} entered={entered} onClose={onClose} />}
    </dialog>
  )
}

function Search({ routes, beginning, entered, onClose }: Omit<PaletteProps, 'open'>) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState(beginning)
  // The line that keys or the pointer went to, by its key: lines that come later move its place, and do not put themselves under it.
  const [chosen, setChosen] = useState<string>()
  const [waiting, setWaiting] = useState(entered)
  const list = useRef<HTMLDivElement>(null)
  const text = typed.trim().slice(0, MAX_PATTERN_LENGTH)
  const { groups, busy, settled } = useGroups(text, routes)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const current = entries[at]

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at, text])

  function take(entry: Entry): void {
    onClose()
    entry.run()
  }

  // Somebody who types faster than the server answers means the best match, and not what stands first until it is there.
  const takeFirst = useEffectEvent(() => {
    if (current) take(current)
  })
  const due = waiting && settled && (current !== undefined || !busy)
  useEffect(() => {
    if (due) takeFirst()
  }, [due])

  function onKey(event: KeyboardEvent): void {
    // Enter may end a word of an input method.
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: typed ? undefined : 0, End: typed ? undefined : entries.length - 1 }[event.key]
    if (to !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen(entries[(to + entries.length) % entries.length]?.key)
      setWaiting(false)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (current && (settled || current.key === chosen)) take(current)
      else setWaiting(true)
    }
  }

  const idOf = (entry: Entry) => `${id}${entry.key}`.replace(/[^\w-]/g, '_')
  return (
    <div className="palette-frame">
      <div className="palette-field">
        <SearchOutlined aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={current && idOf(current)}
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(undefined)
            setWaiting(false)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div ref={list} id={id} className="palette-list" role="listbox" aria-label={t('palette.results')}>
        {groups.map(({ title, entries: lines }) => (
          <div key={title} role="group" aria-label={title}>
            <div className="palette-group" aria-hidden="true">
              {title}
            </div>
            {lines.map((entry) => (
              <div
                key={entry.key}
                id={idOf(entry)}
                role="option"
                aria-selected={entry === current}
                className="palette-line"
                onMouseMove={() => setChosen(entry.key)}
                onClick={() => take(entry)}
              >
                <MenuIcon name={entry.icon} />
                <span className="palette-title">{entry.title}</span>
                {entry.detail && <span className="palette-detail">{entry.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="palette-state" role="status">
        {busy
          ? t('palette.searching')
          : entries.length === 0
            ? t('palette.nothing', { text })
            : text
              ? t('palette.count', { count: entries.length })
              : ''}
      </p>
      <p className="palette-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('palette.keys-move')} <kbd>↵</kbd> {t('palette.keys-go')} <kbd>Esc</kbd> {t('palette.keys-close')}
      </p>
    </div>
  )
}

/** The groups of lines for the text; whether more are on their way, and whether what stands first is known: records never come before it, actions may. */
function useGroups(text: string, routes: Routes): { groups: readonly Group[]; busy: boolean; settled: boolean } {
  const t = useT()
  const { pages, recent } = usePages(routes)
  const { actions, loading } = useActions(routes)
  const asked = usePaused(text)
  const { records, busy } = useRecords(asked, routes)
  const findPages = useMemo(
    () =>
      searchOver(
        pages,
        recent.map(({ path }) => path),
      ),
    [pages, recent],
  )
  const findActions = useMemo(() => searchOver(actions), [actions])
  const found = { title: t('palette.pages'), entries: findPages(text).slice(0, MAX_ITEMS_PER_GROUP) }
  const doing = { title: t('palette.actions'), entries: findActions(text).slice(0, MAX_ITEMS_PER_GROUP) }
  // Records come when the server has answered: they never take the place of what stands first.
  const inOrder = isBefore(doing.entries, found.entries, text) ? [doing, found] : [found]
  const groups: Group[] =
    text === ''
      ? [
          { title: t('palette.recent'), entries: recent.slice(0, MAX_ITEMS_PER_GROUP) },
          ...(recent.length > 0 ? [] : [{ title: t('palette.pages'), entries: pages.slice(0, MAX_ITEMS_PER_GROUP) }]),
          { title: t('palette.actions'), entries: actions },
        ]
      : [...inOrder, { title: t('palette.records'), entries: asked === text ? records : [] }, ...(inOrder.includes(doing) ? [] : [doing])]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    busy: busy || loading || asked !== text,
    settled: text === '' || !loading,
  }
}

/** What was typed, once the typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
