import { calibrations } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { MachineLink } from '../../../shared/maintenance/row-link.tsx'
import { StateTag } from '../../../shared/maintenance/state-tag.tsx'

const columns: ColumnSetups = {
  equipmentId: { width: 180, first: true, render: (row, text) => <MachineLink id={row['equipmentId']} text={text} /> },
  calibrationNumber: { width: 180 },
  validity: { width: 120, first: true, render: (row, text) => <StateTag state={row['validity']} text={text} /> },
  validFrom: { width: 130 },
  validUntil: { width: 130, first: true },
  calibrationResult: { width: 120, render: (row, text) => <StateTag state={row['calibrationResult']} text={text} /> },
  laboratory: { width: 200 },
  method: { width: 180 },
  uncertainty: { width: 150 },
  correctionFactor: { width: 140 },
  correctionShift: { width: 140 },
  pointKeys: { hide: true },
  replacedById: { width: 160 },
  calibrationDescription: { width: 220 },
}

const filters = ['equipmentId', 'calibrationNumber', 'validity', 'validUntil', 'laboratory']

const defaults = { calibrationResult: 'pass' }

export default function CalibrationsPage() {
  return <ResourcePage of={calibrations} columns={columns} filters={filters} defaults={{ ...defaults, ...useNarrowedTo('equipmentId') }} />
}
