/** What a service does, and with what. */
import { Input, Select } from 'antd'
import * as z from 'zod/mini'
import { DONE_SERVICES, personRule, service, serviceSettings } from '../../../../../model/workflow/settings.ts'
import { languages, nameOfLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { GroupLine, Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { changeSettings } from '../modeler/changes.ts'
import { readSettings } from '../modeler/settings.ts'
import { Assignments } from './assignments.tsx'
import type { Draft, Write } from './drafts.tsx'
import { DraftOf, textIn } from './drafts.tsx'
import { DurationInput } from './duration-input.tsx'
import { Headers } from './headers.tsx'
import { PeopleRules } from './people-rules.tsx'
import { SecretPicker, VariablePicker } from './pickers.tsx'
import { ASSIGNMENT } from './rows.ts'
import type { ServicePart } from './service-parts.ts'
import { FIRST_SERVICE, SERVICE_NAMES, SERVICE_PARTS } from './service-parts.ts'
import { named } from '../../../../ui/named.ts'

/** Those that are done here; what a file has besides is kept, and the check says that nothing does it. */
const SERVICES = DONE_SERVICES

export function ServicePanel({ element }: { element: DiagramElement }) {
  const t = useT()
  const drawing = useDrawn()
  const settings = readSettings(element.businessObject, serviceSettings)
  return (
    <Section title={t('process-elements.service-task')}>
      <DraftOf
        value={settings?.service}
        schema={service}
        onKeep={(kept) => void changeSettings(drawing, element, element.businessObject, serviceSettings, { service: kept })}
      >
        {(draft, write, replace) => <ServiceFields kinds={SERVICES} draft={draft} write={write} replace={replace} at={element.id} />}
      </DraftOf>
    </Section>
  )
}

interface ServiceFieldsProps {
  /** Those that are offered. */
  readonly kinds: readonly (keyof typeof SERVICE_PARTS)[]
  readonly draft: Draft
  readonly write: Write
  readonly replace: Write
  /** The element. */
  readonly at: string
}

/** What is done, and with what. */
export function ServiceFields({ kinds, draft, write, replace, at }: ServiceFieldsProps) {
  const t = useT()
  const kind = kinds.find((one) => one === draft['do'])
  return (
    <>
      <Line label={t('process-design.service')}>
        {(id) => (
          <Select
            id={id}
            value={kind ?? null}
            placeholder={t('form-design.choose')}
            options={kinds.map((one) => ({ value: one, label: t(SERVICE_NAMES[one]) }))}
            onChange={(next) => next && replace(FIRST_SERVICE[next])}
          />
        )}
      </Line>
      {kind &&
        SERVICE_PARTS[kind]
          .filter(({ when }) => when === undefined || when === draft['act'])
          .map((part) => <Part key={`${kind} ${part.name}`} part={part} draft={draft} write={write} at={at} />)}
    </>
  )
}

const PEOPLE = z.array(personRule)
const ASSIGNMENTS = z.array(ASSIGNMENT)
const TEXTS = z.record(z.string(), z.string())

function Part({ part, draft, write, at }: { part: ServicePart; draft: Draft; write: Write; at: string }) {
  const t = useT()
  const label = t(part.label)
  const value = textIn(draft, part.name)
  const change = (next: unknown) => write({ [part.name]: next })
  switch (part.as) {
    case 'people': {
      const people = PEOPLE.safeParse(draft[part.name])
      return <PeopleRules label={label} at={at} value={people.success ? people.data : []} onKeep={change} />
    }
    case 'assignments': {
      const rows = ASSIGNMENTS.safeParse(draft[part.name])
      return <Assignments label={label} value={rows.success ? rows.data : []} onKeep={change} />
    }
    case 'headers':
      return <Headers label={label} value={draft[part.name]} onKeep={change} />
    case 'secret':
      return (
        <GroupLine label={label}>
          <SecretPicker label={label} value={value} onChange={change} />
        </GroupLine>
      )
    case 'texts':
    case 'long-texts':
      return <ThreeTexts label={label} isLong={part.as === 'long-texts'} value={draft[part.name]} onChange={change} />
    case 'choice':
      return (
        <Line label={label}>
          {(id) => (
            <Select
              id={id}
              value={part.of.find((one) => one.value === draft[part.name])?.value ?? null}
              options={part.of.map((one) => ({ value: one.value, label: one.label ? t(one.label) : String(one.value) }))}
              onChange={change}
            />
          )}
        </Line>
      )
    case 'duration':
      return (
        <GroupLine label={label}>
          <DurationInput label={label} value={value} onChange={change} />
        </GroupLine>
      )
    case 'variable':
      return (
        <GroupLine label={label}>
          <VariablePicker label={label} value={value} onChange={change} />
        </GroupLine>
      )
    default:
      return (
        <Line label={label}>
          {(id) => (
            <Input
              id={id}
              value={value}
              maxLength={2000}
              {...(part.as === 'written' ? { placeholder: '= ' } : {})}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Line>
      )
  }
}

interface ThreeTextsProps {
  readonly label: string
  readonly isLong: boolean
  readonly value: unknown
  readonly onChange: (texts: Readonly<Record<string, string>>) => void
}

/** A text in the languages of the product. */
function ThreeTexts({ label, isLong, value, onChange }: ThreeTextsProps) {
  const read = TEXTS.safeParse(value)
  const texts = read.success ? read.data : {}
  return (
    <GroupLine label={label}>
      {languages.map((language) => {
        const props = {
          key: language,
          'aria-label': named(label, nameOfLanguage[language]),
          placeholder: nameOfLanguage[language],
          value: texts[language] ?? '',
          maxLength: isLong ? 2000 : 128,
          onChange: ({ target }: { target: { value: string } }) => {
            const { [language]: _, ...others } = texts
            onChange(target.value === '' ? others : { ...others, [language]: target.value })
          },
        }
        const { key, ...rest } = props
        return isLong ? <Input.TextArea key={key} {...rest} autoSize={{ minRows: 2, maxRows: 6 }} /> : <Input key={key} {...rest} />
      })}
    </GroupLine>
  )
}
