import { groutings } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { ResultTag } from '../../../shared/acquisition/result-tag.tsx'

const columns: ColumnSetups = {
  groutingNumber: { width: 160, first: true },
  tendonId: { width: 140, first: true },
  groutVerdict: { width: 120, first: true, render: (row) => <ResultTag result={row['groutVerdict']} /> },
  componentId: { width: 140 },
  groutedAt: { width: 180 },
  waterBinder: { width: 150 },
  flowTime: { width: 120 },
  groutPressure: { width: 130 },
  groutHold: { width: 110 },
  groutVolume: { width: 110 },
  groutedBy: { width: 140 },
  groutingDescription: { width: 220 },
}

const filters = ['groutingNumber', 'groutVerdict', 'componentId', 'tendonId']

/** The grouting of ducts, and whether it holds. */
export default function GroutingsPage() {
  return <ResourcePage of={groutings} columns={columns} filters={filters} defaults={useNarrowedTo('tendonId')} />
}
