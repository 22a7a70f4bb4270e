/** The widgets of the page from the uppermost to the lowest: ordered by dragging or keys, chosen, locked and hidden. */
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import UnlockOutlined from '@ant-design/icons/es/icons/UnlockOutlined'
import { Button } from 'antd'
import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Line } from '../../../shared/panels/line.tsx'
import { named } from '../../../ui/named.ts'
import { Choice } from './panel/parts.tsx'
import { orderedTo } from './state/edits.ts'
import { rowsOf } from './state/rows.ts'
import { switchedGroups } from './state/shown-groups.ts'
import { useDesign, useDesignState, usePage, useView } from './store.ts'
import { useActions } from './use-actions.ts'

const LAYER_TYPE = 'application/x-screen-layer'

export default function Layers() {
  const t = useT()
  const design = useDesign()
  const actions = useActions()
  const page = usePage()
  const chosen = useDesignState((state) => state.chosen)
  const list = useRef<HTMLUListElement>(null)
  const [over, setOver] = useState<string>()
  const rows = rowsOf(page)

  /** Puts a widget where another one is in the order. */
  function put(id: string, place: number, name: string): void {
    design.change((one) => orderedTo(one, id, place))
    design.announce(t('screen-design.layer-moved', { name, at: page.widgets.length - place, of: page.widgets.length }))
  }

  function onKeyDown(event: KeyboardEvent, at: number): void {
    const row = rows[at]
    if (!row || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const by = event.key === 'ArrowUp' ? -1 : 1
    if (event.altKey) {
      const place = page.widgets.indexOf(row.widget) - by
      if (place >= 0 && place < page.widgets.length) put(row.id, place, row.widget.name ?? row.id)
      return
    }
    const next = rows[at + by]
    if (!next) return
    list.current?.querySelector<HTMLElement>(`[data-layer="${CSS.escape(next.id)}"]`)?.focus()
  }

  if (rows.length === 0) return <p className="quiet">{t('screen-design.empty-page')}</p>
  return (
    <>
      <p className="quiet">{t('screen-design.layers-about')}</p>
      <ShownGroup />
      <ul ref={list} className="screen-layers" aria-label={t('screen-design.layers')}>
        {rows.map(({ id, widget }, at) => {
          const name = widget.name ?? t(`screen-widget.kind-${widget.kind}`)
          return (
            <li
              key={id}
              className={over === id ? 'screen-layer-over' : undefined}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(LAYER_TYPE, id)}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(LAYER_TYPE)) return
                event.preventDefault()
                setOver(id)
              }}
              onDragLeave={() => setOver(undefined)}
              onDrop={(event) => {
                event.preventDefault()
                setOver(undefined)
                const dragged = event.dataTransfer.getData(LAYER_TYPE)
                if (dragged !== '' && dragged !== id) put(dragged, page.widgets.indexOf(widget), dragged)
              }}
            >
              <button
                type="button"
                data-layer={id}
                aria-pressed={chosen.includes(id)}
                onKeyDown={(event) => onKeyDown(event, at)}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey)
                    design.choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
                  else design.choose([id])
                }}
              >
                {name} <small>{[id, widget.group].filter(Boolean).join(' · ')}</small>
              </button>
              <Button
                type="text"
                size="small"
                aria-pressed={widget.locked ?? false}
                icon={widget.locked ? <LockOutlined aria-hidden="true" /> : <UnlockOutlined aria-hidden="true" />}
                aria-label={named(t('screen-design.lock'), name)}
                onClick={() => actions.flag('locked', !widget.locked, [id])}
              />
              <Button
                type="text"
                size="small"
                aria-pressed={widget.hidden ?? false}
                icon={widget.hidden ? <EyeInvisibleOutlined aria-hidden="true" /> : <EyeOutlined aria-hidden="true" />}
                aria-label={named(t('screen-design.hide'), name)}
                onClick={() => actions.flag('hidden', !widget.hidden, [id])}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Which of the groups that lie over each other is looked at. */
function ShownGroup() {
  const t = useT()
  const { view } = useDesign()
  const groups = switchedGroups(usePage())
  const group = useView((state) => state.group)
  if (groups.length < 2) return null
  return (
    <Line label={t('screen-design.group-shown')}>
      {(id) => (
        <Choice
          id={id}
          value={group}
          none={t('screen-design.group-all')}
          options={groups.map((value) => ({ value, label: value }))}
          onChange={(next) => view.setState({ group: next })}
        />
      )}
    </Line>
  )
}
