/** The widgets of the page as a table, in which everything that the canvas does by pointer is done by typing. */
import { Button } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { named } from '../../../ui/named.ts'
import type { Source } from '../../../../model/screens/document.ts'
import { placed } from './state/edits.ts'
import type { Rect } from './state/rects.ts'
import { rowsOf } from './state/rows.ts'
import { withMember } from './state/together.ts'
import type { SlotName } from './panel/bindings.tsx'
import { useDesign, useDesignState, usePage } from './store.ts'

const SIDES = ['x', 'y', 'width', 'height'] as const

export default function WidgetTable({ onProperties }: { readonly onProperties: () => void }) {
  const t = useT()
  const design = useDesign()
  const page = usePage()
  const chosen = useDesignState((state) => state.chosen)
  const rows = rowsOf(page)

  function put(id: string, rect: Rect, side: 0 | 1 | 2 | 3, text: string): boolean {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return false
    design.change((one) => placed(one, new Map([[id, rect.with(side, value) as Rect]])))
    return true
  }

  return (
    <div className="screen-table" role="region" aria-label={t('screen-design.table')} tabIndex={0}>
      <table>
        <caption>{t('screen-design.table-about', { title: page.title })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('screen-design.table-chosen')}</th>
            <th scope="col">{t('screen-design.table-id')}</th>
            <th scope="col">{t('screen-design.name')}</th>
            <th scope="col">{t('screen-design.table-kind')}</th>
            {SIDES.map((side) => (
              <th key={side} scope="col">
                {t(`screen-design.side-${side}`)}
              </th>
            ))}
            <th scope="col">{t('screen-design.table-bound')}</th>
            <th scope="col">{t('screen-design.table-more')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, widget }) => {
            const { rect, locked = false } = widget
            const name = widget.name ?? id
            return (
              <tr key={id} className={chosen.includes(id) ? 'screen-table-chosen' : undefined}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={named(t('screen-design.table-chosen'), name)}
                    checked={chosen.includes(id)}
                    onChange={({ target }) => design.choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
                  />
                </td>
                <th scope="row">{id}</th>
                <td>
                  <input
                    key={widget.name ?? ''}
                    aria-label={named(t('screen-design.name'), id)}
                    defaultValue={widget.name ?? ''}
                    maxLength={64}
                    onBlur={({ target }) => {
                      const text = target.value.trim()
                      if (text !== (widget.name ?? ''))
                        design.change((one) => withMember(one, [id], 'name', text === '' ? undefined : text))
                    }}
                  />
                </td>
                <td>{t(`screen-widget.kind-${widget.kind}`)}</td>
                {SIDES.map((side, at) => (
                  <td key={side}>
                    <input
                      key={rect[at as 0 | 1 | 2 | 3]}
                      inputMode="numeric"
                      className="screen-table-number"
                      aria-label={named(t(`screen-design.side-${side}`), name)}
                      defaultValue={rect[at as 0 | 1 | 2 | 3]}
                      disabled={locked}
                      onBlur={({ target }) => {
                        if (target.value !== String(rect[at as 0 | 1 | 2 | 3]) && !put(id, rect, at as 0 | 1 | 2 | 3, target.value))
                          target.value = String(rect[at as 0 | 1 | 2 | 3])
                      }}
                      onKeyDown={(event) => {
                        if (event.key === 'Enter') event.currentTarget.blur()
                      }}
                    />
                  </td>
                ))}
                <td>
                  <Bound bind={widget.bind ?? {}} figure={widget.options?.['figure']} />
                </td>
                <td>
                  <Button
                    size="small"
                    aria-label={named(t('screen-design.table-change'), name)}
                    onClick={() => {
                      design.choose([id])
                      onProperties()
                    }}
                  >
                    {t('screen-design.table-change')}
                  </Button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p className="quiet">{t('screen-design.empty-page')}</p>}
    </div>
  )
}

/** What a widget shows, slot by slot. */
function Bound({ bind, figure }: { readonly bind: Readonly<Record<string, Source>>; readonly figure: unknown }) {
  const t = useT()
  const texts = Object.entries(bind).map(([slot, source]) => {
    const of =
      'point' in source
        ? t('screen-design.source-point')
        : 'figure' in source
          ? [source.figure, source.column].filter(Boolean).join('.')
          : 'variable' in source
            ? source.variable
            : String(source.value)
    return named(t(`screen-slot.${slot as SlotName}`), of)
  })
  return <>{[...(typeof figure === 'string' ? [figure] : []), ...texts].join(' · ') || '—'}</>
}
