/** What the chosen widgets are: where they stand, what they are called, what they show and how. Of several, what they have in common. */
import { Button } from 'antd'
import type { ScreenWidget } from '../../../../../model/screens/document.ts'
import { ANCHORS } from '../../../../../model/screens/document.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import { MIXED, commonOf, withMember, withOption, withSide } from '../state/together.ts'
import { useChosen, useDesign, usePage } from '../store.ts'
import { useActions } from '../use-actions.ts'
import { Action } from './action.tsx'
import { Bindings } from './bindings.tsx'
import { Look } from './look.tsx'
import { OptionControl } from './option-control.tsx'
import type { OptionField } from './options.ts'
import { fieldsInCommon } from './options.ts'
import { Choice, NumberInput } from './parts.tsx'
import { Rules, hasRules } from './rules.tsx'

const SIDES = ['x', 'y', 'width', 'height'] as const
/** Controls of several lines are groups by themselves. */
const OWN_LABEL: ReadonlySet<OptionField['as']> = new Set(['tick'])

export function WidgetPanel() {
  const t = useT()
  const page = usePage()
  const widgets = useChosen()
  const [first] = widgets
  if (!first) return <p className="quiet">{t(page.widgets.length === 0 ? 'screen-design.empty-page' : 'screen-design.choose-widget')}</p>
  const only = widgets.length === 1 ? first : undefined
  return (
    <div className="screen-panel">
      <h2>{only ? t(`screen-widget.kind-${only.kind}`) : t('screen-design.chosen-count', { count: widgets.length })}</h2>
      <Where widgets={widgets} />
      <Options widgets={widgets} first={first} />
      {only && <Bindings key={`bind ${only.id}`} widget={only} />}
      {only && hasRules(only) && <Rules key={`rules ${only.id}`} widget={only} />}
      <Look widgets={widgets} />
      <Action key={widgets.map(({ id }) => id).join(' ')} widgets={widgets} />
    </div>
  )
}

function Where({ widgets }: { readonly widgets: readonly ScreenWidget[] }) {
  const t = useT()
  const design = useDesign()
  const actions = useActions()
  const ids = widgets.map(({ id }) => id)
  const [only] = widgets.length === 1 ? widgets : []
  const isLocked = widgets.every(({ locked }) => locked)
  const isHidden = widgets.every(({ hidden }) => hidden)
  return (
    <Section title={t('screen-design.where')}>
      {only && (
        <Line label={t('screen-design.name')}>
          {(id) => (
            <KeptInput
              key={only.id}
              id={id}
              value={only.name ?? ''}
              maxLength={64}
              onKeep={(name) => {
                design.change((page) => withMember(page, ids, 'name', name === '' ? undefined : name), { run: `name ${only.id}` })
                return true
              }}
            />
          )}
        </Line>
      )}
      <div className="form-pairs">
        {SIDES.map((side, at) => (
          <Line key={side} label={t(`screen-design.side-${side}`)}>
            {(id) => (
              <NumberInput
                id={id}
                value={commonOf(widgets, ({ rect }) => rect[at as 0 | 1 | 2 | 3])}
                min={at < 2 ? -16_384 : 1}
                max={16_384}
                isNeeded
                disabled={isLocked}
                onChange={(value) =>
                  value !== undefined &&
                  design.change((page) => withSide(page, ids, at as 0 | 1 | 2 | 3, value), { run: `${side} ${ids.join(' ')}` })
                }
              />
            )}
          </Line>
        ))}
      </div>
      <Line label={t('screen-design.anchor')}>
        {(id) => (
          <Choice
            id={id}
            value={commonOf(widgets, ({ anchor }) => anchor ?? 'core')}
            options={ANCHORS.map((value) => ({ value, label: t(`screen-design.anchor-${value}`) }))}
            onChange={(anchor) => design.change((page) => withMember(page, ids, 'anchor', anchor === 'core' ? undefined : anchor))}
          />
        )}
      </Line>
      <div className="form-buttons">
        <Button size="small" aria-pressed={isLocked} onClick={() => actions.flag('locked', !isLocked)}>
          {t(isLocked ? 'screen-design.unlock' : 'screen-design.lock')}
        </Button>
        <Button size="small" aria-pressed={isHidden} onClick={() => actions.flag('hidden', !isHidden)}>
          {t(isHidden ? 'screen-design.show' : 'screen-design.hide')}
        </Button>
      </div>
    </Section>
  )
}

function Options({ widgets, first }: { readonly widgets: readonly ScreenWidget[]; readonly first: ScreenWidget }) {
  const t = useT()
  const design = useDesign()
  const fields = fieldsInCommon(widgets.map(({ kind }) => kind))
  const ids = widgets.map(({ id }) => id)
  if (fields.length === 0) return null
  return (
    <Section title={t('screen-design.options')}>
      {fields.map((field) => {
        const label = t(`screen-option.${field.name}`)
        const value = commonOf(widgets, ({ options }) => options?.[field.name])
        const control = (id: string) => (
          <OptionControl
            key={ids.join(' ')}
            id={id}
            label={label}
            field={field}
            widget={first}
            value={value === MIXED ? undefined : value}
            isMixed={value === MIXED}
            disabled={false}
            onChange={(next) =>
              design.change((page) => withOption(page, ids, field.name, next), { run: `option ${field.name} ${ids.join(' ')}` })
            }
          />
        )
        return OWN_LABEL.has(field.as) ? (
          <div key={field.name} className="form-tick">
            {control(`screen-option-${field.name}`)}
          </div>
        ) : (
          <Line key={field.name} label={label}>
            {control}
          </Line>
        )
      })}
    </Section>
  )
}
