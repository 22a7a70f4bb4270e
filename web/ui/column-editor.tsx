/** Everything about the columns and rows of a table, by mouse and by keyboard. A file of its own because few visits need it. */
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import { Button, Checkbox, Drawer, InputNumber, Radio, Select } from 'antd'
import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'
import './column-editor.css'
import type { Pin, ColumnSettings } from './column-settings.ts'
import { hiddenOf, inOrder, moved, pinOf, pinned, shownOrNot } from './column-settings.ts'
import { MIN_WIDTH, MAX_WIDTH } from './use-column-drag.ts'

export interface ColumnTexts {
  readonly title: string
  readonly hint: string
  readonly density: string
  readonly densities: Readonly<Record<NonNullable<ColumnSettings['density']>, string>>
  readonly pins: Readonly<Record<'none' | 'left' | 'right', string>>
  readonly reset: string
  readonly show: (column: string) => string
  readonly up: (column: string) => string
  readonly down: (column: string) => string
  readonly width: (column: string) => string
  readonly pin: (column: string) => string
  /** Tells whoever hears it where a column is now. */
  readonly place: (column: string, at: number, all: number) => string
}

interface ColumnEditorProps {
  readonly columns: readonly { readonly key: string; readonly title: string; readonly width: number; readonly isRare?: boolean }[]
  readonly look: ColumnSettings
  readonly onLook: (look: ColumnSettings) => void
  readonly open: boolean
  readonly onClose: () => void
  /** What becomes of the changes, where they are not simply kept. */
  readonly note?: string | undefined
  readonly texts: ColumnTexts
}

const densities = ['compact', 'standard', 'roomy'] as const

export default function ColumnEditor({ columns, look, onLook, open, onClose, note, texts }: ColumnEditorProps) {
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const ordered = inOrder(columns, look)
  const hidden = hiddenOf(columns, look)
  const shown = ordered.filter(({ key }) => !hidden.includes(key))
  const lead = shown[0]?.key

  function move(key: string, to: number): void {
    const target = ordered[to]
    const column = ordered.find((one) => one.key === key)
    if (!target || !column || target.key === key) return
    onLook(moved(columns, look, key, target.key))
    setAnnouncement(texts.place(column.title, to + 1, ordered.length))
  }

  /** The row follows the pointer from place to place. */
  function grab(key: string, event: PointerEvent<HTMLElement>): void {
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    let [now, at] = [look, ordered.findIndex((column) => column.key === key)]
    const onMove = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])]
      const over = rows.findLastIndex((row) => clientY >= row.getBoundingClientRect().top)
      const target = inOrder(columns, now)[Math.max(0, over)]
      if (!target || over === at) return
      now = moved(columns, now, key, target.key)
      at = Math.max(0, over)
      onLook(now)
    }
    const end = () => {
      handle.removeEventListener('pointermove', onMove)
      handle.removeEventListener('lostpointercapture', end)
    }
    handle.addEventListener('pointermove', onMove)
    handle.addEventListener('lostpointercapture', end)
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={texts.title}
      size="min(480px, 100vw)"
      footer={<Button onClick={() => onLook({})}>{texts.reset}</Button>}
    >
      {note && <p className="column-note">{note}</p>}
      <Radio.Group
        optionType="button"
        buttonStyle="solid"
        aria-label={texts.density}
        value={look.density ?? 'standard'}
        options={densities.map((value) => ({ value, label: texts.densities[value] }))}
        onChange={({ target }) => onLook({ ...look, density: target.value as ColumnSettings['density'] })}
      />
      <p className="column-hint">{texts.hint}</p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ul className="column-list" ref={list}>
        {ordered.map(({ key, title, width }, at) => {
          const isShown = !hidden.includes(key)
          return (
            <li key={key} className="column-row">
              <span className="column-handle" aria-hidden="true" onPointerDown={(event) => grab(key, event)}>
                <HolderOutlined />
              </span>
              <Checkbox
                checked={isShown}
                disabled={isShown && shown.length === 1}
                aria-label={texts.show(title)}
                onChange={({ target }) => onLook(shownOrNot(columns, look, key, target.checked))}
              >
                {title}
              </Checkbox>
              <span className="column-tools">
                <InputNumber
                  size="small"
                  min={MIN_WIDTH}
                  max={MAX_WIDTH}
                  step={10}
                  value={look.widths?.[key] ?? width}
                  disabled={!isShown}
                  aria-label={texts.width(title)}
                  onChange={(next) => next !== null && onLook({ ...look, widths: { ...look.widths, [key]: Math.round(next) } })}
                />
                <Select<'none' | 'left' | 'right'>
                  size="small"
                  value={pinOf(key, lead, look) ?? 'none'}
                  disabled={!isShown}
                  aria-label={texts.pin(title)}
                  popupMatchSelectWidth={false}
                  options={(['none', 'left', 'right'] as const).map((value) => ({ value, label: texts.pins[value] }))}
                  onChange={(next) => onLook(pinned(look, key, next === 'none' ? undefined : (next satisfies Pin), lead))}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowUpOutlined aria-hidden="true" />}
                  disabled={at === 0}
                  aria-label={texts.up(title)}
                  onClick={() => move(key, at - 1)}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowDownOutlined aria-hidden="true" />}
                  disabled={at === ordered.length - 1}
                  aria-label={texts.down(title)}
                  onClick={() => move(key, at + 1)}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </Drawer>
  )
}
