/** Values to try the chosen widget out with: typed for a slot, with the quality that a reading would have. They are kept nowhere. */
import { Button } from 'antd'
import { slotsOf } from '../../../../model/screens/widgets.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { GroupLine } from '../../../shared/panels/line.tsx'
import { Section } from '../../../shared/panels/section.tsx'
import type { TestQuality, TestValue } from './design-feed.ts'
import { TEST_QUALITIES, testName } from './design-feed.ts'
import type { SlotName } from './panel/bindings.tsx'
import { Choice, TextInput } from './panel/parts.tsx'
import { constantOf } from './panel/sources.ts'
import { useChosen } from './store.ts'

interface TestProps {
  readonly tests: ReadonlyMap<string, TestValue>
  readonly onChange: (tests: ReadonlyMap<string, TestValue>) => void
}

export default function TestPanel({ tests, onChange }: TestProps) {
  const t = useT()
  const widgets = useChosen()
  const [widget] = widgets
  const slots = widget && widgets.length === 1 ? Object.keys(slotsOf(widget.kind)) : []
  const put = (name: string, test: TestValue | undefined) => {
    const next = new Map(tests)
    if (test) next.set(name, test)
    else next.delete(name)
    onChange(next)
  }
  return (
    <Section title={t('screen-design.tests')}>
      <p className="quiet">{t(slots.length === 0 ? 'screen-design.tests-choose' : 'screen-design.tests-about')}</p>
      {widget &&
        slots.map((slot) => {
          const name = testName(widget.id, slot)
          const label = t(`screen-slot.${slot as SlotName}`)
          const test = tests.get(name)
          return (
            <GroupLine key={name} label={label}>
              <span className="screen-test">
                <TextInput
                  label={t('screen-design.test-value', { slot: label })}
                  value={test === undefined ? undefined : String(test.value)}
                  max={64}
                  onChange={(text) =>
                    put(name, text === undefined ? undefined : { value: constantOf(text), quality: test?.quality ?? 'good' })
                  }
                />
                <Choice<TestQuality>
                  label={t('screen-design.test-quality', { slot: label })}
                  value={test?.quality ?? 'good'}
                  disabled={typeof test?.value !== 'number'}
                  options={TEST_QUALITIES.map((value) => ({ value, label: t(`worth.${value}`) }))}
                  onChange={(quality) => test && quality && put(name, { ...test, quality })}
                />
              </span>
            </GroupLine>
          )
        })}
      {tests.size > 0 && (
        <Button size="small" onClick={() => onChange(new Map())}>
          {t('screen-design.tests-clear', { count: tests.size })}
        </Button>
      )}
    </Section>
  )
}
