/** Finds what is typed in cells, and puts something else in its place. Enter goes on, Shift+Enter goes back, Escape leads back to the sheet. */
import type { InputRef } from 'antd'
import { Button, Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { nameOfPlace } from '../../../../model/reports/places.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { nextOf, placesWith, replaced } from './state/find.ts'
import { useSheet, useSheetState } from './store.ts'

interface FindBarProps {
  /** How often it was asked for: each time what is sought is written anew. */
  readonly asked: number
  /** Tells what was done, for those who do not see it. */
  readonly announce: (text: string) => void
  readonly onClose: () => void
}

export default function FindBar({ asked, announce, onClose }: FindBarProps) {
  const t = useT()
  const sheet = useSheet()
  const template = useSheetState((state) => state.template)
  const at = useSheetState((state) => state.at)
  const [sought, setSought] = useState('')
  const [by, setBy] = useState('')
  const field = useRef<InputRef>(null)
  useEffect(() => {
    field.current?.focus({ cursor: 'all' })
  }, [asked])
  const found = useMemo(() => placesWith(template, sought), [template, sought])
  const number = found.findIndex((place) => nameOfPlace(place) === nameOfPlace(at)) + 1

  function go(isBack = false): void {
    const { template: now, at: from } = sheet.store.getState()
    const next = nextOf(placesWith(now, sought), from, isBack)
    if (!next) return announce(t('report-design.find-none'))
    sheet.choose(next)
    announce(nameOfPlace(next))
  }

  /** The chosen cell where it is one of them, and on to the next. */
  function replaceOne(): void {
    if (number > 0) sheet.change((made, _area, place) => replaced(made, [place], sought, by))
    go()
  }

  function replaceAll(): void {
    const before = sheet.store.getState().template
    sheet.change((made) => replaced(made, placesWith(made, sought), sought, by))
    const { cells } = sheet.store.getState().template
    announce(
      t('report-design.replaced', {
        count: found.filter((place) => cells[nameOfPlace(place)] !== before.cells[nameOfPlace(place)]).length,
      }),
    )
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // Both end what is being put together, and not the search.
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Escape' && (event.key !== 'Enter' || !(event.target as HTMLElement).matches('input'))) return
    event.preventDefault()
    if (event.key === 'Escape') onClose()
    else go(event.shiftKey)
  }

  return (
    <div className="report-find" role="search" aria-label={t('report-design.find')} onKeyDown={onKeyDown}>
      <Input
        ref={field}
        size="small"
        aria-label={t('report-design.find-text')}
        placeholder={t('report-design.find-text')}
        value={sought}
        maxLength={200}
        onChange={({ target }) => setSought(target.value)}
      />
      <span role="status">
        {sought === ''
          ? ''
          : found.length === 0
            ? t('report-design.find-none')
            : t('report-design.find-count', { at: number, count: found.length })}
      </span>
      <Button size="small" disabled={found.length === 0} onClick={() => go(true)}>
        {t('report-design.find-back')}
      </Button>
      <Button size="small" disabled={found.length === 0} onClick={() => go()}>
        {t('report-design.find-next')}
      </Button>
      <Input
        size="small"
        aria-label={t('report-design.replace-by')}
        placeholder={t('report-design.replace-by')}
        value={by}
        maxLength={200}
        onChange={({ target }) => setBy(target.value)}
      />
      <Button size="small" disabled={found.length === 0} onClick={replaceOne}>
        {t('report-design.replace')}
      </Button>
      <Button size="small" disabled={found.length === 0} onClick={replaceAll}>
        {t('report-design.replace-all')}
      </Button>
      <Button size="small" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  )
}
