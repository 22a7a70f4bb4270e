/** What is done at moments of a task or of the process: services, each at its moment. */
import { Select } from 'antd'
import type * as z from 'zod/mini'
import type { Listener, Moment } from '../../../../../model/workflow/settings.ts'
import { DONE_SERVICES, MAX_LISTENERS } from '../../../../../model/workflow/settings.ts'
import type { LabelKey } from '../../../../kernel/i18n/i18n.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { DraftList, textIn } from './drafts.tsx'
import type { Draft } from './drafts.tsx'
import { ServiceFields } from './service-panel.tsx'

/** A call is waited for, which nothing is that is done beside. */
const KINDS = DONE_SERVICES.filter((kind) => kind !== 'http')

const MOMENTS: Readonly<Record<Moment, LabelKey>> = {
  start: 'process-design.moment-start',
  assign: 'process-design.moment-assign',
  complete: 'process-design.moment-complete',
  timeout: 'process-design.moment-timeout',
  end: 'process-design.moment-end',
}

interface ListenersProps<Row extends Listener> {
  readonly at: string
  readonly moments: readonly Row['on'][]
  readonly schema: z.ZodMiniType<Row>
  readonly value: readonly Row[] | undefined
  readonly onKeep: (listeners: Row[] | undefined) => void
}

const draftIn = (draft: Draft, member: string): Draft => {
  const value = draft[member]
  return typeof value === 'object' && value !== null ? (value as Draft) : {}
}

export function Listeners<Row extends Listener>({ at, moments, schema, value = [], onKeep }: ListenersProps<Row>) {
  const t = useT()
  return (
    <DraftList
      label={t('process-design.listeners')}
      addText={t('process-design.listener-add')}
      value={value}
      schema={schema}
      first={{ on: moments[0], service: {} }}
      max={MAX_LISTENERS}
      onKeep={(rows) => onKeep(rows.length > 0 ? [...rows] : undefined)}
    >
      {(draft, write) => {
        const service = draftIn(draft, 'service')
        return {
          head: (
            <Select<string>
              aria-label={t('process-design.moment')}
              value={textIn(draft, 'on')}
              options={moments.map((one) => ({ value: one, label: t(MOMENTS[one]) }))}
              onChange={(on) => write({ on })}
            />
          ),
          rest: (
            <ServiceFields
              kinds={KINDS}
              draft={service}
              write={(values) => write({ service: without({ ...service, ...values }) })}
              replace={(values) => write({ service: values })}
              at={at}
            />
          ),
        }
      }}
    </DraftList>
  )
}

/** Without members that are not said. */
const without = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined && value !== ''))
