/** What a widget shows: a source for each of its slots. */
import type { ScreenWidget } from '../../../../../model/screens/document.ts'
import { slotsOf } from '../../../../../model/screens/widgets.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import { unlessEmpty } from '../state/edits.ts'
import { withMember } from '../state/together.ts'
import { useDesign } from '../store.ts'
import { SourceEditor } from './source-editor.tsx'

/** Labels of slots; those of a trend are its lines. */
export type SlotName =
  'value' | 'before' | 'min' | 'max' | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'low' | 'high' | 'state' | 'level' | 'flow' | 'text'

export function Bindings({ widget }: { readonly widget: ScreenWidget }) {
  const t = useT()
  const design = useDesign()
  const slots = Object.entries(slotsOf(widget.kind))
  if (slots.length === 0) return null
  return (
    <Section title={t('screen-design.bindings')}>
      {slots.map(([slot, { takes, required }]) => {
        const label = t(`screen-slot.${slot as SlotName}`)
        return (
          <Line key={slot} label={required ? `${label} *` : label}>
            {(id) => (
              <SourceEditor
                key={widget.id}
                id={id}
                label={label}
                source={widget.bind?.[slot]}
                isList={takes === 'list'}
                disabled={false}
                onChange={(source) =>
                  design.change((page) => withMember(page, [widget.id], 'bind', unlessEmpty({ ...widget.bind, [slot]: source })), {
                    run: `bind ${widget.id} ${slot}`,
                  })
                }
              />
            )}
          </Line>
        )
      })}
    </Section>
  )
}
