import { tensionSteps } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  stepLabel: { width: 140, first: true },
  tensioningId: { width: 160, first: true },
  jackEnd: { width: 90 },
  stepPercent: { width: 170 },
  stepPressure: { width: 130 },
  stepForce: { width: 110 },
  stepElongation: { width: 170 },
  stepHold: { width: 110 },
}

const filters = ['tensioningId', 'jackEnd', 'stepLabel']

const defaults = { jackEnd: 'left' }

/** The steps of tensioning, an end and a share of the force to a row. */
export default function TensionStepsPage() {
  return <ResourcePage of={tensionSteps} columns={columns} filters={filters} defaults={{ ...defaults, ...useNarrowedTo('tensioningId') }} />
}
