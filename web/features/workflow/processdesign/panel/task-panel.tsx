/** What a task of people says: who is asked, how several decide, what happens where nobody can, until when, and what of the form they see. */
import { Checkbox, Select } from 'antd'
import {
  FIELD_RIGHTS,
  GROUP_RULES,
  WHEN_LATE,
  WHEN_NOBODY,
  WHEN_REJECTED,
  WHEN_SAME,
  WHEN_STARTER,
  taskSettings,
} from '../../../../../model/workflow/settings.ts'
import { textIn as textOf } from '../../../../../model/form/definition.ts'
import { useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { GroupLine, Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useClearing } from '../../../../ui/clearing.tsx'
import { useProcessFields } from '../form-fields.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { changeSettings } from '../modeler/changes.ts'
import { readSettings } from '../modeler/settings.ts'
import { DraftList, textIn } from './drafts.tsx'
import { DurationInput } from './duration-input.tsx'
import { PeopleRules } from './people-rules.tsx'
import type { PartProps } from './task-besides.tsx'
import { Besides } from './task-besides.tsx'
import { LATE_RULE } from './rows.ts'
import { WholeNumber } from './whole-number.tsx'

const GROUPS = ['one', ...GROUP_RULES] as const
const USUAL_PERCENT = 60

export function TaskPanel({ element }: { element: DiagramElement }) {
  const drawing = useDrawn()
  const settings = readSettings(element.businessObject, taskSettings) ?? taskSettings.parse({})
  const parts: PartProps = {
    settings,
    at: element.id,
    change: (values) => void changeSettings(drawing, element, element.businessObject, taskSettings, values),
  }
  return (
    <>
      <People {...parts} />
      <Rules {...parts} />
      <Due {...parts} />
      <Rights {...parts} />
      <Besides {...parts} />
    </>
  )
}

function People({ settings, change, at }: PartProps) {
  const t = useT()
  const clearing = useClearing()
  const mode = settings.group?.mode
  return (
    <Section title={t('process-design.people')}>
      <PeopleRules
        label={t('process-design.asked')}
        at={at}
        value={settings.people}
        isWeighed={mode === 'ratio'}
        onKeep={(people) => change({ people: [...people] })}
      />
      <Line label={t('process-design.group')}>
        {(id) => (
          <Select
            id={id}
            value={mode ?? 'one'}
            options={GROUPS.map((one) => ({ value: one, label: t(`process-design.group-${one}`) }))}
            onChange={(next) => {
              const chosen = GROUP_RULES.find((one) => one === next)
              change({
                group: chosen && { mode: chosen, ...(chosen === 'ratio' ? { percent: settings.group?.percent ?? USUAL_PERCENT } : {}) },
              })
            }}
          />
        )}
      </Line>
      {mode === 'ratio' && (
        <Line label={t('process-design.percent')}>
          {(id) => (
            <WholeNumber
              id={id}
              min={1}
              max={100}
              suffix="%"
              value={settings.group?.percent ?? null}
              onChange={(percent) => percent !== null && change({ group: { mode, percent } })}
            />
          )}
        </Line>
      )}
      <Line label={t('process-design.pick')}>
        {(id) => (
          <Select
            id={id}
            allowClear={clearing}
            value={settings.pick ?? null}
            placeholder={t('process-design.pick-nobody')}
            options={(['starter', 'previous'] as const).map((one) => ({ value: one, label: t(`process-design.pick-${one}`) }))}
            onChange={(pick) => change({ pick: pick ?? undefined })}
          />
        )}
      </Line>
    </Section>
  )
}

function Rules({ settings, change, at }: PartProps) {
  const t = useT()
  return (
    <Section title={t('process-design.rules')}>
      <Line label={t('process-design.nobody')}>
        {(id) => (
          <Select
            id={id}
            value={settings.whenNobody}
            options={WHEN_NOBODY.map((one) => ({ value: one, label: t(`process-design.nobody-${one}`) }))}
            onChange={(whenNobody) => change({ whenNobody, ...(whenNobody === 'people' ? {} : { nobodyPeople: undefined }) })}
          />
        )}
      </Line>
      {settings.whenNobody === 'people' && (
        <PeopleRules
          label={t('process-design.nobody-people')}
          at={at}
          value={settings.nobodyPeople}
          onKeep={(people) => change({ nobodyPeople: [...people] })}
        />
      )}
      <Line label={t('process-design.starter')}>
        {(id) => (
          <Select
            id={id}
            value={settings.whenStarter}
            options={WHEN_STARTER.map((one) => ({ value: one, label: t(`process-design.starter-${one}`) }))}
            onChange={(whenStarter) => change({ whenStarter })}
          />
        )}
      </Line>
      <Line label={t('process-design.same')}>
        {(id) => (
          <Select
            id={id}
            value={settings.whenSame}
            options={WHEN_SAME.map((one) => ({ value: one, label: t(`process-design.same-${one}`) }))}
            onChange={(whenSame) => change({ whenSame })}
          />
        )}
      </Line>
      <Line label={t('process-design.rejected')}>
        {(id) => (
          <Select
            id={id}
            value={settings.whenRejected}
            options={WHEN_REJECTED.map((one) => ({ value: one, label: t(`process-design.rejected-${one}`) }))}
            onChange={(whenRejected) => change({ whenRejected })}
          />
        )}
      </Line>
    </Section>
  )
}

function Due({ settings, change, at }: PartProps) {
  const t = useT()
  return (
    <Section title={t('process-design.due')}>
      <GroupLine label={t('process-design.due-after')}>
        <DurationInput
          label={t('process-design.due-after')}
          value={settings.due?.after ?? ''}
          onChange={(after) => change({ due: after === '' ? undefined : { after, working: settings.due?.working ?? false } })}
        />
      </GroupLine>
      {settings.due && (
        <Checkbox
          className="form-tick"
          checked={settings.due.working}
          onChange={({ target }) => settings.due && change({ due: { ...settings.due, working: target.checked } })}
        >
          {t('process-design.due-working')}
        </Checkbox>
      )}
      <DraftList
        label={t('process-design.late')}
        addText={t('process-design.late-add')}
        value={settings.late ?? []}
        schema={LATE_RULE}
        first={{ do: 'remind' }}
        max={5}
        onKeep={(late) => change({ late: late.length > 0 ? [...late] : undefined })}
      >
        {(draft, write) => {
          const rule = LATE_RULE.safeParse(draft)
          return {
            head: (
              <Select
                aria-label={t('process-design.late')}
                value={WHEN_LATE.find((one) => one === draft['do']) ?? 'remind'}
                options={WHEN_LATE.map((one) => ({ value: one, label: t(`process-design.late-${one}`) }))}
                onChange={(next) => write({ do: next, ...(next === 'transfer' ? {} : { to: undefined }) })}
              />
            ),
            rest: (
              <>
                <GroupLine label={t('process-design.late-after')}>
                  <DurationInput
                    label={t('process-design.late-after')}
                    value={textIn(draft, 'after')}
                    onChange={(after) => write({ after })}
                  />
                </GroupLine>
                {draft['do'] === 'transfer' && (
                  <PeopleRules
                    label={t('process-design.late-to')}
                    at={at}
                    value={rule.success ? rule.data.to : undefined}
                    onKeep={(to) => write({ to })}
                  />
                )}
              </>
            ),
          }
        }}
      </DraftList>
      <Checkbox checked={settings.signed === true} onChange={({ target }) => change({ signed: target.checked || undefined })}>
        {t('signature.asked')}
      </Checkbox>
      <Line label={t('process-design.priority')}>
        {(id) => (
          <WholeNumber
            id={id}
            min={0}
            max={100}
            value={settings.priority ?? null}
            onChange={(priority) => change({ priority: priority ?? undefined })}
          />
        )}
      </Line>
    </Section>
  )
}

function Rights({ settings, change }: PartProps) {
  const t = useT()
  const language = useLanguage()
  const fields = useProcessFields()
  if (fields.length === 0) return null
  return (
    <Section title={t('process-design.rights')}>
      <table className="process-rights">
        <tbody>
          {fields.map((field) => (
            <tr key={field.id}>
              <th scope="row" id={`right-${field.id}`}>
                {textOf(field.labels, language)}
              </th>
              <td>
                <Select
                  size="small"
                  aria-labelledby={`right-${field.id}`}
                  popupMatchSelectWidth={false}
                  value={settings.fields?.[field.id] ?? 'read'}
                  options={FIELD_RIGHTS.map((one) => ({ value: one, label: t(`process-design.right-${one}`) }))}
                  onChange={(right) => {
                    const { [field.id]: _, ...others } = settings.fields ?? {}
                    const next = right === 'read' ? others : { ...others, [field.id]: right }
                    change({ fields: Object.keys(next).length > 0 ? next : undefined })
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
