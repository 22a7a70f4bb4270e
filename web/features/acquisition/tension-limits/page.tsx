import { tensionLimits } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  limitCode: { width: 150, first: true },
  standardText: { width: 180, first: true },
  tensionClause: { width: 150 },
  groutClause: { width: 150 },
  forceTolerance: { width: 160 },
  elongationTolerance: { width: 180 },
  holdLeast: { width: 130 },
  drawInMost: { width: 160 },
  waterBinderLow: { width: 170 },
  waterBinderHigh: { width: 170 },
  flowLow: { width: 150 },
  flowHigh: { width: 150 },
  pressureLow: { width: 190 },
  pressureHigh: { width: 190 },
  groutHoldLeast: { width: 170 },
  limitDescription: { width: 220 },
}

const filters = ['limitCode', 'standardText']

/** What standards ask of tensioning and grouting. */
export default function TensionLimitsPage() {
  return <ResourcePage of={tensionLimits} columns={columns} filters={filters} />
}
