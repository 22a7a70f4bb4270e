/** Which alarms leave the product: to whom, by what and when. */
import { lazy } from 'react'
import { deliveryRules } from '../../../../model/index.ts'
import { ClockTime } from '../../../shared/acquisition/clock-time.tsx'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const RuleForm = lazy(() => import('./form.tsx'))

const columns: ColumnSetups = {
  deliveryName: { width: 200, first: true },
  channelId: { width: 160 },
  leastPriority: { width: 140 },
  projectId: { width: 150 },
  siteId: { width: 150 },
  deviceTypeId: { width: 150 },
  shiftId: { width: 150 },
  afterMinutes: { width: 150 },
  userId: { width: 160 },
  deliveryRoleId: { width: 140 },
  orgId: { width: 140 },
  onDuty: { width: 110 },
  quietFrom: { width: 110 },
  quietTo: { width: 110 },
  criticalAnyway: { hide: true },
  digestMinutes: { width: 130 },
  tellReturn: { width: 110 },
  deliveryLanguage: { width: 110 },
  deliveryStatus: { width: 100 },
  deliveryDescription: { width: 220 },
}

const filters = ['deliveryName', 'channelId', 'siteId', 'shiftId', 'userId']
const controls = { quietFrom: <ClockTime />, quietTo: <ClockTime /> }
const folded = {
  label: 'delivery-rules.more',
  names: ['quietFrom', 'quietTo', 'criticalAnyway', 'digestMinutes', 'tellReturn', 'deliveryLanguage', 'deliveryDescription'],
} as const

export default function DeliveryRulesPage() {
  const t = useT()
  const deliveryLanguage = useLanguage()
  return (
    <ResourcePage
      of={deliveryRules}
      columns={columns}
      filters={filters}
      controls={controls}
      form={RuleForm}
      folded={folded}
      empty={t('delivery-rules.empty')}
      defaults={{ leastPriority: '2', afterMinutes: 0, deliveryStatus: '1', criticalAnyway: '1', deliveryLanguage }}
    />
  )
}
