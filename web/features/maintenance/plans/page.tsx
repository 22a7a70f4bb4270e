/** Plans: what is done to machines again and again, when each falls due next, and whether it was done in time. */
import { Suspense, useState } from 'react'
import { maintenancePlans } from '../../../../model/index.ts'
import { FIELDS_OF_TRIGGER, PLAN_TRIGGERS, fieldsOfTrigger } from '../../../../model/maintenance/plans.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useNarrowedTo, useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { checklistColumn } from '../../../shared/maintenance/checklist-column.tsx'
import { PriorityTag } from '../../../shared/maintenance/order-tags.tsx'
import { MachineLink } from '../../../shared/maintenance/row-link.tsx'
import { dayOf } from '../../../ui/clock.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'

const Preview = lazyWithPreload(() => import('./preview.tsx'))
const ChecklistEditor = lazyWithPreload(() => import('../../../shared/maintenance/checklist-editor.tsx'))

/** In time less often than this, and somebody should look. */
const LOW_COMPLIANCE = 80

const columns: ColumnSetups = {
  planName: { width: 220, first: true },
  planCode: { width: 130 },
  equipmentId: { width: 170, first: true, render: (row, text) => <MachineLink id={row['equipmentId']} text={text} /> },
  planTrigger: { width: 130, first: true },
  siteId: { hide: true },
  category: { hide: true },
  nextDue: { width: 130, first: true },
  openOrders: { width: 110 },
  compliance: {
    width: 120,
    first: true,
    render: (row, text) =>
      typeof row['compliance'] === 'number' ? <Tag kind={row['compliance'] < LOW_COMPLIANCE ? 'urgent' : 'good'}>{text}</Tag> : null,
  },
  planStatus: { width: 100, first: true },
  orderPriority: { width: 100, render: (row, text) => <PriorityTag priority={row['orderPriority']} text={text} /> },
  everyCount: { width: 90 },
  everyUnit: { width: 110 },
  rhythmBase: { width: 190 },
  firstDue: { hide: true },
  seasonFrom: { hide: true },
  seasonUntil: { hide: true },
  skipOpen: { hide: true },
  pointId: { width: 160 },
  meterKind: { hide: true },
  meterEvery: { width: 120 },
  meterUsed: { width: 120 },
  conditionMeasure: { hide: true },
  conditionHours: { hide: true },
  conditionOperator: { hide: true },
  conditionLimit: { hide: true },
  leadDays: { width: 160 },
  estimateHours: { hide: true },
  mustSign: { hide: true },
  assigneeId: { width: 140 },
  notifyRole: { hide: true },
  checks: { width: 130, ...checklistColumn('checks') },
  planDescription: { hide: true },
}

const filters = ['planName', 'equipmentId', 'planTrigger', 'nextDue', 'planStatus']
const controls = { checks: <ChecklistEditor /> }
const folded = { label: 'plan.season', names: ['seasonFrom', 'seasonUntil'] } as const

const BY_TRIGGER: readonly string[] = PLAN_TRIGGERS.flatMap((trigger): readonly string[] => FIELDS_OF_TRIGGER[trigger])
/** Whoever does not see by what a plan falls due is asked for all. */
const shows: ResourceFormProps['shows'] = (name, { planTrigger, meterKind }) =>
  !BY_TRIGGER.includes(name) ||
  planTrigger === undefined ||
  // The machine says by which point its use is told.
  (fieldsOfTrigger(planTrigger).includes(name) && !(name === 'pointId' && planTrigger === 'meter' && meterKind === 'machine'))

export default function PlansPage() {
  const t = useT()
  const [shown, setShown] = useState<{ id: string; name: string }>()
  const datesOf = useRowsOf('/maintenance/plandates', 'planId', t('menu.plandates'))
  const [today] = useState(() => dayOf(Date.now()))
  const defaults = {
    planTrigger: 'calendar',
    everyCount: 1,
    everyUnit: 'month',
    rhythmBase: 'fixed',
    firstDue: `${today} 00:00:00`,
    skipOpen: '1',
    meterKind: 'run-hours',
    conditionMeasure: 'mean',
    conditionHours: 24,
    conditionOperator: 'above',
    leadDays: 7,
    orderPriority: '3',
    mustSign: '0',
    planStatus: '1',
  }
  return (
    <>
      <ResourcePage
        of={maintenancePlans}
        columns={columns}
        filters={filters}
        controls={controls}
        shows={shows}
        folded={folded}
        defaults={{ ...defaults, ...useNarrowedTo('equipmentId') }}
        empty={t('plan.empty')}
        rowActions={(row, may) => [
          ...(may('preview')
            ? [
                {
                  key: 'preview',
                  label: t('plan.dates'),
                  main: true,
                  run: () => setShown({ id: row.id, name: [row['planCode'], row['planName']].filter(Boolean).join(' · ') }),
                },
              ]
            : []),
          ...datesOf(row),
        ]}
      />
      {shown && (
        <Suspense fallback={null}>
          <Preview {...shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}
