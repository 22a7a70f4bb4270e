/** What a form can be made of: dragged to its place, or put behind the chosen part by a click or the Enter key. */
import { useDraggable } from '@dnd-kit/core'
import { Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useDesign } from './design-store.ts'
import { paletteLabel, paletteTexts } from './names.ts'
import { PALETTE } from './palette-groups.ts'
import { placeAfter } from './placing.ts'
import type { PaletteName } from './state/new-parts.ts'
import { newPart, randomId } from './state/new-parts.ts'

export function Palette() {
  const t = useT()
  const { act, store } = useDesign()
  const [sought, setSought] = useState('')
  const wanted = sought.trim().toLocaleLowerCase()
  const groups = PALETTE.map(({ group, names }) => ({
    group,
    entries: names
      .map((name) => ({ name, label: paletteLabel(name, t) }))
      .filter(({ label, name }) => label.toLocaleLowerCase().includes(wanted) || name.includes(wanted)),
  })).filter(({ entries }) => entries.length > 0)

  function add(name: PaletteName): void {
    const { doc, selected, language } = store.getState()
    const part = newPart(name, paletteTexts(name, language, t), randomId)
    act({ do: 'insert', part, at: placeAfter(doc, selected, part(doc)) })
  }

  return (
    <div className="form-palette">
      <Input
        allowClear
        value={sought}
        placeholder={t('form-design.search')}
        aria-label={t('form-design.search')}
        onChange={({ target }) => setSought(target.value)}
      />
      {groups.length === 0 && <p className="form-quiet">{t('form-design.nothing-found')}</p>}
      {groups.map(({ group, entries }) => (
        <section key={group}>
          <h2>{t(`form-design.group-${group}`)}</h2>
          <div className="form-palette-entries">
            {entries.map(({ name, label }) => (
              <Entry key={name} name={name} label={label} onAdd={() => add(name)} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Entry({ name, label, onAdd }: { name: PaletteName; label: string; onAdd: () => void }) {
  const { setNodeRef, listeners } = useDraggable({ id: `palette ${name}`, data: { palette: name } })
  return (
    <button
      type="button"
      ref={setNodeRef}
      className="form-palette-entry"
      data-palette={name}
      onPointerDown={listeners?.['onPointerDown'] as never}
      onClick={onAdd}
    >
      {label}
    </button>
  )
}
