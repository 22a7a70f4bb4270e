import { tensionings } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useNarrowedTo, useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { ResultTag } from '../../../shared/acquisition/result-tag.tsx'

const signed = (value: unknown): string => (typeof value === 'number' ? `${value > 0 ? '+' : ''}${value.toFixed(1)}` : '')
const rounded = (value: unknown): string => (typeof value === 'number' ? value.toFixed(1) : '')

const columns: ColumnSetups = {
  tensioningNumber: { width: 160, first: true },
  tendonId: { width: 140, first: true },
  tensionVerdict: { width: 120, first: true, render: (row) => <ResultTag result={row['tensionVerdict']} /> },
  componentId: { width: 140 },
  tensionedAt: { width: 180 },
  measuredForce: { width: 130, text: (row) => rounded(row['measuredForce']) },
  forceDeviation: { width: 150, text: (row) => signed(row['forceDeviation']) },
  measuredElongation: { width: 150, text: (row) => rounded(row['measuredElongation']) },
  elongationDeviation: { width: 170, text: (row) => signed(row['elongationDeviation']) },
  leastHold: { width: 110 },
  drawIn: { width: 120 },
  leftJack: { width: 160 },
  rightJack: { width: 160 },
  tensionedBy: { width: 140 },
  tensioningDescription: { width: 220 },
}

const filters = ['tensioningNumber', 'tensionVerdict', 'componentId', 'tendonId']

/** What tensioning came to, and whether it holds. */
export default function TensioningsPage() {
  const t = useT()
  const steps = useRowsOf('/acquisition/tensionsteps', 'tensioningId', t('noun.tension-steps'))
  return (
    <ResourcePage
      of={tensionings}
      columns={columns}
      filters={filters}
      defaults={useNarrowedTo('tendonId')}
      rowActions={(row) => steps(row)}
    />
  )
}
