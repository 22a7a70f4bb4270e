import { tensionSteps } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  stepLabel: { width: 140, first: true },
  tensioningId: { width: 160, first: true },
  jackSide: { width: 90 },
  stepPercent: { width: 170 },
  stepPressure: { width: 130 },
  stepForce: { width: 110 },
  stepElongation: { width: 170 },
  stepHold: { width: 110 },
}

const filters = ['tensioningId', 'jackSide', 'stepLabel']

const defaults = { jackSide: 'left' }

/** The steps of tensioning, an end and a share of the force to a row. */
export default function TensionStepsPage() {
  return <ResourcePage of={tensionSteps} columns={columns} filters={filters} defaults={{ ...defaults, ...useNarrowedTo('tensioningId') }} />
}
