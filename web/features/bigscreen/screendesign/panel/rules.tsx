/** Rules of a widget: when something holds, how it is marked, hidden or written instead. The first that holds decides. */
import type { Rule, ScreenWidget, Tone } from '../../../../../model/screens/document.ts'
import { MAX_RULES, TONES } from '../../../../../model/screens/document.ts'
import { slotsOf } from '../../../../../model/screens/widgets.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Section } from '../../../../shared/panels/section.tsx'
import { withMember } from '../state/together.ts'
import { useDesign } from '../store.ts'
import type { SlotName } from './bindings.tsx'
import { Entries } from './entries.tsx'
import { Choice, NumberInput, TextInput } from './parts.tsx'
import { constantOf } from './sources.ts'

const WHENS = ['range', 'equals', 'quality', 'stale'] as const
type When = (typeof WHENS)[number]
const STARTS: Readonly<Record<When, Rule['when']>> = {
  range: { above: 0 },
  equals: { equals: 0 },
  quality: { quality: 'bad' },
  stale: { stale: true },
}
const QUALITIES = ['good', 'uncertain', 'bad'] as const
const SHOWS = ['hide', 'blink', 'dash'] as const

const whenOf = ({ when }: Rule): When => ('equals' in when ? 'equals' : 'quality' in when ? 'quality' : 'stale' in when ? 'stale' : 'range')

/** Whether a kind has something to judge. */
export const hasRules = ({ kind }: ScreenWidget): boolean => Object.keys(slotsOf(kind)).length > 0

export function Rules({ widget }: { readonly widget: ScreenWidget }) {
  const t = useT()
  const design = useDesign()
  const slots = Object.keys(slotsOf(widget.kind))
  return (
    <Section title={t('screen-design.rules')}>
      <Entries<Rule>
        label={t('screen-design.rules')}
        entries={widget.rules ?? []}
        most={MAX_RULES}
        fresh={() => ({ when: STARTS.range, tone: 'alarm-1' })}
        onChange={(rules) =>
          design.change((page) => withMember(page, [widget.id], 'rules', rules.length === 0 ? undefined : rules), {
            run: `rules ${widget.id}`,
          })
        }
      >
        {(rule, change, at) => {
          const put = (more: Partial<Record<keyof Rule, unknown>>) =>
            change(Object.fromEntries(Object.entries({ ...rule, ...more }).filter(([, value]) => value !== undefined)) as Rule)
          return (
            <>
              {slots.length > 1 && (
                <Choice
                  label={t('screen-design.rule-slot', { at: at + 1 })}
                  value={rule.slot}
                  none={t('screen-design.rule-main')}
                  options={slots.map((slot) => ({ value: slot, label: t(`screen-slot.${slot as SlotName}`) }))}
                  onChange={(slot) => put({ slot })}
                />
              )}
              <Choice
                label={t('screen-design.rule-when', { at: at + 1 })}
                value={whenOf(rule)}
                options={WHENS.map((value) => ({ value, label: t(`screen-design.when-${value}`) }))}
                onChange={(when) => when && put({ when: STARTS[when] })}
              />
              <Condition when={rule.when} at={at} onChange={(when) => put({ when })} />
              <Choice
                label={t('screen-design.rule-tone', { at: at + 1 })}
                value={rule.tone}
                none={t('screen-design.rule-no-tone')}
                options={TONES.map((tone) => ({ value: tone, label: t(`screen-choice.tone.${tone}`) }))}
                onChange={(tone) => put({ tone: tone as Tone | undefined })}
              />
              <Choice
                label={t('screen-design.rule-show', { at: at + 1 })}
                value={rule.show}
                none={t('screen-design.rule-shown')}
                options={SHOWS.map((show) => ({ value: show, label: t(`screen-design.show-${show}`) }))}
                onChange={(show) => put({ show })}
              />
              <TextInput
                label={t('screen-design.rule-text', { at: at + 1 })}
                value={rule.text}
                max={256}
                onChange={(text) => put({ text })}
              />
            </>
          )
        }}
      </Entries>
    </Section>
  )
}

function Condition({
  when,
  at,
  onChange,
}: {
  readonly when: Rule['when']
  readonly at: number
  readonly onChange: (when: Rule['when']) => void
}) {
  const t = useT()
  if ('stale' in when) return null
  if ('quality' in when)
    return (
      <Choice
        label={t('screen-design.rule-quality', { at: at + 1 })}
        value={when.quality}
        options={QUALITIES.map((value) => ({ value, label: t(`worth.${value}`) }))}
        onChange={(quality) => quality && onChange({ quality })}
      />
    )
  if ('equals' in when)
    return (
      <TextInput
        label={t('screen-design.rule-equals', { at: at + 1 })}
        value={String(when.equals)}
        max={256}
        onChange={(text) => onChange({ equals: constantOf(text ?? '') })}
      />
    )
  const { above, below } = when as { above?: number; below?: number }
  const put = (next: { above: number | undefined; below: number | undefined }) =>
    onChange({ ...(next.above === undefined ? {} : { above: next.above }), ...(next.below === undefined ? {} : { below: next.below }) })
  return (
    <>
      <NumberInput
        label={t('screen-design.rule-above', { at: at + 1 })}
        placeholder=">"
        value={above}
        onChange={(next) => put({ above: next, below })}
      />
      <NumberInput
        label={t('screen-design.rule-below', { at: at + 1 })}
        placeholder="<"
        value={below}
        onChange={(next) => put({ above, below: next })}
      />
    </>
  )
}
