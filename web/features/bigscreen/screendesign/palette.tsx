/** Kinds of widgets, and symbols, to put onto the page: by a press into its middle, or dragged to where it belongs. */
import { Input } from 'antd'
import { Suspense, memo, useState } from 'react'
import type { WidgetKind } from '../../../../model/screens/widgets.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import type { KindGroup } from './state/new-widget.ts'
import { KIND_GROUPS } from './state/new-widget.ts'
import { draggedAs } from './palette-type.ts'
import { useActions } from './use-actions.ts'

const SymbolPalette = lazyWithPreload(() => import('./symbol-palette.tsx'))

/** It is drawn anew only where something else is sought: nothing in it depends on the screen. */
export const Palette = memo(function Palette() {
  const t = useT()
  const actions = useActions()
  const [typed, setTyped] = useState('')
  const sought = typed.trim().toLowerCase()
  const groups = (Object.keys(KIND_GROUPS) as KindGroup[]).map((group) => {
    const kinds: readonly WidgetKind[] = KIND_GROUPS[group]
    return {
      group,
      kinds: kinds
        .map((kind) => ({ kind, label: t(`screen-widget.kind-${kind}`) }))
        .filter(({ label }) => label.toLowerCase().includes(sought)),
    }
  })
  return (
    <div className="screen-palette">
      <Input
        size="small"
        allowClear
        aria-label={t('screen-design.palette-search')}
        placeholder={t('screen-design.palette-search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {groups
        .filter(({ kinds }) => kinds.length > 0)
        .map(({ group, kinds }) => (
          <div key={group} aria-label={t(`screen-design.kinds-${group}`)} role="group">
            <h3>{t(`screen-design.kinds-${group}`)}</h3>
            <ul>
              {kinds
                // Symbols have a list of their own.
                .filter(({ kind }) => kind !== 'symbol')
                .map(({ kind, label }) => (
                  <li key={kind}>
                    <button type="button" draggable onDragStart={draggedAs({ kind })} onClick={() => actions.add({ kind })}>
                      {label}
                    </button>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      <Suspense fallback={null}>
        <SymbolPalette sought={sought} />
      </Suspense>
    </div>
  )
})
